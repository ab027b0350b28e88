// Open sockets and pending requests per address, and refusing an upgrade.
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { nowhere } from '../../rooms/berth/alone.ts';
import type { CountElsewhere } from '../../rooms/berth/cluster.ts';
import { statusOf } from '../../shared/protocol/status.ts';

interface Closable {
  once(event: 'close', listener: () => void): unknown;
  destroy(): unknown;
}

export class OpenCounter {
  readonly #most: number;
  readonly #elsewhere: CountElsewhere;
  readonly #byKey = new Map<string, number>();
  readonly #open = new Set<Closable>();

  constructor(mostPerKey: number, elsewhere = nowhere) {
    this.#most = mostPerKey;
    this.#elsewhere = elsewhere;
  }

  get count(): number {
    return this.#open.size;
  }

  /** Counts it until it closes; refuses it if its address has too many. */
  admit(key: string, item: Closable): boolean {
    const held = this.#byKey.get(key) ?? 0;
    if (held + this.#elsewhere.count(key) >= this.#most) {
      this.#elsewhere.note(key, held);
      return false;
    }
    this.#set(key, held + 1);
    this.hold(item);
    item.once('close', () => this.#set(key, (this.#byKey.get(key) ?? 1) - 1));
    return true;
  }

  /** One that another process has counted for its address. */
  hold(item: Closable): void {
    this.#open.add(item);
    item.once('close', () => this.#open.delete(item));
  }

  destroyAll(): void {
    for (const item of this.#open) item.destroy();
  }

  #set(key: string, count: number): void {
    if (count === 0) this.#byKey.delete(key);
    else this.#byKey.set(key, count);
    this.#elsewhere.note(key, count);
  }
}

/** Clients read only the code: browsers do not even show scripts the status. */
export function refuseUpgrade(socket: Duplex, code: string): void {
  const status = statusOf(code);
  const body = JSON.stringify({ status, code });
  socket.on('error', () => socket.destroy());
  // The peer might never close its half.
  socket.once('finish', () => socket.destroy());
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      'Connection: close',
      'Content-Type: application/problem+json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
  );
}
