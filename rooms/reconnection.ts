// The quick way back of a lost connection, without the timer that the framework forgets.
import type { Client, Deferred, Room } from 'colyseus';

interface Reserving {
  readonly _reservedSeatTimeouts: Readonly<Record<string, NodeJS.Timeout | undefined>>;
}

/**
 * Colyseus 0.18 drops the timer of a way back that is given up early, or whose room is disposed of, without
 * clearing it: until it fires, it keeps the room in memory and the process up.
 */
export function allowReturn(room: Room, client: Client, seconds: number): Deferred<Client> {
  const returning = room.allowReconnection(client, seconds);
  const timer = (room as unknown as Reserving)._reservedSeatTimeouts[client.sessionId];
  const clear = () => clearTimeout(timer);
  returning.then(clear, clear);
  return returning;
}
