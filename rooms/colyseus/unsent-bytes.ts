// Bytes not yet read by the peers: a limit per connection, and one for all together.
// Counted at the TCP connection, below every transport and kind of message.
import type { Socket } from 'node:net';
import type { Log, RoomMetrics, UnsentBytes } from '../ports.ts';

/** If all together exceed their limit, enough connections are closed to leave some room. */
const RELIEVED = 0.75;

interface UnsentLimits {
  readonly maxUnsentBytes: number;
  readonly maxUnsentBytesOfAll: number;
}

interface UnsentDeps {
  readonly limits: UnsentLimits;
  readonly log: Log;
  readonly metrics: Pick<RoomMetrics, 'slowConsumerCut'>;
}

type Bytes = () => number;
type Write = (...parts: unknown[]) => boolean;

export class Unsent implements UnsentBytes {
  readonly #deps: UnsentDeps;
  /** Connections with unsent bytes, and their number at the last check. */
  readonly #waiting = new Map<Socket, number>();
  /** Bytes waiting for a connection outside its socket. */
  readonly #held = new WeakMap<Socket, Bytes>();
  #total = 0;

  constructor(deps: UnsentDeps) {
    this.#deps = deps;
  }

  /** From now on everything written to this connection is counted. */
  watch(socket: Socket): void {
    const write = socket.write.bind(socket) as Write;
    const counted: Write = (...parts) => {
      const piece = parts[0] as { readonly length: number };
      // Before the write: an answer may exceed the limit if it is read before the next one.
      if (piece.length > 0 && this.#isOver(socket)) return false;
      const more = write(...parts);
      this.#count(socket);
      return more;
    };
    socket.write = counted as Socket['write'];
    socket.once('close', () => this.#note(socket, 0));
  }

  /** Messages queued until the peer is ready count like those in the socket. */
  holds(socket: Socket, bytes: Bytes): void {
    this.#held.set(socket, bytes);
  }

  /** Call it when more is queued for a connection. */
  holdsMore(socket: Socket): void {
    if (!this.#isOver(socket)) this.#count(socket);
  }

  #count(socket: Socket): void {
    if (socket.destroyed) return;
    this.#note(socket, this.#bytesOf(socket));
    if (this.#total > this.#deps.limits.maxUnsentBytesOfAll) this.#relieve();
  }

  /** Closes the connection if its limit is reached. */
  #isOver(socket: Socket): boolean {
    const bytes = this.#bytesOf(socket);
    if (bytes <= this.#deps.limits.maxUnsentBytes || socket.destroyed) return false;
    this.#cut(socket, bytes, 'connection');
    return true;
  }

  #bytesOf(socket: Socket): number {
    return socket.writableLength + (this.#held.get(socket)?.() ?? 0);
  }

  #note(socket: Socket, bytes: number): void {
    this.#total += bytes - (this.#waiting.get(socket) ?? 0);
    if (bytes > 0) this.#waiting.set(socket, bytes);
    else this.#waiting.delete(socket);
  }

  /** Those with the most first: clients that read have almost nothing waiting. */
  #relieve(): void {
    const most = this.#deps.limits.maxUnsentBytesOfAll;
    for (const socket of [...this.#waiting.keys()]) this.#note(socket, this.#bytesOf(socket));
    if (this.#total <= most) return;
    const greediest = [...this.#waiting].sort(([, a], [, b]) => b - a);
    for (const [socket, bytes] of greediest) {
      if (this.#total <= most * RELIEVED) return;
      this.#cut(socket, bytes, 'process');
    }
  }

  #cut(socket: Socket, bytes: number, bound: 'connection' | 'process'): void {
    this.#deps.metrics.slowConsumerCut(bound);
    this.#deps.log.warn({ bytes, bound }, 'slow consumer disconnected');
    socket.destroy();
    this.#note(socket, 0);
  }
}
