// Short codes: how they are made, shared and forgotten.
import { expect, test } from '@jest/globals';
import { OwnMemory, SPOKEN_CODE, SpokenCodes } from './spoken-codes.ts';

const MINUTE = 60_000;

function codes(picks: readonly number[] = []) {
  let now = 1_000_000;
  let at = 0;
  const memory = new OwnMemory(() => now);
  const pick = (bound: number) => {
    at += 1;
    return (picks[at - 1] ?? at * 7) % bound;
  };
  const later = (ms: number) => {
    now += ms;
  };
  return { made: new SpokenCodes({ memory, now: () => now, pick }), later };
}

test('a code leads to its invitation, for a quarter of an hour', async () => {
  const { made, later } = codes();
  const { code, expiresAt } = await made.of('match.secret');
  expect(code).toMatch(SPOKEN_CODE);
  expect(expiresAt).toBe(1_000_000 + 15 * MINUTE);
  later(15 * MINUTE - 1);
  expect(await made.invitation(code)).toBe('match.secret');
  later(1);
  expect(await made.invitation(code)).toBeUndefined();
});

test('all at a table get the same code while it has time left, then a new one', async () => {
  const { made, later } = codes();
  const first = await made.of('match.secret');
  later(7 * MINUTE);
  expect(await made.of('match.secret')).toEqual(first);
  later(MINUTE);
  const second = await made.of('match.secret');
  expect(second.code).not.toBe(first.code);
  expect(await made.invitation(first.code)).toBe('match.secret');
});

test('a code that is taken is not given again', async () => {
  const same = [1, 2, 3, 4, 5, 6];
  const { made } = codes([...same, ...same, 7, 8, 9, 10, 11, 12]);
  const one = await made.of('one');
  const other = await made.of('other');
  expect(other.code).not.toBe(one.code);
  expect(await made.invitation(one.code)).toBe('one');
  expect(await made.invitation(other.code)).toBe('other');
});

test('without a free code it fails, and takes none', async () => {
  const { made } = codes(Array.from({ length: 200 }, () => 3));
  const { code } = await made.of('one');
  await expect(made.of('other')).rejects.toThrow('no code is free');
  expect(await made.invitation(code)).toBe('one');
});
