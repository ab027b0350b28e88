// Detects WebSockets whose peer disappeared without closing. Colyseus pings all of them at the same time, which
// with thousands blocks the event loop; here each has its own time, and active ones are not pinged.
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { WebSocket, WebSocketServer } from 'ws';
import { clearInterval, setInterval } from '../../rooms/clockwork.ts';

/** Time slots between two checks of one connection. */
const SLOTS = 24;

interface PulseOptions {
  /** Time between two checks of one connection. */
  readonly seconds: number;
  /** Checks in a row without any data after which a connection is closed. */
  readonly silentBeats: number;
  /** Milliseconds since the process was stalled: what clients sent meanwhile has not been read yet. */
  readonly sinceStall: () => number;
}

interface Watched {
  readonly webSocket: WebSocket;
  readonly socket: Socket;
  bytesRead: number;
  silent: number;
}

export class Pulse {
  readonly #options: PulseOptions;
  readonly #slots = Array.from({ length: SLOTS }, () => new Set<Watched>());
  #count = 0;
  #next = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: PulseOptions) {
    this.#options = options;
  }

  watch(server: WebSocketServer): void {
    server.on('connection', (webSocket, { socket }: IncomingMessage) => this.#add(webSocket, socket));
    server.once('close', () => this.#stop());
  }

  #add(webSocket: WebSocket, socket: Socket): void {
    const slot = this.#emptiest();
    const watched: Watched = { webSocket, socket, bytesRead: socket.bytesRead, silent: 0 };
    slot.add(watched);
    this.#count += 1;
    webSocket.once('close', () => {
      slot.delete(watched);
      this.#count -= 1;
      if (this.#count === 0) this.#stop();
    });
    // No timer runs without connections.
    this.#timer ??= setInterval(() => this.#beat(), (this.#options.seconds * 1000) / SLOTS).unref();
  }

  #emptiest(): Set<Watched> {
    return this.#slots.reduce((least, slot) => (slot.size < least.size ? slot : least));
  }

  #stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #beat(): void {
    for (const watched of this.#slots[this.#next] ?? []) this.#feel(watched);
    this.#next = (this.#next + 1) % SLOTS;
  }

  #feel(watched: Watched): void {
    const { webSocket, socket } = watched;
    const hasSpoken = socket.bytesRead !== watched.bytesRead;
    watched.bytesRead = socket.bytesRead;
    // Each connection is checked once in this time: however long it was silent, it is pinged again.
    const wasHeldUp = this.#options.sinceStall() <= this.#options.seconds * 1000;
    if (wasHeldUp) watched.silent = 0;
    watched.silent = hasSpoken ? 0 : watched.silent + 1;
    if (watched.silent > this.#options.silentBeats) webSocket.terminate();
    else if (watched.silent > 0 && webSocket.readyState === webSocket.OPEN) webSocket.ping();
  }
}
