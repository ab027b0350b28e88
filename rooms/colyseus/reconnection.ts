// Quick reconnection of a lost connection.
import type { Client, Deferred, Room } from 'colyseus';
import type { MovedPlace } from '../berth/cluster.ts';
import type { Asker } from '../people/asker.ts';
import { allowArrival, allowReturn } from './colyseus-gaps.ts';
import type { SocketViewer } from './sockets.ts';

/** A client's means to return. */
export function placeOf({ client, identity, language, address }: SocketViewer): MovedPlace {
  const { sessionId, reconnectionToken: token } = client;
  return { sessionId, token, identity, language, address };
}

interface Dropped {
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

  expect(viewer: SocketViewer): void {
    this.#keep(placeOf(viewer), allowReturn(this.#room, viewer.client, this.#seconds));
  }

  /** A player of a match that has moved here, whose connection was at another process. */
  expectMoved(place: MovedPlace): void {
    this.#keep(place, allowArrival(this.#room, place, this.#seconds));
  }

  /** Tokens of players who have not returned yet. */
  get places(): MovedPlace[] {
    return [...this.#dropped.values()].map(({ place }) => place);
  }

  #keep(place: MovedPlace, returning: Deferred<Client>): void {
    const { sessionId } = place;
    this.#dropped.set(sessionId, { place, giveUp: () => returning.reject(false) });
    returning.catch(() => {
      this.#dropped.delete(sessionId);
    });
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

  /** Their timers would keep the process alive. */
  close(): void {
    for (const { giveUp } of this.#dropped.values()) giveUp();
  }
}
