// The seal of requests between processes of a cluster: only a holder of the common key can state the client's
// address. A sealed request was checked and counted by the process that received it. The seal is bound to
// receiver, method, target, address, body and time, so it is useless for any other request.
import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

export const SEAL_HEADER = 'x-quayside-peer';

/** A seal is dated by the database's time, which processes learn at nearly the same moment. */
const VALID_MS = 30_000;
const SEAL = /^(\d{1,15})\.([\w-]{0,128})\.([\w-]{43})\.(\d{1,16})\.([\w-]{43})$/;

export interface Sealed {
  readonly method: string;
  readonly target: string;
  /** The client's address, as seen by the process it is connected to. */
  readonly address: string;
  readonly body: Buffer;
  /** The number of the receiving process. */
  readonly to: number;
}

/** What a valid seal says. */
export interface Opened {
  readonly address: string;
  /** SHA-256 of the body, which arrives later. */
  readonly digest: string;
}

export class Seals {
  readonly #key: Uint8Array;
  readonly #now: () => number;

  /** `secret`: the key of the identities, which all processes share. */
  constructor(secret: Uint8Array, now: () => number) {
    this.#key = new Uint8Array(hkdfSync('sha256', secret, '', 'quayside: requests between processes', 32));
    this.#now = now;
  }

  /** The value of the header. */
  seal({ method, target, address, body, to }: Sealed): string {
    const time = String(this.#now());
    const from = Buffer.from(address).toString('base64url');
    const digest = digestOf(body);
    const parts = [time, from, digest, String(to)];
    return [...parts, this.#mark([...parts, method, target])].join('.');
  }

  /**
   * `undefined`: forged or altered; `misdirected`: genuine, but for another process; `untimely`: genuine, but of
   * another time.
   */
  open(
    header: string,
    { method, target, to }: Pick<Sealed, 'method' | 'target' | 'to'>,
  ): Opened | 'misdirected' | 'untimely' | undefined {
    const [, time = '', from = '', digest = '', receiver = '', mark = ''] = SEAL.exec(header) ?? [];
    const expected = this.#mark([time, from, digest, receiver, method, target]);
    const isGenuine =
      mark.length === expected.length && timingSafeEqual(Buffer.from(mark), Buffer.from(expected));
    if (!isGenuine) return undefined;
    if (Math.abs(this.#now() - Number(time)) > VALID_MS) return 'untimely';
    if (receiver !== String(to)) return 'misdirected';
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
