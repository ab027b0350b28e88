// What was handed to connections and not yet taken by the peer: a bound for each, and one for all of
// them together. It counts at the TCP connection, below every door and every kind of message.
import type { Socket } from 'node:net';
import type { Log, RoomMetrics, UnsentBytes } from './ports.ts';

/** Where all together have too much, so many are cut off that there is room again for a while. */
const RELIEVED = 0.75;

export interface UnsentLimits {
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
  /** Connections with something unsent, and how much it was when it was last looked at. */
  readonly #waiting = new Map<Socket, number>();
  /** What waits for a connection elsewhere than in its socket. */
  readonly #held = new WeakMap<Socket, Bytes>();
  #total = 0;

  constructor(deps: UnsentDeps) {
    this.#deps = deps;
  }

  /** Everything that is handed to this connection from now on is counted. */
  watch(socket: Socket): void {
    const write = socket.write.bind(socket) as Write;
    const counted: Write = (...parts) => {
      const piece = parts[0] as { readonly length: number };
      // Before the piece: an answer may be larger than the bound as long as it is taken before the next.
      if (piece.length > 0 && this.#isOver(socket)) return false;
      const more = write(...parts);
      this.#count(socket);
      return more;
    };
    socket.write = counted as Socket['write'];
    socket.once('close', () => this.#note(socket, 0));
  }

  /** Messages that wait until the peer is ready for them count like those in the socket. */
  holds(socket: Socket, bytes: Bytes): void {
    this.#held.set(socket, bytes);
  }

  /** To be called when more is held for a connection. */
  holdsMore(socket: Socket): void {
    if (!this.#isOver(socket)) this.#count(socket);
  }

  #count(socket: Socket): void {
    if (socket.destroyed) return;
    this.#note(socket, this.#bytesOf(socket));
    if (this.#total > this.#deps.limits.maxUnsentBytesOfAll) this.#relieve();
  }

  /** Cuts the connection off if so much waits for it that nothing more may. */
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

  /** Those with the most go first: whoever reads has next to nothing waiting. */
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
    this.#deps.log.warn({ bytes, bound }, 'slow consumer cut off');
    socket.destroy();
    this.#note(socket, 0);
  }
}
