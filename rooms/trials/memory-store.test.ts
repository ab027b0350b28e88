// The store used in the rooms' tests satisfies the same contract as the real one, or those tests would prove little.
import { expect, test } from '@jest/globals';
import { MemoryStore } from '../testing/memory-store.ts';
import { journalRow, matchRow } from '../testing/rows.ts';
import { describeStoreContract } from '../testing/store-contract.ts';

let last = new MemoryStore();

describeStoreContract({
  name: 'the store in memory',
  open: () => {
    last = new MemoryStore();
    return Promise.resolve(last);
  },
  reopen: () => {
    last = new MemoryStore(last);
    return Promise.resolve(last);
  },
  dispose: () => Promise.resolve(),
});

test('while told to fail it writes nothing, and reads still work', async () => {
  const store = new MemoryStore();
  await store.create(matchRow('m1'));
  store.failure = 'disk full';
  await expect(store.commit('m1', [journalRow(1)], { status: 'finished' })).rejects.toThrow('disk full');
  await expect(store.create(matchRow('m2'))).rejects.toThrow('disk full');
  await expect(store.check()).rejects.toThrow('disk full');
  expect(await store.load('m1')).toEqual(matchRow('m1'));
  expect(await store.journal('m1')).toEqual([]);
  store.failure = undefined;
  await store.commit('m1', [journalRow(1)], {});
  expect(await store.journal('m1')).toEqual([journalRow(1)]);
});

test('changing what was passed in or returned does not change what is stored', async () => {
  const store = new MemoryStore();
  const row = matchRow('m1');
  await store.create(row);
  row.table.seats = 3;
  expect((await store.load('m1'))?.table.seats).toBe(2);
  const [listed] = await store.list({ limit: 1 });
  Object.assign(listed?.table ?? {}, { seats: 4 });
  expect((await store.load('m1'))?.table.seats).toBe(2);
});
