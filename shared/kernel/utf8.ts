// Texts as bytes, where there is no encoder.

/** Half of a pair becomes U+FFFD, as with every encoder. */
export function utf8Of(text: string): number[] {
  const bytes: number[] = [];
  for (const character of text) {
    const read = character.codePointAt(0) ?? 0;
    const point = read >= 0xd800 && read < 0xe000 ? 0xfffd : read;
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
