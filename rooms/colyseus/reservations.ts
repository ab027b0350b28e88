// Places in a room: players always have one, spectators as long as there are some. Colyseus keeps
// the list of reservations that have not connected yet, but does not know their owners, nor that a
// player's place must never be given away.
import type { Room } from 'colyseus';
import type { Seat } from '../../shared/kernel/seat.ts';
import type { TableCode } from '../../shared/protocol/codes.ts';
import { lackOf } from '../people/turns.ts';
import type { Identity } from '../ports.ts';
import type { RoomLimits } from '../room-limits.ts';

/** What Colyseus remembers of a place: options, identity, whether it was used, whether it waits for a return. */
type Kept = readonly [
  visit: { readonly address?: string } | boolean,
  who: Identity,
  used: boolean,
  returning: boolean,
];

interface Keeper {
  readonly _reservedSeats: Record<string, Kept>;
  readonly _reservedSeatTimeouts: Record<string, NodeJS.Timeout>;
}

const keeperOf = (room: Room) => room as unknown as Keeper;
const keptBy = (room: Room) => keeperOf(room)._reservedSeats;

/** Whether a person is about to connect or reconnect. */
export function isExpecting(room: Room): boolean {
  return Object.values(keptBy(room)).some(([, , used]) => !used);
}

/** A person with a place, connected or about to connect. */
interface Holder {
  readonly identity: Identity;
  /** The key of limits per address. */
  readonly address: string;
}

interface Reserved extends Holder {
  readonly sessionId: string;
}

interface Context {
  readonly room: Room;
  readonly connected: () => Iterable<Holder>;
  readonly seatOf: (id: string) => Seat | undefined;
  readonly limits: Pick<RoomLimits, 'maxSpectators' | 'spectatorsPerAddress' | 'placesPerSpectator'>;
}

export class Reservations {
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
  }

  /** Makes room for one more reservation of this person, or returns why there cannot be one. */
  prepare(who: Identity, address: string): TableCode | undefined {
    const own = this.#reserved().filter(({ identity }) => identity.id === who.id);
    // A new reservation replaces the player's unused ones, so repeated requests cannot exhaust the places, and
    // no place is given to another player.
    const kept = this.#isPlayer(who.id) ? 0 : this.#context.limits.placesPerSpectator - 1;
    for (const { sessionId } of own.slice(0, Math.max(0, own.length - kept))) this.#revoke(sessionId);
    return this.#isPlayer(who.id) ? undefined : this.lack(address);
  }

  /** Why there is no place for a spectator from this address. One who has reserved a place only has to fit. */
  lack(address: string, how?: 'reserved'): TableCode | undefined {
    const { maxSpectators: most, spectatorsPerAddress: perAddress } = this.#context.limits;
    const onlookers = [...this.#context.connected(), ...this.#reserved()].filter(
      ({ identity }) => !this.#isPlayer(identity.id),
    );
    const near = onlookers.filter((holder) => holder.address === address);
    const isFull =
      how === 'reserved'
        ? near.length >= perAddress || onlookers.length >= most
        : lackOf(near.length, onlookers.length, { most, perAddress }) !== undefined;
    return isFull ? 'table-full' : undefined;
  }

  /** Whether a client with a place has not connected yet. */
  get arePending(): boolean {
    return this.#reserved().length > 0;
  }

  /** The room closes: Colyseus would wait for all unused reservations. */
  close(): void {
    const timers = keeperOf(this.#context.room)._reservedSeatTimeouts;
    for (const { sessionId } of this.#reserved()) {
      clearTimeout(timers[sessionId]);
      this.#revoke(sessionId);
    }
  }

  #isPlayer(id: string): boolean {
    return this.#context.seatOf(id) !== undefined;
  }

  /** Oldest first. */
  #reserved(): Reserved[] {
    return Object.entries(keptBy(this.#context.room)).flatMap(
      ([sessionId, [visit, identity, used, returning]]) =>
        used || returning || typeof visit === 'boolean'
          ? []
          : [{ sessionId, identity, address: visit.address ?? '' }],
    );
  }

  /** Colyseus' own timer continues and corrects its number of clients. */
  #revoke(sessionId: string): void {
    delete keptBy(this.#context.room)[sessionId];
    keeperOf(this.#context.room)._reservedSeatTimeouts[sessionId]?.unref();
  }
}
