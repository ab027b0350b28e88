// What each seat can expect at the end: its coins, what its ships carry and will still earn, and the bonuses.

import type { PanoramaOf, ReadingOf } from '../../../kernel/play.ts';
import { conceal, type Frozen } from '../../../kernel/secrecy.ts';
import { controllerOf, laidTile } from '../board.ts';
import { distance } from '../geometry.ts';
import { unshuffled } from '../imagine.ts';
import { Memo } from '../memo.ts';
import { finalOf } from '../score.ts';
import type { Ship, State, Types } from '../state.ts';

/** What an action of trading ships earns; actions are scarce, and a fleet earns no more than it has. */
const PER_ACTION = 10;
/** Actions per turn that one trading ship can use: it stays where it docks. */
const ALONE = 1.4;
/** What a cargo loses with each cell on the way. */
const PER_CELL = 0.94;
/** What a ship without cargo will load, on average. */
const NEXT_CARGO = 40;
/** By rank: cargoes that wait for the actions of others are worth less. */
const TURN_OF_CARGO = [1, 0.8, 0.5, 0.25];
/** How certain a bonus is before the final phase: what stays, and what may still move. */
const STAYS = 0.8;
const MOVES = 0.4;
/** Turns before the end at which half of a bonus for having most is certain. */
const HALF_WAY = 4;

export function prospects(panorama: PanoramaOf<Types>): number[] {
  const reading = readingOf(panorama);
  const { all } = panorama;
  const turnsLeft = all.finalPhase ? 0 : all.stackCount / all.seats.length;
  const most = all.finalPhase ? 1 : HALF_WAY / (HALF_WAY + turnsLeft);
  const [stays, moves] = all.finalPhase ? [1, 1] : [STAYS, Math.max(MOVES, most)];
  const now = finalOf(reading, 'treasures').scores;
  return all.seats.map(({ coins, eliminated }, seat) => {
    const score = now[seat];
    if (eliminated > 0 || score === undefined) return 0;
    const { fishPorts, fishShips, fleet, ports, treasures } = score;
    const bonuses = stays * fishPorts + moves * (fishShips + treasures) + most * (fleet + ports);
    const ships = all.ships.filter((ship) => ship.seat === seat);
    const cargoes = ships.map((ship) => cargoWorth(panorama, reading, ship, turnsLeft)).sort((a, b) => b - a);
    const aboard = cargoes.reduce((sum, worth, rank) => sum + worth * (TURN_OF_CARGO[rank] ?? 0), 0);
    return coins + bonuses + aboard + turnsLeft * PER_ACTION * usableActions(panorama, ships);
  });
}

/** Actions per turn that earn money. */
function usableActions({ components }: PanoramaOf<Types>, ships: readonly Pick<Ship, 'kind'>[]): number {
  const { actions, actionsWithManyShips, manyShips } = components.constants;
  const traders = ships.filter(({ kind }) => kind !== 'pirate').length;
  if (traders < 2) return traders * ALONE;
  return ships.length >= manyShips ? actionsWithManyShips : actions;
}

/** Scores and distances are public: what is dealt face down here does not matter. */
function readingOf({ components, all, ownOf }: PanoramaOf<Types>): ReadingOf<Types> {
  const { version, decisions: open, ...shown } = all;
  const luck = { seed: '0'.repeat(32), drawn: 0 };
  const hidden = unshuffled({ components, all, own: ownOf(all.turnSeat), seat: all.turnSeat, luck });
  const state: State = { version, open, rng: conceal(luck), shown, hidden };
  return { components, state, memo: new Memo(components, state.shown.board) };
}

function cargoWorth(
  { components, ownOf }: PanoramaOf<Types>,
  { state }: ReadingOf<Types>,
  ship: Frozen<Ship>,
  turnsLeft: number,
): number {
  if (!ship.hasCargo) return turnsLeft > 1 && ship.kind !== 'pirate' ? NEXT_CARGO : 0;
  const card = ship.cargo ?? ownOf(ship.seat).cargoes.find(({ shipId }) => shipId === ship.id)?.cardId;
  const trade = components.tradeCardOf.get(card ?? '');
  const from = laidTile(state, ship.origin ?? '');
  if (trade === undefined || from === undefined) return 0;
  let best = 0;
  for (const tileId of trade.buyers) {
    const port = laidTile(state, tileId);
    if (port === undefined || tileId === ship.origin) continue;
    const owner = controllerOf(state, port);
    if (owner === ship.seat) continue;
    const price = trade.prices[components.zoneOf(distance(from.x, from.y, port.x, port.y)) - 1] ?? 0;
    const due = owner === null ? 0 : components.constants.portDue;
    best = Math.max(best, (price - due) * PER_CELL ** distance(ship.x, ship.y, port.x, port.y));
  }
  return best;
}
