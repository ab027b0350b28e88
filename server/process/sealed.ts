// Texts that are encrypted with a key which follows from the server's own: others can neither read nor change them.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';
import { randomBytes } from '../../rooms/clockwork.ts';

const IV_BYTES = 12;
const TAG_BYTES = 16;

export class Sealed {
  readonly #key: Uint8Array;

  /** Keys for different purposes have nothing in common. */
  constructor(key: Uint8Array, purpose: string) {
    this.#key = new Uint8Array(hkdfSync('sha256', key, '', purpose, 32));
  }

  /** The same for the same text, and nobody else can say of which. */
  markOf(text: string): string {
    return createHmac('sha256', this.#key).update(text).digest('base64url');
  }

  /** `about`: what it belongs to, which it can only be opened for. */
  seal(about: string, plain: string): Buffer {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#key, iv).setAAD(Buffer.from(about));
    const body = Buffer.concat([cipher.update(plain), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), body]);
  }

  /** `undefined`: sealed with another key, for something else, or damaged. */
  open(about: string, sealed: Buffer): string | undefined {
    try {
      const decipher = createDecipheriv('aes-256-gcm', this.#key, sealed.subarray(0, IV_BYTES))
        .setAAD(Buffer.from(about))
        .setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      const body = sealed.subarray(IV_BYTES + TAG_BYTES);
      return Buffer.concat([decipher.update(body), decipher.final()]).toString();
    } catch {
      return undefined;
    }
  }
}
