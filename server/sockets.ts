// Upgraded connections: how many each address has, and closing them all at the end.
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

export class SocketCounter {
  readonly #most: number;
  readonly #byKey = new Map<string, number>();
  readonly #open = new Set<Duplex>();

  constructor(mostPerKey: number) {
    this.#most = mostPerKey;
  }

  get count(): number {
    return this.#open.size;
  }

  /** Counts the socket until it closes; refuses it where its address has too many. */
  admit(key: string, socket: Duplex): boolean {
    const held = this.#byKey.get(key) ?? 0;
    if (held >= this.#most) return false;
    this.#byKey.set(key, held + 1);
    this.#open.add(socket);
    socket.once('close', () => {
      this.#open.delete(socket);
      const left = (this.#byKey.get(key) ?? 1) - 1;
      if (left === 0) this.#byKey.delete(key);
      else this.#byKey.set(key, left);
    });
    return true;
  }

  destroyAll(): void {
    for (const socket of this.#open) socket.destroy();
  }
}

export function refuseUpgrade(socket: Duplex, status: number): void {
  socket.on('error', () => socket.destroy());
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
  );
}
