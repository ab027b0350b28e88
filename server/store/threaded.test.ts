// What can go wrong only with a store in a separate thread: its death, its queue, and how errors are passed on.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { StoreError } from '../../rooms/life/store-error.ts';
import { journalRow, matchRow, storedTable } from '../../rooms/testing/rows.ts';
import type { BatchReport } from '../process/metrics.ts';
import { type Scratch, scratch } from '../testing/scratch.ts';
import type { FileStore } from './thread-calls.ts';
import { openThreadedStore, type ThreadedOptions } from './threaded.ts';

const WATCHED = new URL('../testing/watched-store.ts', import.meta.url);
const DYING = new URL('../testing/dying-store.ts', import.meta.url);
let place: Scratch;
let file: string;
let stores: FileStore[] = [];
beforeEach(() => {
  place = scratch();
  file = join(place.folder, 'quayside.sqlite');
});
afterEach(async () => {
  for (const store of stores) await store.close();
  stores = [];
  place.remove();
});
const open = async (options: Partial<ThreadedOptions> = {}) => {
  const store = await openThreadedStore({ file, ...options });
  stores.push(store);
  return store;
};

test('what Node itself posts from a watched thread is not taken for an answer', async () => {
  const store = await open({ script: WATCHED });
  await store.create(matchRow('m1'));
  await store.commit('m1', [journalRow(1)], {});
  expect(await store.journal('m1')).toHaveLength(1);
});

test.each([
  ['die-quietly', /the storage thread ended: exit code 7/],
  ['die-loudly', /the storage thread ended: a bug in the thread/],
])('a thread that dies (%s): waiting and later calls are refused', async (word, reason) => {
  const lost: string[] = [];
  const store = await open({ script: DYING, lost: (error) => lost.push(error.message) });
  await store.create(matchRow('m1'));
  await store.commit('m1', [journalRow(1)], {});
  const pending: Promise<unknown>[] = [
    store.commit('m1', [journalRow(2, { command: { type: word } })], {}),
    store.load('m1'),
    store.check(),
  ];
  // Sent when the first list is already under way.
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
  pending.push(store.create(matchRow('m2')), store.journal('m1'));
  for (const [index, outcome] of (await Promise.allSettled(pending)).entries()) {
    // What it did with its requests before it died is unknown; what it never got is not stored.
    const code = index === 0 ? 'unconfirmed' : expect.stringMatching(/^(unconfirmed|failed)$/);
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code } });
    expect(String((outcome as PromiseRejectedResult).reason)).toMatch(reason);
  }
  await expect(store.create(matchRow('m3'))).rejects.toMatchObject({ code: 'failed' });
  await expect(store.check()).rejects.toThrow(reason);
  await expect(store.journal('m1')).rejects.toThrow(reason);
  expect(store.waiting).toBe(0);
  expect(lost).toHaveLength(1);
  await store.close();
  await expect(store.check()).rejects.toMatchObject({ code: 'closed' });
  // Neither lock nor handle stays, and what was acknowledged is there.
  const next = await open();
  expect((await next.journal('m1')).slice(0, 1)).toEqual([journalRow(1)]);
});

test('a thread that dies while closing: pending callers are told', async () => {
  const lost: string[] = [];
  const store = await open({ script: DYING, lost: (error) => lost.push(error.message) });
  await store.create(matchRow('m1'));
  const begun = store.commit('m1', [journalRow(1, { command: { type: 'die-quietly' } })], {});
  const closed = store.close();
  await expect(begun).rejects.toThrow(/exit code 7/);
  await expect(closed).rejects.toThrow(/exit code 7/);
  expect(lost).toHaveLength(1);
  stores = [];
});

test('closing reports no loss, may be called twice, and removes the log', async () => {
  const lost: string[] = [];
  const store = await open({ lost: (error) => lost.push(error.message) });
  await store.create(matchRow('m1'));
  const reading = store.load('m1');
  await Promise.all([store.close(), store.close()]);
  expect((await reading)?.matchId).toBe('m1');
  await store.close();
  expect(lost).toEqual([]);
  expect(readdirSync(place.folder).filter((name) => name.endsWith('-wal'))).toEqual([]);
});

