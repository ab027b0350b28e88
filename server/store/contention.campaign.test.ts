// Other programs at the same file: one that writes, and one that reads for long.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { journalRow, matchRow } from '../../rooms/testing/rows.ts';
import { type Scratch, scratch } from '../testing/scratch.ts';
import type { FileStore } from './thread-calls.ts';
import { openThreadedStore } from './threaded.ts';

let place: Scratch;
let file: string;
let store: FileStore;
let other: DatabaseSync;
beforeEach(async () => {
  place = scratch();
  file = join(place.folder, 'quayside.sqlite');
  store = await openThreadedStore({ file });
  await store.create(matchRow('m1'));
  other = new DatabaseSync(file);
});
afterEach(async () => {
  if (other.isOpen) other.close();
  await store.close();
  place.remove();
});

const versions = async () => (await store.journal('m1')).map(({ version }) => version);

test('another program writes: a write of ours waits, then is refused; the next one works when the other is done', async () => {
  other.exec('BEGIN IMMEDIATE');
  let settled = false;
  const first = store.commit('m1', [journalRow(1)], {}).finally(() => {
    settled = true;
  });
  await sleep(500);
  expect(settled).toBe(false);
  other.exec('ROLLBACK');
  await first;
  other.exec('BEGIN IMMEDIATE');
  // Longer than any backup takes to begin.
  await expect(store.commit('m1', [journalRow(2)], {})).rejects.toThrow(/locked/);
  other.exec('ROLLBACK');
  expect(await versions()).toEqual([1]);
  await store.commit('m1', [journalRow(2)], {});
  expect(await versions()).toEqual([1, 2]);
}, 180_000);

test('another program reads for a long time: the log grows meanwhile, and is reused afterwards', async () => {
  const logSize = () => statSync(`${file}-wal`).size;
  let version = 0;
  const write = async (count: number) => {
    for (let n = 0; n < count; n++) {
      version += 1;
      const command = { type: 'say', text: 'x'.repeat(100_000) };
      await store.commit('m1', [journalRow(version, { command })], {});
    }
  };
  other.exec('BEGIN');
  expect(other.prepare('SELECT count(*) AS n FROM matches').get()).toEqual({ n: 1 });
  await write(80);
  const grown = logSize();
  expect(grown).toBeGreaterThan(6 * 1024 * 1024);
  other.exec('COMMIT');
  await write(60);
  expect(logSize()).toBeLessThan(grown + 2 * 1024 * 1024);
  expect(await versions()).toEqual(Array.from({ length: 140 }, (_, n) => n + 1));
}, 180_000);
