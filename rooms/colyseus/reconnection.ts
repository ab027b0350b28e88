// Quick reconnection of a lost connection.
import type { Client, Deferred, Room } from 'colyseus';
import type { MovedPlace } from '../berth/cluster.ts';
import type { Attendee } from '../people/presence.ts';
import { allowArrival, allowReturn } from './colyseus-gaps.ts';

/** A client's means to return. */
export function placeOf({ sessionId, reconnectionToken: token }: Client, attendee: Attendee): MovedPlace {
  const { identity, language, address } = attendee;
  return { sessionId, token, identity, language, address };
}

interface Dropped {
  readonly attendee: Attendee;
  readonly place: MovedPlace;
  readonly giveUp: () => void;
}

/** Players whose connection broke and who may reconnect. */
export class Returns {
  readonly #room: Room;
  readonly #seconds: number;
  /** By session. */
  readonly #dropped = new Map<string, Dropped>();

  constructor(room: Room, seconds: number) {
    this.#room = room;
    this.#seconds = seconds;
  }

  expect(client: Client, attendee: Attendee): void {
    this.#keep(placeOf(client, attendee), attendee, allowReturn(this.#room, client, this.#seconds));
  }

  /** A player of a match that has moved here, whose connection was at another process. */
  expectMoved(place: MovedPlace): void {
    const { identity, language, address } = place;
    this.#keep(place, { identity, language, address }, allowArrival(this.#room, place, this.#seconds));
  }

  /** Tokens of players who have not returned yet. */
  get places(): MovedPlace[] {
    return [...this.#dropped.values()].map(({ place }) => place);
  }

  #keep(place: MovedPlace, attendee: Attendee, returning: Deferred<Client>): void {
    const { sessionId } = place;
    this.#dropped.set(sessionId, { attendee, place, giveUp: () => returning.reject(false) });
    returning.catch(() => {
      this.#dropped.delete(sessionId);
    });
  }

  /** The returning player; `undefined` if none is expected. */
  take(session: string): Attendee | undefined {
    const dropped = this.#dropped.get(session);
    this.#dropped.delete(session);
    return dropped?.attendee;
  }

  /** Ends the reconnection: the player returned another way, left, or lost the seat. */
  forget(id: string | undefined): void {
    for (const { attendee, giveUp } of this.#dropped.values()) if (attendee.identity.id === id) giveUp();
  }

  /** Their timers would keep the process alive. */
  close(): void {
    for (const { giveUp } of this.#dropped.values()) giveUp();
  }
}
