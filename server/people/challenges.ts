// Challenges that authenticators sign: they prove themselves what they are for and until when, so that strangers may ask
// for any number of them and nothing is kept.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { randomBytes } from '../../rooms/clockwork.ts';

export const CHALLENGE_MS = 5 * 60_000;
const NONCE_BYTES = 16;
const TIME_BYTES = 6;
const MAC_BYTES = 16;

export class Challenges {
  readonly #key: Buffer;
  readonly #now: () => number;

  constructor(key: Uint8Array, now: () => number) {
    this.#key = createHmac('sha256', key).update('quayside: challenges of passkeys').digest();
    this.#now = now;
  }

  make(about: readonly string[]): string {
    const head = Buffer.alloc(NONCE_BYTES + TIME_BYTES);
    randomBytes(NONCE_BYTES).copy(head);
    head.writeUIntBE(this.#now() + CHALLENGE_MS, NONCE_BYTES, TIME_BYTES);
    return Buffer.concat([head, this.#proofOf(head, about)]).toString('base64url');
  }

  isOurs(challenge: string, about: readonly string[]): boolean {
    const bytes = Buffer.from(challenge, 'base64url');
    if (bytes.length !== NONCE_BYTES + TIME_BYTES + MAC_BYTES) return false;
    // Another spelling of the same bytes would be another challenge.
    if (bytes.toString('base64url') !== challenge) return false;
    const head = bytes.subarray(0, NONCE_BYTES + TIME_BYTES);
    if (!timingSafeEqual(bytes.subarray(head.length), this.#proofOf(head, about))) return false;
    return head.readUIntBE(NONCE_BYTES, TIME_BYTES) > this.#now();
  }

  #proofOf(head: Buffer, about: readonly string[]): Buffer {
    const text = JSON.stringify(about);
    return createHmac('sha256', this.#key).update(head).update(text).digest().subarray(0, MAC_BYTES);
  }
}
