// The SDK on top of the `ws` package: Node's own WebSocket cannot break a connection without a close
// frame, as in a tunnel, and uses more of the generator's time.
import type { Room, Client as SdkClient } from '@colyseus/sdk';

Reflect.deleteProperty(globalThis, 'WebSocket');
const { Client } = await import('@colyseus/sdk');

export type { Room };
export { Client };

export function clientFor(url: string, token: string): SdkClient {
  return new Client(url, { headers: { Authorization: `Bearer ${token}` } });
}

interface Socket {
  terminate(): void;
}

/** Breaks the connection without a close frame. */
export function breakConnection(room: Room): void {
  const { transport } = room.connection as unknown as { transport: { ws: Socket } };
  transport.ws.terminate();
}

/** Leaves silently and receives nothing more. */
export function abandon(room: Room): void {
  room.removeAllListeners();
  breakConnection(room);
}

/** Reports the size of each message received or sent. */
export function watchBytes(room: Room, onIn: (bytes: number) => void, onOut: (bytes: number) => void): void {
  const { connection } = room;
  const receive = connection.events.onmessage;
  connection.events.onmessage = (event: { readonly data: ArrayBuffer }) => {
    onIn(event.data.byteLength);
    receive?.(event as never);
  };
  const send = connection.send.bind(connection);
  connection.send = (data) => {
    onOut(data.byteLength);
    send(data);
  };
}

/** What clients receive that do not come back by themselves. */
export class Received {
  #bytes = 0;

  get bytes(): number {
    return this.#bytes;
  }

  /** Counts what this client receives from now on. */
  count(room: Room): void {
    room.reconnection.enabled = false;
    watchBytes(
      room,
      (amount) => {
        this.#bytes += amount;
      },
      () => undefined,
    );
  }
}
