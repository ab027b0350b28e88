// Places in a room: players always have one, spectators as long as there are some. A place is reserved before its
// socket comes, and kept for a while if the connection breaks. Colyseus holds them, but does not know their owners,
// nor that a player's place must never be given away.
import type { Client, Deferred, Room } from 'colyseus';
import type { TableCode } from '../../shared/protocol/codes.ts';
import type { MovedPlace } from '../berth/cluster.ts';
import { type Attendance, isOf } from '../people/attendance.ts';
import { lackOf } from '../people/turns.ts';
import type { Asker } from '../people/viewer.ts';
import type { Session } from '../play/session.ts';
import type { Identity } from '../ports.ts';
import type { RoomLimits } from '../room-limits.ts';
import { allowArrival, allowReturn, reservedIn, revoke, revokeAll } from './internals.ts';
import type { SocketViewer } from './sockets.ts';

interface Context {
  readonly room: Room;
  readonly session: Session;
  readonly attendance: Attendance;
  readonly limits: RoomLimits;
}

interface Dropped {
  readonly place: MovedPlace;
  readonly giveUp: () => void;
}

export class Places {
  readonly #context: Context;
  /** Players whose connection broke and who may reconnect, by session. */
  readonly #dropped = new Map<string, Dropped>();

  constructor(context: Context) {
    this.#context = context;
  }

  /** Makes room for one more reservation of this person, or returns why there cannot be one. */
  prepare(who: Identity, address: string): TableCode | undefined {
    const { room, limits } = this.#context;
    const own = reservedIn(room).filter(({ identity }) => identity.id === who.id);
    // A new reservation replaces the player's unused ones, so repeated requests cannot exhaust the places, and
    // no place is given to another player.
    const kept = this.#isPlayer(who.id) ? 0 : limits.placesPerSpectator - 1;
    for (const { sessionId } of own.slice(0, Math.max(0, own.length - kept))) revoke(room, sessionId);
    return this.#isPlayer(who.id) ? undefined : this.lack(address);
  }

  /** Why there is no place for a spectator from this address. One who has reserved a place only has to fit. */
  lack(address: string, how?: 'reserved'): TableCode | undefined {
    const { room, attendance, limits } = this.#context;
    const { maxSpectators: most, spectatorsPerAddress: perAddress } = limits;
    const onlookers = [...attendance.viewers, ...reservedIn(room)].filter(
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

  /** A player's connection broke. */
  keep(viewer: SocketViewer): void {
    const { room, limits } = this.#context;
    this.#await(viewer.place, allowReturn(room, viewer.client, limits.reconnectSeconds));
  }

  /** A player of a match that has moved here, whose connection was at another process. */
  keepMoved(place: MovedPlace): void {
    const { room, limits } = this.#context;
    this.#await(place, allowArrival(room, place, limits.reconnectSeconds));
  }

  /** Of players who have not returned yet. */
  get kept(): MovedPlace[] {
    return [...this.#dropped.values()].map(({ place }) => place);
  }

  /** The returning player; `undefined` if none is expected. */
  take(session: string): Asker | undefined {
    const dropped = this.#dropped.get(session);
    this.#dropped.delete(session);
    return dropped?.place;
  }

  /** Ends the reconnection: the player returned another way, left, or lost the seat. */
  forget(id: string | undefined): void {
    for (const { place, giveUp } of this.#dropped.values()) if (place.identity.id === id) giveUp();
  }

  /** Their devices may not come any more. */
  signOut(devices: ReadonlySet<string>): void {
    const { room } = this.#context;
    for (const reserved of reservedIn(room)) if (isOf(reserved, devices)) revoke(room, reserved.sessionId);
    for (const { place, giveUp } of this.#dropped.values()) if (isOf(place, devices)) giveUp();
  }

  /** Their timers would keep the process alive. */
  close(): void {
    revokeAll(this.#context.room);
    for (const { giveUp } of this.#dropped.values()) giveUp();
  }

  #await(place: MovedPlace, returning: Deferred<Client>): void {
    const { sessionId } = place;
    this.#dropped.set(sessionId, { place, giveUp: () => returning.reject(false) });
    returning.catch(() => {
      this.#dropped.delete(sessionId);
    });
  }

  #isPlayer(id: string): boolean {
    return this.#context.session.seatOf(id) !== undefined;
  }
}
