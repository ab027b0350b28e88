// Questions about a position that many rules ask. None of the answers names a hidden card.
import { reveal } from '../../kernel/reveal.ts';
import type { Seat } from '../../kernel/seat.ts';
import type { Frozen } from '../../kernel/secrecy.ts';
import { type Components, type HarbourId, isHarbour, type PositionId, type ProductId } from './components.ts';
import { sizeOf } from './hands.ts';
import type { Player, Position, Ship } from './state.ts';

type AnyShip = Frozen<Ship>;

export function playerAt(state: Position, seat: Seat): Frozen<Player> {
  const player = state.players[seat];
  if (player === undefined) throw new Error(`no seat ${seat}`);
  return player;
}

export function shipNamed(state: Position, id: string): AnyShip | undefined {
  return state.ships.find((ship) => ship.id === id);
}

export function shipAt(state: Position, position: PositionId): AnyShip | undefined {
  return state.ships.find((ship) => ship.position === position);
}

/** Harbours take any number of ships, everything else one. ROT-1.2 */
export function isOpen(c: Components, state: Position, position: PositionId): boolean {
  return isHarbour(c, position) || shipAt(state, position) === undefined;
}

export function lowestInSupply(state: Position, seat: Seat): AnyShip | undefined {
  return state.ships.find((ship) => ship.owner === seat && ship.position === null); // ROT-1.8
}

export function freeStarts(c: Components, state: Position): PositionId[] {
  return c.starts.filter((start) => shipAt(state, start) === undefined); // ROT-3.6
}

/** ROT-3.4 */
export function canPlaceShip(c: Components, state: Position, seat: Seat): boolean {
  return (
    lowestInSupply(state, seat) !== undefined && c.starts.some((start) => shipAt(state, start) === undefined)
  );
}

export function hasShipOnWater(state: Position, seat: Seat): boolean {
  return state.ships.some((ship) => ship.owner === seat && ship.position !== null);
}

export function someShipInHarbour(c: Components, state: Position): boolean {
  return state.ships.some((ship) => ship.position !== null && isHarbour(c, ship.position));
}

export function productCount(state: Position, seat: Seat): number {
  return sizeOf(playerAt(state, seat).products);
}

export function navigationCount(state: Position, seat: Seat): number {
  return sizeOf(playerAt(state, seat).navigation);
}

export function missionPoints(c: Components, player: Frozen<Player>): number {
  let points = 0;
  for (const id of player.fulfilled) points += c.mission.get(id)?.value ?? 0; // ROT-8.4
  return points;
}

/** The face-up card of a deck: public with `openProducts`, nobody's knowledge without. ROT-11.3 */
export function faceUpProduct(state: Position, harbour: HarbourId): ProductId | null {
  if (!state.options.openProducts) return null;
  const deck = state.decks[harbour];
  return deck === undefined ? null : (reveal(deck).at(-1) ?? null);
}
