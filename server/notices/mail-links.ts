// Links in mails that work without signing in: each for one address and one purpose, and nobody can make one but this
// server, not even the player who has added the address.
import { createHmac, hkdfSync } from 'node:crypto';
import { sameSecret } from '../process/chance.ts';

export const MAIL_PURPOSES = ['confirm', 'stop'] as const;
export type MailPurpose = (typeof MAIL_PURPOSES)[number];

const MAC_BYTES = 16;
const TOKEN = /^([a-z\d]{1,64})\.([\w-]{22})$/;

export class MailLinks {
  readonly #key: Uint8Array;
  readonly #origin: string;

  /** `origin`: where the links lead. */
  constructor(serverKey: Uint8Array, origin: string) {
    this.#key = new Uint8Array(hkdfSync('sha256', serverKey, '', 'quayside mail links', 32));
    this.#origin = origin;
  }

  to(purpose: MailPurpose, targetId: string): string {
    return `${this.#origin}/mail/${purpose}/${targetId}.${this.#macOf(purpose, targetId)}`;
  }

  /** The target that the last part of such a link names; `undefined`: it is none of ours. */
  read(purpose: MailPurpose, token: string): string | undefined {
    const [, targetId, mac = ''] = TOKEN.exec(token) ?? [];
    if (targetId === undefined || !sameSecret(mac, this.#macOf(purpose, targetId))) return undefined;
    return targetId;
  }

  #macOf(purpose: MailPurpose, targetId: string): string {
    const mac = createHmac('sha256', this.#key).update(`${purpose} ${targetId}`).digest();
    return mac.subarray(0, MAC_BYTES).toString('base64url');
  }
}
