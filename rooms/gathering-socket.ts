// A WebSocket that writes what it is given in one turn of the event loop at once: a system call and
// a packet per client and turn, where each message alone would take one (docs/performance.md).
import type { Socket } from 'node:net';
import { WebSocket } from 'ws';

const BINARY = 0x82;
const LONG = 126;
const HUGE = 127;

type Send = (data: unknown, options?: unknown, done?: unknown) => void;

export class GatheringSocket extends WebSocket {
  /** Whole frames, copied: who sends may use the buffer again at once. */
  #frames: Buffer[] = [];
  #bytes = 0;

  override send(data: unknown, options?: unknown, done?: unknown): void {
    if (!isPlain(data, options) || done !== undefined || this.readyState !== WebSocket.OPEN) {
      this.#flush();
      (super.send as Send).call(this, data, options, done);
      return;
    }
    if (this.#frames.length === 0) process.nextTick(() => this.#flush());
    const frame = frameOf(data);
    this.#frames.push(frame);
    this.#bytes += frame.length;
  }

  override close(code?: number, data?: string | Buffer): void {
    this.#flush();
    super.close(code, data);
  }

  #flush(): void {
    const [first] = this.#frames;
    if (first === undefined) return;
    const all = this.#frames.length === 1 ? first : Buffer.concat(this.#frames, this.#bytes);
    this.#frames = [];
    this.#bytes = 0;
    // Gone meanwhile: what was to be said is lost, as with any broken connection.
    (this as unknown as { _socket?: Socket })._socket?.write(all);
  }
}

/** Nothing about it is special: a whole binary message, as Colyseus sends them. */
function isPlain(data: unknown, options: unknown): data is Uint8Array {
  if (!(data instanceof Uint8Array) || typeof options === 'function') return false;
  const { binary = true, fin = true } = (options ?? {}) as { binary?: boolean; fin?: boolean };
  return binary && fin;
}

/** A whole binary message as one frame, as servers send it: not masked (RFC 6455, 5.2). */
function frameOf(data: Uint8Array): Buffer {
  const { length } = data;
  const header = length < LONG ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(header + length);
  frame[0] = BINARY;
  if (header === 2) frame[1] = length;
  else if (header === 4) {
    frame[1] = LONG;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = HUGE;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.set(data, header);
  return frame;
}
