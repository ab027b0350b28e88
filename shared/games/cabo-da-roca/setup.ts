// Section 4: the table before the first turn.
import type { News } from '../../kernel/game.ts';
import { createRng } from '../../kernel/rng.ts';
import { conceal } from '../../kernel/secrecy.ts';
import type { Components } from './components.ts';
import { begin } from './engine.ts';
import type { Event } from './events.ts';
import { chartOf } from './geometry.ts';
import type { Options } from './options.ts';
import { chance, type Play, pileOf, shufflePile, tell } from './play.ts';
import type { State } from './state.ts';

export function setup(
  parts: Components,
  options: Options,
  seats: number,
  seed: string,
): { readonly state: State; readonly news: readonly News<Event>[] } {
  const state = blankState(parts, options, seats, seed);
  const play: Play = { parts, state, chart: chartOf(parts, state.board), news: [], turnOver: false };
  // CAB-2.1: draws in the order of the steps of section 4
  state.firstSeat = options.firstSeat === 'random' ? chance(play, seats) : options.firstSeat;
  state.turnSeat = state.firstSeat;
  const ports = [...parts.ports];
  shufflePile(play, ports);
  for (const [seat, owner] of state.players.entries()) owner.homePort = ports[seat] ?? null;
  const used = new Set([...ports.slice(0, seats), ...parts.cross.map(({ tileId }) => tileId)]);
  const stack = parts.tiles.map(({ id }) => id).filter((id) => !used.has(id));
  shufflePile(play, stack);
  state.stack = pileOf(stack);
  const deck = [...parts.tradeCards, ...parts.treasureCards].map(({ id }) => id);
  shufflePile(play, deck);
  state.deck = pileOf(deck);
  const homePorts = state.players.map(({ homePort }) => homePort ?? '');
  tell(play, { type: 'game-started', seats, firstSeat: state.firstSeat, homePorts });
  begin(play);
  return { state, news: play.news };
}

/** Nothing drawn, nothing dealt yet. */
function blankState(parts: Components, options: Options, seats: number, seed: string): State {
  const { targetCoins, finalRounds, hiddenCargo } = options;
  return {
    version: 0,
    open: [],
    options: { targetCoins, finalRounds, hiddenCargo },
    phase: 'lay-choice',
    round: 1,
    firstSeat: 0,
    turnSeat: 0,
    actionsAllowed: 0,
    actionsUsed: 0,
    finalPhase: false,
    finalTurns: Array.from({ length: seats }, () => 0),
    idleTurns: 0,
    turnIdle: true,
    board: parts.cross.map((laid) => ({ ...laid })),
    drawnTile: null,
    stack: pileOf([]),
    removedTiles: [],
    deck: pileOf([]),
    discard: [],
    setAside: [],
    treasureCards: { island: null, wreck: null },
    cardsTurned: [],
    players: Array.from({ length: seats }, () => ({
      coins: parts.constants.startCoins,
      homePort: null,
      homeLaid: false,
      eliminated: 0,
      lost: [],
    })),
    ships: [],
    sailors: [],
    truces: [],
    berthAsked: [],
    berth: null,
    ransom: null,
    dues: [],
    result: null,
    rng: conceal(createRng(seed)),
  };
}
