// The generator: ChaCha20 keyed by the seed, its whole state plain data. Unlike a fast
// statistical generator, its state cannot be recovered from the cards dealt (docs/adr/0004).
import { chacha20 } from '@noble/ciphers/chacha.js';

/** `seed`: 32 hex digits (128 bits). `drawn`: how many 32-bit words have been used so far. */
export interface Rng {
  seed: string;
  drawn: number;
}

const WORDS_PER_BLOCK = 16;
const NONCE = new Uint8Array(12);
const BLANK = new Uint8Array(WORDS_PER_BLOCK * 4);
const SEED_PATTERN = /^[0-9a-f]{32}$/;

export function isSeed(text: string): boolean {
  return SEED_PATTERN.test(text);
}

export function createRng(seed: string): Rng {
  if (!isSeed(seed)) throw new Error('a seed is 32 hexadecimal digits');
  return { seed, drawn: 0 };
}

/** A uniformly random integer from 0 to `bound` − 1. */
export function below(rng: Rng, bound: number): number {
  return drawBelow(rng, bound, wordSource(rng.seed));
}

/** Fisher–Yates, in place. */
export function shuffle<T>(rng: Rng, items: T[]): void {
  const words = wordSource(rng.seed);
  for (let last = items.length - 1; last > 0; last--) {
    const other = drawBelow(rng, last + 1, words);
    const moved = items[last] as T;
    items[last] = items[other] as T;
    items[other] = moved;
  }
}

/** The same items in random order, as a new list. */
export function shuffled<T>(rng: Rng, items: Iterable<T>): T[] {
  const list = [...items];
  shuffle(rng, list);
  return list;
}

export function pick<T>(rng: Rng, items: readonly T[]): T {
  if (items.length === 0) throw new Error('nothing to pick from');
  return items[below(rng, items.length)] as T;
}

/** A fresh seed drawn from this generator, for bots and tests that need one of their own. */
export function spawnSeed(rng: Rng): string {
  const words = wordSource(rng.seed);
  let seed = '';
  for (let i = 0; i < 4; i++)
    seed += words(rng.drawn++)
      .toString(16)
      .padStart(8, '0');
  return seed;
}

function drawBelow(rng: Rng, bound: number, words: (position: number) => number): number {
  if (!Number.isInteger(bound) || bound < 1 || bound > 0x1_0000_0000) {
    throw new Error(`no draw below ${bound}`);
  }
  // Words past the last full multiple of `bound` would bias the result towards small numbers: draw again.
  const limit = 0x1_0000_0000 - (0x1_0000_0000 % bound);
  for (;;) {
    const word = words(rng.drawn++);
    if (word < limit) return word % bound;
  }
}

/** Reads the key stream by word position and caches the last block. */
function wordSource(seed: string): (position: number) => number {
  const key = keyOf(seed);
  let current = -1;
  let block = new DataView(BLANK.buffer);
  return (position) => {
    const wanted = Math.floor(position / WORDS_PER_BLOCK);
    if (wanted !== current) {
      const bytes = chacha20(key, NONCE, BLANK, undefined, wanted);
      block = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      current = wanted;
    }
    return block.getUint32((position % WORDS_PER_BLOCK) * 4, true);
  };
}

/** The cipher needs a 256-bit key: the 128 bits of the seed, twice. */
function keyOf(seed: string): Uint8Array {
  const key = new Uint8Array(32);
  for (let i = 0; i < 16; i++) {
    const byte = Number.parseInt(seed.slice(i * 2, i * 2 + 2), 16);
    key[i] = byte;
    key[i + 16] = byte;
  }
  return key;
}
