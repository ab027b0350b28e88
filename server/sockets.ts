// Open sockets and pending requests per address, and refusing an upgrade.
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { statusOf } from '../shared/protocol/status.ts';
import type { ProblemCode } from './problem.ts';

interface Closable {
  once(event: 'close', listener: () => void): unknown;
  destroy(): unknown;
}

export class OpenCounter {
  readonly #most: number;
  readonly #byKey = new Map<string, number>();
  readonly #open = new Set<Closable>();

  constructor(mostPerKey: number) {
    this.#most = mostPerKey;
  }

  get count(): number {
    return this.#open.size;
  }

  /** Counts it until it closes; refuses it if its address has too many. */
  admit(key: string, item: Closable): boolean {
    const held = this.#byKey.get(key) ?? 0;
    if (held >= this.#most) return false;
    this.#byKey.set(key, held + 1);
    this.#open.add(item);
    item.once('close', () => {
      this.#open.delete(item);
      const left = (this.#byKey.get(key) ?? 1) - 1;
      if (left === 0) this.#byKey.delete(key);
      else this.#byKey.set(key, left);
    });
    return true;
  }

  destroyAll(): void {
    for (const item of this.#open) item.destroy();
  }
}

/** Clients read only the code: browsers do not even show scripts the status. */
export function refuseUpgrade(socket: Duplex, code: ProblemCode): void {
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
