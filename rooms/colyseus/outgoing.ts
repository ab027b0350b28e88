// What leaves over a socket: gathered, without Colyseus' texts, and counted while nobody reads it.
//
// The messages of one turn of the event loop are one write: one system call and one packet per client and turn instead
// of one per message. Measured, three messages to each of 40 clients a turn: 5.7 µs of processor time per client and turn (medians of
// three runs: 5.7, 3.2, 6.2); 7.6 with the socket corked and each message copied; 18.3 with `ws` as it is, each
// message copied. Copying is necessary, since rooms encode into one shared buffer (`match-serializer.ts`).
import type { Socket } from 'node:net';
import { decode, type Iterator } from '@colyseus/schema';
import { type Client, ErrorCode, getMessageBytes, Protocol } from 'colyseus';
import { WebSocket } from 'ws';
import { isTableCode } from '../../shared/protocol/codes.ts';
import type { Log, RoomMetrics, UnsentBytes } from '../ports.ts';
import { connectionOf } from './internals.ts';

const BINARY = 0x82;
const LONG = 126;
const HUGE = 127;
const LONGEST_HEADER = 10;
/** Maximum gathered per client and turn: waiting bytes are counted by the socket, not here. */
const GATHERED_BYTES = 64 * 1024;
/** Enough for most turns. */
const USUAL_BYTES = 512;

type Send = (data: unknown, options?: unknown, done?: unknown) => void;

export class GatheringSocket extends WebSocket {
  static #waiting: GatheringSocket[] = [];
  /** Whole frames, copied, so that the sender can reuse its buffer immediately. */
  #gathered: Buffer | undefined;
  #length = 0;

  override send(data: unknown, options?: unknown, done?: unknown): void {
    if (!isPlain(data, options) || done !== undefined || this.readyState !== WebSocket.OPEN) {
      this.#flush();
      const told = data instanceof Uint8Array ? withoutInternals(data) : data;
      (super.send as Send).call(this, told, options, done);
    } else this.#gather(withoutInternals(data));
  }

  #gather(data: Uint8Array): void {
    const room = this.#roomFor(data.length + LONGEST_HEADER);
    this.#length = writeFrame(room, this.#length, data);
    if (this.#length >= GATHERED_BYTES) this.#flush();
  }

  /** The TCP connection below; none before the handshake and after the end. */
  get connection(): Socket | undefined {
    return connectionOf(this);
  }

  /** With a code only: Colyseus' texts are not for clients. */
  override close(code?: number): void {
    this.#flush();
    super.close(code);
  }

  #roomFor(more: number): Buffer {
    const needed = this.#length + more;
    let gathered = this.#gathered;
    if (gathered === undefined) {
      gathered = Buffer.allocUnsafe(Math.max(USUAL_BYTES, needed));
      if (GatheringSocket.#waiting.push(this) === 1) process.nextTick(GatheringSocket.#flushAll);
    } else if (gathered.length < needed) {
      const larger = Buffer.allocUnsafe(Math.max(2 * gathered.length, needed));
      gathered.copy(larger, 0, 0, this.#length);
      gathered = larger;
    }
    this.#gathered = gathered;
    return gathered;
  }

  #flush(): void {
    const gathered = this.#gathered;
    if (gathered === undefined) return;
    const length = this.#length;
    this.#gathered = undefined;
    this.#length = 0;
    // Closed meanwhile: the data is lost, as with any broken connection.
    this.connection?.write(gathered.subarray(0, length));
  }

  static #flushAll(this: void): void {
    const sockets = GatheringSocket.#waiting;
    GatheringSocket.#waiting = [];
    for (const socket of sockets) socket.#flush();
  }
}

/** An ordinary whole binary message, as Colyseus sends them. */
function isPlain(data: unknown, options: unknown): data is Uint8Array {
  if (!(data instanceof Uint8Array) || typeof options === 'function') return false;
  const { binary = true, fin = true } = (options ?? {}) as { binary?: boolean; fin?: boolean };
  return binary && fin;
}

/** A whole binary message as one frame, as servers send it: not masked (RFC 6455, 5.2). Returns its end. */
function writeFrame(target: Buffer, start: number, data: Uint8Array): number {
  const { length } = data;
  let at = target.writeUInt8(BINARY, start);
  if (length < LONG) at = target.writeUInt8(length, at);
  else if (length < 65_536) at = target.writeUInt16BE(length, target.writeUInt8(LONG, at));
  else at = target.writeBigUInt64BE(BigInt(length), target.writeUInt8(HUGE, at));
  target.set(data, at);
  return at + length;
}

/** Statuses of an answer to a request. */
const STATUS = { rejected: 1, error: 2 } as const;

/** A frame that may be sent: Colyseus sends the text of exceptions to clients, here a code replaces it. */
function withoutInternals(frame: Uint8Array): Uint8Array {
  if (frame[0] !== Protocol.ERROR) return frame;
  const at: Iterator = { offset: 1 };
  const number = decode.number(frame, at);
  const message = decode.string(frame, at);
  if (isTableCode(message)) return errorFrame(number, message);
  return number === ErrorCode.MATCHMAKE_EXPIRED
    ? errorFrame(number, 'reservation-expired')
    : errorFrame(500, 'internal-error');
}

function errorFrame(number: number, message: string): Uint8Array {
  return getMessageBytes[Protocol.ERROR](number, message);
}

/**
 * A request whose payload cannot be decoded is answered with the decoder's exception. From now on this
 * client gets `refusal` instead, as for any other bad payload.
 */
export function refuseUndecodable(client: Client, refusal: () => object): void {
  const enqueue = client.enqueueRaw.bind(client);
  client.enqueueRaw = (frame, options) => {
    if (frame[0] !== Protocol.ROOM_RESPONSE) return enqueue(frame, options);
    const at: Iterator = { offset: 1 };
    const request = decode.number(frame, at);
    if (frame[at.offset] !== STATUS.error) return enqueue(frame, options);
    enqueue(getMessageBytes[Protocol.ROOM_RESPONSE](request, STATUS.rejected, refusal()), options);
  };
}

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

/**
 * Bytes not yet read by the peers: a limit per connection, and one for all together. Counted at the TCP connection,
 * below every transport and kind of message.
 */
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
