// What Redis is told instead of addresses and players, which it only has to tell apart.
import { createHmac, hkdfSync } from 'node:crypto';

export type Alias = (key: string) => string;

/** Without the secret an address cannot be recovered from its alias, not even by trying all of them. */
export function aliasesOf(secret: Uint8Array): Alias {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'quayside: addresses and players in Redis', 32));
  return (text) => createHmac('sha256', key).update(text).digest('base64url').slice(0, 22);
}
