import { expect, test } from '@jest/globals';
import { below, createRng, isSeed, shuffle, spawnSeed } from './rng.ts';

const SEED = '000102030405060708090a0b0c0d0e0f';

test('the same seed gives the same numbers, on any machine', () => {
  const rng = createRng(SEED);
  expect(Array.from({ length: 8 }, () => below(rng, 1000))).toEqual([537, 895, 320, 552, 934, 795, 163, 322]);
});

test('the state is plain data: a revived generator goes on where the old one was', () => {
  const rng = createRng(SEED);
  for (let i = 0; i < 40; i++) below(rng, 7);
  const revived = JSON.parse(JSON.stringify(rng)) as typeof rng;
  expect(below(revived, 1_000_000)).toBe(below(rng, 1_000_000));
  expect(spawnSeed(revived)).toBe(spawnSeed(rng));
});

test('a shuffle keeps every item and gives each place about equally often', () => {
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

test('a seed is 32 hexadecimal digits', () => {
  expect(isSeed(SEED)).toBe(true);
  for (const wrong of ['', 'abc', SEED.toUpperCase(), `${SEED}0`]) {
    expect(isSeed(wrong)).toBe(false);
    expect(() => createRng(wrong)).toThrow();
  }
});
