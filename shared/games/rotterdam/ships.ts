// Where the ships are, and what they carry.

import type { ReadingOf } from '../../kernel/play.ts';
import type { Seat } from '../../kernel/seat.ts';
import { type HarbourId, isHarbour, type MaterialId, type PositionId, type ShipId } from './components.ts';
import type { Draft, Ship, State, Types } from './state.ts';

interface WithShips<One> {
  readonly shown: { readonly ships: Readonly<Record<ShipId, One>> };
}

/** `undefined` for an unknown id. */
export function findShip<One>({ shown }: WithShips<One>, id: ShipId): One | undefined {
  return Object.hasOwn(shown.ships, id) ? shown.ships[id] : undefined;
}

export function shipOf<One>(state: WithShips<One>, id: ShipId): One {
  const ship = findShip(state, id);
  if (ship === undefined) throw new RangeError(`no ship ${id}`);
  return ship;
}

export function isTaken({ shown }: WithShips<Readonly<Ship>>, position: PositionId): boolean {
  for (const id in shown.ships) if (shown.ships[id]?.position === position) return true;
  return false;
}

/** ROT-1.2: harbours take any number of ships, everything else one. */
export function isOpen({ components, state }: ReadingOf<Types>, position: PositionId): boolean {
  return isHarbour(components, position) || !isTaken(state, position);
}

/** ROT-1.8 */
export function lowestInSupply({ shown }: WithShips<Readonly<Ship>>, seat: Seat): ShipId | undefined {
  for (const id in shown.ships) {
    const ship = shown.ships[id];
    if (ship?.owner === seat && ship.position === null) return id;
  }
  return undefined;
}

/** ROT-3.6 */
export function freeStarts({ components, state }: ReadingOf<Types>): PositionId[] {
  return components.starts.filter((start) => !isTaken(state, start));
}

/** ROT-3.4 */
export function canPlaceShip({ components, state }: ReadingOf<Types>, seat: Seat): boolean {
  return (
    lowestInSupply(state, seat) !== undefined && components.starts.some((start) => !isTaken(state, start))
  );
}

export function hasShipOnWater({ shown }: State, seat: Seat): boolean {
  return Object.values(shown.ships).some((ship) => ship.owner === seat && ship.position !== null);
}

export function someShipInHarbour({ shown }: State): boolean {
  for (const harbour in shown.harbourQueues) if (shown.harbourQueues[harbour]?.length !== 0) return true;
  return false;
}

export function addToStock({ shown }: Draft, material: MaterialId | null, units: 1 | -1): void {
  if (material !== null) shown.stock[material] = (shown.stock[material] ?? 0) + units;
}

export function queueOf({ shown }: Draft, harbour: HarbourId): ShipId[] {
  const queue = shown.harbourQueues[harbour];
  if (queue === undefined) throw new RangeError(`no harbour ${harbour}`);
  return queue;
}

/** ROT-10.11: if the ship is in a harbour, it loses its place in the order of arrival. */
export function leaveHarbourQueue(draft: Draft, id: ShipId): void {
  const { position } = shipOf(draft, id);
  const queue = position === null ? undefined : draft.shown.harbourQueues[position];
  if (queue !== undefined) queue.splice(queue.indexOf(id), 1);
}
