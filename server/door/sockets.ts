// Open sockets, and refusing an upgrade.
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { CountElsewhere } from '../../rooms/berth/cluster.ts';
import { Tally } from '../../rooms/people/rate-limits.ts';
import { statusOf } from '../../shared/protocol/status.ts';

/** Each counts for its address until it closes. */
export class OpenSockets {
  readonly #byAddress: Tally;
  readonly #open = new Set<Duplex>();

  constructor(mostPerAddress: number, elsewhere: CountElsewhere) {
    this.#byAddress = new Tally(mostPerAddress, elsewhere);
  }

  get count(): number {
    return this.#open.size;
  }

  admit(key: string, socket: Duplex): boolean {
    if (!this.#byAddress.admit(key, socket)) return false;
    this.hold(socket);
    return true;
  }

  /** One that another process has counted for its address. */
  hold(socket: Duplex): void {
    this.#open.add(socket);
    socket.once('close', () => this.#open.delete(socket));
  }

  destroyAll(): void {
    for (const socket of this.#open) socket.destroy();
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
