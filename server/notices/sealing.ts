// Addresses and secrets of targets, encrypted: a copy of the database alone reveals none.
import { z } from 'zod';
import { subscriptionKeys } from '../../shared/protocol/notices.ts';
import { jsonIn } from '../process/json.ts';
import { Sealed } from '../process/sealed.ts';

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

export class Sealing {
  readonly #sealed: Sealed;

  constructor(key: Uint8Array) {
    this.#sealed = new Sealed(key, 'quayside notice targets');
  }

  /** The same for the same text, and nobody else can say of which. */
  markOf(text: string): string {
    return this.#sealed.markOf(text);
  }

  seal(targetId: string, plain: Address): string {
    return this.#sealed.seal(targetId, JSON.stringify(plain)).toString('base64');
  }

  /** `undefined`: sealed with another key, for another target, or damaged. */
  open(targetId: string, sealed: string): Address | undefined {
    const plain = this.#sealed.open(targetId, Buffer.from(sealed, 'base64'));
    return address.safeParse(jsonIn(plain ?? '')).data;
  }
}
