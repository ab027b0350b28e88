// SHA-256 (FIPS 180-4) for programs without a synchronous one of their own, such as browsers.
import { utf8Of } from './utf8.ts';

const BLOCK = 64;
const WORDS = 16;
const ROUNDS = 64;

/** The first 32 bits of the fractional parts of roots of the first primes, which the standard prescribes. */
const START = fractionsOf(8, (prime) => Math.sqrt(prime));
const ROUND = fractionsOf(ROUNDS, (prime) => Math.cbrt(prime));

/** The hash of a text in UTF-8, in hexadecimal digits. */
export function sha256(text: string): string {
  const message = padded(utf8Of(text));
  const sum = START.slice();
  const schedule = new Uint32Array(ROUNDS);
  for (let at = 0; at < message.byteLength; at += BLOCK) {
    for (let i = 0; i < WORDS; i++) schedule[i] = message.getUint32(at + 4 * i);
    compress(sum, schedule);
  }
  return Array.from(sum, (word) => word.toString(16).padStart(8, '0')).join('');
}

/** With a bit after the message, zeros, and its length in bits at the end of the last block. */
function padded(bytes: readonly number[]): DataView {
  const length = Math.ceil((bytes.length + 9) / BLOCK) * BLOCK;
  const message = new Uint8Array(length);
  message.set(bytes);
  message[bytes.length] = 0x80;
  const view = new DataView(message.buffer);
  view.setBigUint64(length - 8, BigInt(bytes.length) * 8n);
  return view;
}

/** The names are those of the standard. */
function compress(sum: Uint32Array, w: Uint32Array): void {
  const word = (i: number) => w[i] as number;
  for (let i = WORDS; i < ROUNDS; i++) {
    const near = turned(word(i - 2), 17) ^ turned(word(i - 2), 19) ^ (word(i - 2) >>> 10);
    const far = turned(word(i - 15), 7) ^ turned(word(i - 15), 18) ^ (word(i - 15) >>> 3);
    w[i] = near + word(i - 7) + far + word(i - 16);
  }
  let [a, b, c, d, e, f, g, h] = sum as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  for (let i = 0; i < ROUNDS; i++) {
    const chosen = (e & f) ^ (~e & g);
    const first =
      h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + chosen + (ROUND[i] as number) + word(i);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + majority;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) sum[i] = (sum[i] as number) + word;
}

/** Rotated to the right. */
function turned(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

function fractionsOf(count: number, root: (prime: number) => number): Uint32Array {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n++) if (primes.every((prime) => n % prime > 0)) primes.push(n);
  return Uint32Array.from(primes, (prime) => (root(prime) % 1) * 2 ** 32);
}
