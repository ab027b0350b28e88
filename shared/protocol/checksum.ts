// A checksum of the synchronized state as one client has it: the server's tells the client whether it decoded the same.
import { canonicalJson } from '../kernel/canonical.ts';

/** CRC-32, as in zip files, of the canonical JSON in UTF-8. */
export function checksumOf(state: unknown): number {
  let rest = -1;
  for (const byte of utf8Of(canonicalJson(state))) {
    rest ^= byte;
    for (let bit = 0; bit < 8; bit++) rest = (rest >>> 1) ^ (rest & 1 ? 0xedb8_8320 : 0);
  }
  return ~rest >>> 0;
}

/** Here there is no encoder. */
function utf8Of(text: string): number[] {
  const bytes: number[] = [];
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    if (point < 0x80) bytes.push(point);
    else if (point < 0x800) bytes.push(0xc0 | (point >> 6), 0x80 | (point & 0x3f));
    else {
      if (point < 0x1_0000) bytes.push(0xe0 | (point >> 12));
      else bytes.push(0xf0 | (point >> 18), 0x80 | ((point >> 12) & 0x3f));
      bytes.push(0x80 | ((point >> 6) & 0x3f), 0x80 | (point & 0x3f));
    }
  }
  return bytes;
}
