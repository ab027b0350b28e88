// Quick reconnection of a lost connection.
import type { Client, Deferred, Room } from 'colyseus';
import type { Attendee } from './presence.ts';

interface Reserving {
  readonly _reservedSeatTimeouts: Readonly<Record<string, NodeJS.Timeout | undefined>>;
}

/**
 * Colyseus 0.18 drops the timer of a reconnection that ends early, or whose room is disposed of, without
 * clearing it: until it fires, it keeps the room in memory and the process alive.
 */
function allowReturn(room: Room, client: Client, seconds: number): Deferred<Client> {
  const returning = room.allowReconnection(client, seconds);
  const timer = (room as unknown as Reserving)._reservedSeatTimeouts[client.sessionId];
  const clear = () => clearTimeout(timer);
  returning.then(clear, clear);
  return returning;
}

/** Players whose connection broke and who may reconnect. */
export class Returns {
  readonly #room: Room;
  readonly #seconds: number;
  /** By session. */
  readonly #dropped = new Map<string, { readonly attendee: Attendee; readonly giveUp: () => void }>();

  constructor(room: Room, seconds: number) {
    this.#room = room;
    this.#seconds = seconds;
  }

  expect(client: Client, attendee: Attendee): void {
    const returning = allowReturn(this.#room, client, this.#seconds);
    this.#dropped.set(client.sessionId, { attendee, giveUp: () => returning.reject(false) });
    returning.catch(() => {
      this.#dropped.delete(client.sessionId);
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
