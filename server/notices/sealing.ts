// Addresses and secrets of targets, encrypted with a key that follows from the server's own: a copy of the database
// alone reveals none.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';
import { z } from 'zod';
import { randomBytes } from '../../rooms/clockwork.ts';
import { subscriptionKeys } from '../../shared/protocol/notices.ts';

const address = z.strictObject({
  /** Of mail: `mailto:` and the address. */
  url: z.string(),
  token: z.string().optional(),
  /** Signs the bodies. */
  secret: z.string().optional(),
  /** Of a browser. */
  keys: subscriptionKeys.optional(),
  /** Where links lead. */
  origin: z.string(),
});
export type Address = z.infer<typeof address>;

const MAIL = 'mailto:';

export function mailUrlOf(address: string): string {
  return `${MAIL}${address}`;
}

/** `undefined`: it is no address of mail. */
export function mailAddressIn(address: Address | undefined): string | undefined {
  return address?.url.startsWith(MAIL) === true ? address.url.slice(MAIL.length) : undefined;
}

const IV_BYTES = 12;
const TAG_BYTES = 16;

export class Sealing {
  readonly #key: Uint8Array;

  constructor(key: Uint8Array) {
    this.#key = new Uint8Array(hkdfSync('sha256', key, '', 'quayside notice targets', 32));
  }

  /** The same for the same text, and nobody else can say of which. */
  markOf(text: string): string {
    return createHmac('sha256', this.#key).update(text).digest('base64url');
  }

  seal(targetId: string, plain: Address): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#key, iv).setAAD(Buffer.from(targetId));
    const body = Buffer.concat([cipher.update(JSON.stringify(plain)), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64');
  }

  /** `undefined`: sealed with another key, for another target, or damaged. */
  open(targetId: string, sealed: string): Address | undefined {
    const bytes = Buffer.from(sealed, 'base64');
    try {
      const decipher = createDecipheriv('aes-256-gcm', this.#key, bytes.subarray(0, IV_BYTES))
        .setAAD(Buffer.from(targetId))
        .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      const plain = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
      return address.parse(JSON.parse(plain.toString()));
    } catch {
      return undefined;
    }
  }
}
