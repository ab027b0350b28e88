// The seal of requests between processes of a cluster: only a holder of the common key can state the client's
// address. A sealed request was checked and counted by the process that received it. The seal is bound to
// receiver, method, target, address, token, body and time, and valid once, so it is useless for any other request.
import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { randomBytes } from '../../../rooms/clockwork.ts';
import { Recent } from '../../../rooms/show/recent.ts';
import type { Opened } from '../../http/arrival.ts';

export const SEAL_HEADER = 'x-quayside-peer';

/** A seal is dated by the database's time, which processes learn at nearly the same moment. */
const VALID_MS = 30_000;
/** Seals that were used; if there are more within the time they are valid for, the oldest are forgotten. */
const REMEMBERED = 100_000;
const FORGOTTEN_AT_ONCE = 10;
const SEAL = /^(\d{1,15})\.([\w-]{16})\.([\w-]{0,128})\.([\w-]{43})\.(\d{1,16})\.([\w-]{43})$/;

interface Sealed {
  readonly method: string;
  readonly target: string;
  /** The client's address, as seen by the process it is connected to. */
  readonly address: string;
  /** The header `Authorization`. */
  readonly token: string | undefined;
  readonly body: Buffer;
  /** The number of the receiving process. */
  readonly to: number;
}

export class Seals {
  readonly #key: Uint8Array;
  readonly #now: () => number;
  /** When they were made. */
  readonly #used = new Recent<string, number>(REMEMBERED);

  /** `secret`: the key of the identities, which all processes share. */
  constructor(secret: Uint8Array, now: () => number) {
    this.#key = new Uint8Array(hkdfSync('sha256', secret, '', 'quayside: requests between processes', 32));
    this.#now = now;
  }

  /** The value of the header. */
  seal({ method, target, address, token = '', body, to }: Sealed): string {
    const time = String(this.#now());
    // Two requests of one millisecond may be alike.
    const nonce = randomBytes(12).toString('base64url');
    const from = Buffer.from(address).toString('base64url');
    const digest = digestOf(body);
    const parts = [time, nonce, from, digest, String(to)];
    return [...parts, this.#mark([...parts, method, target, token])].join('.');
  }

  /**
   * `undefined`: forged, altered or used before; `misdirected`: genuine, but for another process; `untimely`: genuine,
   * but of another time.
   */
  open(
    header: string,
    { method, target, token = '', to }: Pick<Sealed, 'method' | 'target' | 'token' | 'to'>,
  ): Opened | 'misdirected' | 'untimely' | undefined {
    const [, time = '', nonce = '', from = '', digest = '', receiver = '', mark = ''] =
      SEAL.exec(header) ?? [];
    const expected = this.#mark([time, nonce, from, digest, receiver, method, target, token]);
    const isGenuine =
      mark.length === expected.length && timingSafeEqual(Buffer.from(mark), Buffer.from(expected));
    if (!isGenuine) return undefined;
    if (Math.abs(this.#now() - Number(time)) > VALID_MS) return 'untimely';
    if (receiver !== String(to)) return 'misdirected';
    if (this.#used.get(mark) !== undefined) return undefined;
    this.#used.forgetOldest(FORGOTTEN_AT_ONCE, (made) => this.#now() - made > VALID_MS);
    this.#used.set(mark, Number(time));
    return { address: Buffer.from(from, 'base64url').toString(), digest };
  }

  /** None of the parts contains a line break. */
  #mark(parts: readonly string[]): string {
    return createHmac('sha256', this.#key).update(parts.join('\n')).digest('base64url');
  }
}

export function digestOf(body: Buffer): string {
  return createHash('sha256').update(body).digest('base64url');
}
