// The choice of the thread: as wanted, or by the time that a commit takes here.
import { join } from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { matchRow } from '../../rooms/testing/rows.ts';
import { type Scratch, scratch } from '../testing/scratch.ts';
import { openStore } from './open.ts';
import { SqliteStore } from './sqlite.ts';
import { StoreThread } from './threaded.ts';

let place: Scratch;
let file: string;
beforeEach(() => {
  place = scratch();
  file = join(place.folder, 'quayside.sqlite');
});
afterEach(() => {
  jest.restoreAllMocks();
  place.remove();
});

/** Lets every commit at the start seem to take so long. */
const commitsOf = (ms: number) => {
  let time = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => {
    time += ms / 4;
    return time;
  });
};

test.each([
  ['on', StoreThread],
  ['off', SqliteStore],
] as const)('%s is obeyed', async (wanted, kind) => {
  const { store, inThread, commitMs } = await openStore({ file }, wanted);
  expect(store).toBeInstanceOf(kind);
  expect([inThread, commitMs]).toEqual([wanted === 'on', undefined]);
  await store.create(matchRow('m1'));
  await store.close();
});

test.each([
  [0.4, SqliteStore],
  [40, StoreThread],
])('auto: commits of about %d ms', async (ms, kind) => {
  commitsOf(ms);
  const { store, inThread, commitMs } = await openStore({ file }, 'auto');
  jest.restoreAllMocks();
  expect(store).toBeInstanceOf(kind);
  expect(inThread).toBe(kind === StoreThread);
  expect(commitMs).toBeGreaterThan(0);
  await store.create(matchRow('m1'));
  expect((await store.load('m1'))?.matchId).toBe('m1');
  await store.close();
});

test.each(['auto', 'on', 'off'] as const)('%s: a second owner is refused', async (wanted) => {
  const { store } = await openStore({ file }, wanted);
  await expect(openStore({ file }, wanted)).rejects.toThrow(/in use by another Quayside/);
  await store.close();
});