test('calls made while the thread is busy form one batch, over any number of turns', async () => {
  const batches: BatchReport[] = [];
  const store = await open({ report: (batch) => batches.push(batch) });
  const all = [];
  for (let n = 0; n < 200; n++) {
    all.push(store.create(matchRow(`m${n}`)));
    if (n % 10 === 9) await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all(all);
  expect(batches.reduce((sum, batch) => sum + batch.size, 0)).toBe(200);
  expect(batches.length).toBeLessThan(20);
  expect(batches.every((batch) => batch.failed === 0 && batch.seconds > 0)).toBe(true);
});

test('a read sees all earlier writes without waiting for them', async () => {
  const store = await open();
  void store.create(matchRow('m1'));
  const before = store.journal('m1');
  void store.commit('m1', [journalRow(1)], {});
  const after = store.journal('m1');
  expect(await before).toEqual([]);
  expect(await after).toEqual([journalRow(1)]);
});

test('data is stored as it was when the call was made', async () => {
  const store = await open();
  const table = storedTable({ former: ['anne'] });
  const stored = store.create(matchRow('m1', { table }));
  table.former.push('bo');
  await stored;
  expect((await store.load('m1'))?.table.former).toEqual(['anne']);
});

test('errors keep class, code, message and cause', async () => {
  const store = await open();
  await store.create(matchRow('m1'));
  const refused = await store.create(matchRow('m1')).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(StoreError);
  expect(refused).toMatchObject({ code: 'match-exists', message: 'match m1 exists' });
  expect(await store.commit('no', [], {}).catch((error: unknown) => error)).toMatchObject({
    code: 'match-unknown',
  });
  await store.commit('m1', [journalRow(1)], {});
  expect(await store.commit('m1', [journalRow(1)], {}).catch((error: unknown) => error)).toMatchObject({
    code: 'version-exists',
  });
  const broken = await store.create(matchRow('m2', { status: 'asleep' as never })).catch((e: unknown) => e);
  expect(broken).toBeInstanceOf(StoreError);
  expect(broken).toMatchObject({ code: 'failed', cause: { code: 'ERR_SQLITE_ERROR' } });
  const options: { self?: object } = {};
  options.self = options;
  await expect(store.create(matchRow('m3', { table: storedTable({ options }) }))).rejects.toMatchObject({
    code: 'failed',
  });
  await store.check();
});

test('reads are bounded too, and do not take the places of writes', async () => {
  const store = await open({ maxWaiting: 2 });
  await store.create(matchRow('m1'));
  const reads = [1, 2, 3].map(() => store.load('m1'));
  const write = store.commit('m1', [journalRow(1)], {});
  const outcomes = await Promise.allSettled(reads);
  expect(outcomes.map((outcome) => outcome.status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  await expect(Promise.reject((outcomes[2] as PromiseRejectedResult).reason)).rejects.toMatchObject({
    code: 'overloaded',
    message: '2 reads are waiting already',
  });
  await write;
});

test('a folder that cannot be created is refused with the system’s error code', async () => {
  const refused = await openThreadedStore({ file: '/dev/null/data/quayside.sqlite' }).catch(
    (e: unknown) => e,
  );
  expect(refused).toMatchObject({ code: 'ENOTDIR' });
});

test('a thread that cannot start is an error, not a wait', async () => {
  const script = new URL('../testing/no-such-thread.ts', import.meta.url);
  await expect(openThreadedStore({ file, script })).rejects.toThrow(/no-such-thread/);
  expect(existsSync(file)).toBe(false);
});

test('an idle store does not keep the process alive, one with a pending call does', () => {
  const code = `
    const { openThreadedStore } = await import(${JSON.stringify(new URL('threaded.ts', import.meta.url).href)});
    const store = await openThreadedStore({ file: ${JSON.stringify(file)} });
    await store.check();
    store.check().then(() => console.log('answered'));
  `;
  const run = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
    encoding: 'utf8',
    timeout: 20_000,
  });
  expect(run).toMatchObject({ status: 0, stdout: 'answered\n', stderr: '' });
});
