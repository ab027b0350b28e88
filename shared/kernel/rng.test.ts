import { createCipheriv } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { below, createRng, isSeed, pick, shuffle, shuffled, spawnSeed } from './rng.ts';

const SEED = '000102030405060708090a0b0c0d0e0f';

// Every deal of every stored match depends on these values: a change to one requires a new `rulesVersion` of
// all games.
describe('golden values:', () => {
  test.each([SEED, 'f0e1d2c3b4a5968778695a4b3c2d1e0f'])(
    'the stream is ChaCha20 with the seed twice as key, nonce 0, counter from 0, little-endian words: %s',
    (seed) => {
      const key = Buffer.from(seed + seed, 'hex');
      const stream = createCipheriv('chacha20', key, Buffer.alloc(16)).update(Buffer.alloc(4 * 100));
      const rng = createRng(seed);
      for (let n = 0; n < 100; n++) expect(below(rng, 0x1_0000_0000)).toBe(stream.readUInt32LE(4 * n));
      expect(rng).toEqual({ seed, drawn: 100 });
    },
  );

  test('draws: the remainder of a word; words that would favour small numbers are skipped', () => {
    const rng = createRng(SEED);
    const drawn = [1, 2, 6, 10, 52, 97, 1000, 65_536, 3_000_000_000, 0x1_0000_0000].map((bound) => [
      below(rng, bound),
      below(rng, bound),
    ]);
    expect(drawn).toEqual([
      [0, 0],
      [0, 0],
      [2, 1],
      [3, 2],
      [34, 30],
      [34, 2],
      [715, 698],
      [15_135, 65_050],
      [1_196_265_916, 918_376_921],
      [77_105_071, 579_426_134],
    ]);
    // Twenty numbers, and two words rejected as too large for an unbiased draw below 3,000,000,000.
    expect(rng.drawn).toBe(22);
  });

  test('words from the largest multiple of the bound on are skipped, no others', () => {
    const words = createRng(SEED);
    for (let n = 0; n < 40; n++) {
      const word = below(words, 0x1_0000_0000);
      if (word < 0x8000_0000) continue;
      const skipping = { seed: SEED, drawn: n };
      expect(below(skipping, word)).toBeLessThan(word);
      expect(skipping.drawn).toBeGreaterThan(n + 1);
      expect(below({ seed: SEED, drawn: n }, word + 1)).toBe(word);
    }
  });

  test('shuffles, picks and seeds of further generators', () => {
    const rng = createRng(SEED);
    const items = Array.from({ length: 20 }, (_, n) => n);
    shuffle(rng, items);
    expect(items).toEqual([4, 12, 2, 7, 15, 9, 16, 3, 11, 5, 1, 18, 0, 13, 10, 19, 8, 14, 6, 17]);
    shuffle(rng, items);
    expect(items).toEqual([13, 8, 11, 17, 4, 3, 14, 6, 15, 2, 1, 9, 18, 7, 16, 5, 19, 10, 0, 12]);
    expect([pick(rng, ['a', 'b', 'c', 'd', 'e']), pick(rng, ['a', 'b', 'c', 'd', 'e'])]).toEqual(['b', 'd']);
    expect(spawnSeed(rng)).toBe('08f0ba4580c1c79419403b92d329a282');
    expect(rng.drawn).toBe(44);
  });
});

test('the state is plain data: a revived generator continues where the old one was', () => {
  const rng = createRng(SEED);
  for (let i = 0; i < 40; i++) below(rng, 7);
  const revived = JSON.parse(JSON.stringify(rng)) as typeof rng;
  expect(below(revived, 1_000_000)).toBe(below(rng, 1_000_000));
  expect(spawnSeed(revived)).toBe(spawnSeed(rng));
});

test('a shuffle keeps every item, and every position is about equally likely', () => {
  const rng = createRng(SEED);
  const firsts = [0, 0, 0, 0, 0];
  for (let n = 0; n < 5000; n++) {
    const items = [0, 1, 2, 3, 4];
    shuffle(rng, items);
    expect([...items].sort()).toEqual([0, 1, 2, 3, 4]);
    firsts[items[0] as number] = (firsts[items[0] as number] as number) + 1;
  }
  for (const count of firsts) expect(Math.abs(count - 1000)).toBeLessThan(150);
});

test('shuffled leaves the original unchanged, and draws like a shuffle', () => {
  const items = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  const inPlace = items.slice();
  shuffle(createRng(SEED), inPlace);
  expect(shuffled(createRng(SEED), items)).toEqual(inPlace);
  expect(shuffled(createRng(SEED), new Set(items).values())).toEqual(inPlace);
  expect(items.join('')).toBe('abcdefg');
  expect(inPlace).not.toEqual(items);
});

test('a seed is 32 hexadecimal digits', () => {
  expect(isSeed(SEED)).toBe(true);
  for (const wrong of ['', 'abc', SEED.toUpperCase(), `${SEED}0`]) {
    expect(isSeed(wrong)).toBe(false);
    expect(() => createRng(wrong)).toThrow();
  }
});
