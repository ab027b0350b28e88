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

/** Reports each message received, and the size of each one sent. */
export function watchFrames(
  room: Room,
  onIn: (frame: Uint8Array) => void,
  onOut: (bytes: number) => void,
): void {
  const { connection } = room;
  const receive = connection.events.onmessage;
  connection.events.onmessage = (event: { readonly data: ArrayBuffer }) => {
    onIn(new Uint8Array(event.data));
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
  readonly #heard: ((frame: Uint8Array) => void) | undefined;
  #bytes = 0;

  /** `heard` is told each message. */
  constructor(heard?: (frame: Uint8Array) => void) {
    this.#heard = heard;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Counts what this client receives from now on. */
  count(room: Room): void {
    room.reconnection.enabled = false;
    watchFrames(
      room,
      (frame) => {
        this.#bytes += frame.byteLength;
        this.#heard?.(frame);
      },
      () => undefined,
    );
  }
}
