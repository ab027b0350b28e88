// Places kept for those who were let in and have not connected yet. Colyseus keeps the list; who may
// have how many of them is decided here.
import type { Room } from 'colyseus';
import type { Identity } from './ports.ts';

/** What Colyseus remembers of a place: options, identity, whether it was used, whether it waits for a return. */
type Kept = readonly [options: unknown, who: Identity, used: boolean, returning: boolean];

interface Keeper {
  readonly _reservedSeats: Record<string, Kept>;
}

function keptBy(room: Room): Record<string, Kept> {
  return (room as unknown as Keeper)._reservedSeats;
}

/** Whether somebody is on the way, for the first time or back. */
export function isExpecting(room: Room): boolean {
  return Object.values(keptBy(room)).some(([, , used]) => !used);
}
