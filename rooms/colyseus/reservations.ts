// Places in a room: players always have one, spectators as long as there are some. Colyseus keeps
// the list of reservations that have not connected yet, but does not know their owners, nor that a
// player's place must never be given away.
import type { Room } from 'colyseus';
import type { TableCode } from '../../shared/protocol/codes.ts';
import type { Presence } from '../people/presence.ts';
import { lackOf } from '../people/turns.ts';
import type { Session } from '../play/session.ts';
import type { Identity } from '../ports.ts';
import type { RoomLimits } from '../room-limits.ts';
import { reservedIn, revoke, revokeAll } from './colyseus-gaps.ts';

interface Context {
  readonly room: Room;
  readonly session: Session;
  readonly presence: Presence;
  readonly limits: Pick<RoomLimits, 'maxSpectators' | 'spectatorsPerAddress' | 'placesPerSpectator'>;
}

export class Reservations {
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
  }

  /** Makes room for one more reservation of this person, or returns why there cannot be one. */
  prepare(who: Identity, address: string): TableCode | undefined {
    const own = reservedIn(this.#context.room).filter(({ identity }) => identity.id === who.id);
    // A new reservation replaces the player's unused ones, so repeated requests cannot exhaust the places, and
    // no place is given to another player.
    const kept = this.#isPlayer(who.id) ? 0 : this.#context.limits.placesPerSpectator - 1;
    for (const { sessionId } of own.slice(0, Math.max(0, own.length - kept)))
      revoke(this.#context.room, sessionId);
    return this.#isPlayer(who.id) ? undefined : this.lack(address);
  }

  /** Why there is no place for a spectator from this address. One who has reserved a place only has to fit. */
  lack(address: string, how?: 'reserved'): TableCode | undefined {
    const { maxSpectators: most, spectatorsPerAddress: perAddress } = this.#context.limits;
    const onlookers = [...this.#context.presence.viewers, ...reservedIn(this.#context.room)].filter(
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
    return reservedIn(this.#context.room).length > 0;
  }

  close(): void {
    revokeAll(this.#context.room);
  }

  #isPlayer(id: string): boolean {
    return this.#context.session.seatOf(id) !== undefined;
  }
}
