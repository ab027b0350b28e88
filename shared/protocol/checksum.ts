// A checksum of the synchronized state as one client has it: the server's tells the client whether it decoded the same.
import { canonicalJson } from '../kernel/canonical.ts';
import { utf8Of } from '../kernel/utf8.ts';

/** CRC-32, as in zip files, of the canonical JSON in UTF-8. */
export function checksumOf(state: unknown): number {
  let rest = -1;
  for (const byte of utf8Of(canonicalJson(state))) {
    rest ^= byte;
    for (let bit = 0; bit < 8; bit++) rest = (rest >>> 1) ^ (rest & 1 ? 0xedb8_8320 : 0);
  }
  return ~rest >>> 0;
}
