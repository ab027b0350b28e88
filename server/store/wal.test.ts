// SQLite silently drops the rest of a damaged log: here the loss and its size are reported.
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { journalRow, matchRow } from '../../rooms/testing/rows.ts';
import { type Scratch, scratch } from '../testing/scratch.ts';
import type { StoreNotice } from './notice.ts';
import { openSqliteStore, type SqliteStore } from './sqlite.ts';
import { droppedFrames } from './wal.ts';

const HEADER = 32;
const FRAME = 24 + 4_096;
const COMMITS = 30;

let place: Scratch;
let store: SqliteStore;
/** As a crash leaves them. */
let file: string;
let log: Buffer;
beforeEach(async () => {
  place = scratch();
  const origin = join(place.folder, 'quayside.sqlite');
  store = openSqliteStore({ file: origin });
  await store.create(matchRow('m1'));
  for (let version = 1; version <= COMMITS; version++) await store.commit('m1', [journalRow(version)], {});
  file = join(place.folder, 'crashed.sqlite');
  copyFileSync(origin, file);
  log = readFileSync(`${origin}-wal`);
});
afterEach(async () => {
  await store.close();
  place.remove();
});

const withLog = (bytes: Buffer) => {
  writeFileSync(`${file}-wal`, bytes);
  return droppedFrames(file);
};
/** What SQLite makes of it, and what was said about it. */
async function restart(): Promise<{ versions: number; notices: StoreNotice[] }> {
  const notices: StoreNotice[] = [];
  const again = openSqliteStore({ file, notify: (notice) => notices.push(notice) });
  const versions = (await again.journal('m1')).length;
  await again.close();
  return { versions, notices };
}

test('an intact log: nothing is reported, nothing is missing', async () => {
  expect(withLog(log)).toBeUndefined();
  expect(await restart()).toEqual({ versions: COMMITS, notices: [] });
});

test('a flipped bit in the middle: what follows is gone, and that is reported', async () => {
  const frames = (log.length - HEADER) / FRAME;
  const from = frames - 10;
  const flipped = Buffer.from(log);
  const at = HEADER + from * FRAME + 2_000;
  flipped.writeUInt8(flipped.readUInt8(at) ^ 1, at);
  expect(withLog(flipped)).toMatchObject({ frames: 10, bytes: 10 * FRAME });
  const { versions, notices } = await restart();
  expect(versions).toBeLessThan(COMMITS);
  expect(notices).toEqual([
    {
      level: 'error',
      message: 'the log is damaged: its last writes may be lost',
      fields: { frames: 10, bytes: 10 * FRAME, commits: COMMITS - versions },
    },
  ]);
});

test('a flipped bit anywhere in the log: either no command is missing, or the loss is reported', async () => {
  const bits = fc.nat({ max: log.length * 8 - 1 });
  await fc.assert(
    fc.asyncProperty(bits, async (bit) => {
      const flipped = Buffer.from(log);
      flipped.writeUInt8(flipped.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      copyFileSync(join(place.folder, 'quayside.sqlite'), file);
      withLog(flipped);
      const { versions, notices } = await restart().catch((error: unknown) => ({
        versions: -1,
        notices: [String(error)],
      }));
      expect(versions === COMMITS || notices.length > 0).toBe(true);
    }),
    { numRuns: 60, examples: [[5], [8 * 10], [8 * 17], [8 * 25], [8 * (HEADER + 9)], [8 * (HEADER + 18)]] },
  );
}, 180_000);

test('leftover frames of an earlier round at the end are no loss', async () => {
  // Once written back, the log starts over at its beginning.
  const origin = join(place.folder, 'quayside.sqlite');
  await store.close();
  store = openSqliteStore({ file: origin });
  for (let version = 1; version <= 1_100; version++)
    await store.commit('m1', [journalRow(COMMITS + version)], {});
  copyFileSync(origin, file);
  expect(withLog(readFileSync(`${origin}-wal`))).toBeUndefined();
});

test('part of a frame at the end is no loss, a whole one with half its page may be', () => {
  expect(withLog(log.subarray(0, log.length - 1_000))).toBeUndefined();
  const torn = Buffer.from(log);
  torn.fill(0, torn.length - 2_000);
  expect(withLog(torn)).toMatchObject({ frames: 1, commits: 1 });
});

test('no log, an empty one, or one that is not a log', () => {
  expect(droppedFrames(file)).toBeUndefined();
  expect(withLog(Buffer.alloc(0))).toBeUndefined();
  expect(withLog(Buffer.alloc(HEADER + FRAME, 7))).toEqual({ frames: 0, bytes: FRAME, commits: 0 });
});
