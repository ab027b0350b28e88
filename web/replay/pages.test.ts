// The pages of a replay: whatever the server sends at once, every version can be reached, and memory is bounded.
import { expect, test } from '@jest/globals';
import type { GameTypes, HistoryPage, PastVersion } from '../../client/index.ts';
import { Pages } from './pages.ts';

/** A match of `newest` moves on a server that sends at most `most` versions at once. */
function server(newest: number, most: number) {
  const asked: [from: number, count: number][] = [];
  const state = { newest, failing: false };
  const read = (from: number, count: number): Promise<HistoryPage<GameTypes>> => {
    asked.push([from, count]);
    if (state.failing) return Promise.reject(new Error('offline'));
    const length = Math.max(0, Math.min(count, most, state.newest - from + 1));
    const versions = Array.from(
      { length },
      (_, step) => ({ version: from + step }) as PastVersion<GameTypes>,
    );
    return Promise.resolve({ newest: state.newest, versions } as unknown as HistoryPage<GameTypes>);
  };
  return { asked, state, pages: new Pages(read) };
}

const settled = async () => {
  for (let turn = 0; turn < 200; turn++) await Promise.resolve();
};

test.each([1, 3, 24, 1000])('pages of %i: every version is reached, from either end', async (most) => {
  const { pages } = server(300, most);
  for (const version of [0, 1, 2, 150, 149, 148, 300, 299, 7])
    expect((await pages.moveTo(version))?.version).toBe(version);
  expect(pages.newest).toBe(300);
});

test('neighbouring versions are loaded before they are needed, and requested once', async () => {
  const { pages, asked } = server(300, 24);
  await pages.moveTo(100);
  await settled();
  const before = asked.length;
  for (let version = 94; version <= 112; version++) expect(pages.at(version)?.version).toBe(version);
  for (let version = 101; version <= 110; version++) await pages.moveTo(version);
  await settled();
  expect(asked.length - before).toBeLessThanOrEqual(1);
});

test('a match of any length takes the memory of a short one', async () => {
  const { pages } = server(20_000, 1000);
  for (let version = 0; version <= 20_000; version += 9) await pages.moveTo(version);
  await settled();
  expect(pages.size).toBeLessThanOrEqual(200);
  expect((await pages.moveTo(3))?.version).toBe(3);
});

test('beyond the end is the end', async () => {
  const { pages } = server(12, 24);
  expect((await pages.moveTo(99_999))?.version).toBe(12);
});

test('after moving on, the former position is not reported', async () => {
  const { pages, asked } = server(300, 5);
  const all = await Promise.all([10, 90, 200, 270].map((version) => pages.moveTo(version)));
  expect(all.map((found) => found?.version)).toEqual([undefined, undefined, undefined, 270]);
  expect(asked.length).toBeLessThanOrEqual(4);
});

test('a failed page is reported to those who wait for it, and can be requested again', async () => {
  const { pages, state } = server(300, 24);
  await pages.moveTo(0);
  await settled();
  state.failing = true;
  await expect(pages.moveTo(200)).rejects.toThrow('offline');
  expect((await pages.moveTo(3))?.version).toBe(3);
  state.failing = false;
  expect((await pages.moveTo(200))?.version).toBe(200);
});

test('a running match goes on', async () => {
  const { pages, state } = server(5, 24);
  await pages.moveTo(5);
  state.newest = 9;
  expect(await pages.refresh()).toBe(9);
  expect((await pages.moveTo(9))?.version).toBe(9);
});

test('a server that sends nothing does not keep the page busy forever', async () => {
  const { pages } = server(300, 0);
  await expect(pages.moveTo(5)).rejects.toThrow('without versions');
});
