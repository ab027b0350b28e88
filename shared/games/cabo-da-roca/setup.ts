// CAB-2: setup, up to the first decision.
import { type Dealer, layPile } from '../../kernel/dealer.ts';
import { drawFirstSeat } from '../../kernel/first-seat.ts';
import { type PlayOf, tell } from '../../kernel/play.ts';
import { conceal, type Frozen } from '../../kernel/secrecy.ts';
import { type Components, deckCards } from './components.ts';
import type { Options } from './options.ts';
import { startTurn } from './phases/turn.ts';
import { askNext } from './run-on.ts';
import type { Draft, Types } from './state.ts';

/** CAB-2.1: draws in the order of the steps of section 4. */
export function layOut(
  components: Components,
  options: Frozen<Options>,
  seats: number,
  dealer: Dealer,
): Pick<Draft, 'shown' | 'hidden'> {
  const { targetCoins, finalRounds, hiddenCargo } = options;
  const firstSeat = drawFirstSeat(options.firstSeat, seats, dealer);
  const ports = layPile(dealer, 'ports', components.ports);
  const used = new Set([...ports.slice(0, seats), ...components.cross.map(({ tileId }) => tileId)]);
  const unused = [...components.tileOf.keys()].filter((id) => !used.has(id));
  const stack = layPile(dealer, 'stack', unused, components.tileOf.keys());
  const deck = layPile(dealer, 'deck', deckCards(components));
  return {
    shown: {
      options: { targetCoins, finalRounds, hiddenCargo },
      phase: 'lay-choice',
      round: 1,
      firstSeat,
      turnSeat: firstSeat,
      actionsAllowed: 0,
      actionsUsed: 0,
      finalPhase: false,
      finalTurns: Array.from({ length: seats }, () => 0),
      idleTurns: 0,
      turnIdle: true,
      board: components.cross.map((laid) => ({ ...laid })),
      drawnTile: null,
      stackCount: 0,
      removedTiles: [],
      deckCount: 0,
      discard: [],
      setAside: [],
      treasureCards: { island: null, wreck: null },
      cardsTurned: [],
      seats: Array.from({ length: seats }, (_, seat) => ({
        colour: components.colours[seat] ?? '',
        coins: components.constants.startCoins,
        homePort: ports[seat] ?? null,
        homeLaid: false,
        eliminated: 0,
        reserve: { trade: 0, fishing: 0, pirate: 0, sailor: 0 },
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
    },
    hidden: { stack: conceal(stack), deck: conceal(deck), cargoes: {} },
  };
}

export function begin(play: PlayOf<Types>): void {
  const { seats, firstSeat } = play.state.shown;
  const homePorts = seats.map(({ homePort }) => homePort ?? '');
  tell(play, { type: 'game-started', seats: seats.length, firstSeat, homePorts });
  startTurn(play);
  askNext(play);
}
