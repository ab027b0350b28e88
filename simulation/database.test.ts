// The model of the stores keeps the same contract as the real ones, alone and as a member of a cluster.
import { describe, expect, test } from '@jest/globals';
import { journalRow, matchRow } from '../rooms/testing/rows.ts';
import { describeStoreContract } from '../rooms/testing/store-contract.ts';
import { Database, LEASE_MS, ModelOwnership, ModelStore, type Reach } from './database.ts';

const ignore = { created: () => undefined, committed: () => undefined };
const reach: Reach = async (work) => await work();
const ONE = { number: 1, address: 'one' };
const OTHER = { number: 2, address: 'other' };

describe.each([
  ['of a process that is alone', undefined],
  ['of a member', ONE.number],
])('the model of a store, %s', (name, member) => {
  let database = new Database(Date.now, ignore);
  const open = () => {
    if (member !== undefined) database.enter(ONE);
    return Promise.resolve(new ModelStore({ database, reach, member }));
  };
  describeStoreContract({
    name,
    open: () => {
      database = new Database(Date.now, ignore);
      return open();
    },
    reopen: open,
    dispose: () => Promise.resolve(),
  });
});

test('a member owns its matches until it gives them away or is gone; what it writes later is refused', async () => {
  let now = 1_000;
  const database = new Database(() => now, ignore);
  database.enter(ONE);
  database.enter(OTHER);
  const lost: string[] = [];
  const one = new ModelOwnership(1, database, reach, now);
  const other = new ModelOwnership(2, database, reach, now);
  const store = new ModelStore({ database, reach, member: 1, refused: (matchId) => lost.push(matchId) });
  for (const matchId of ['m1', 'm2']) await store.create(matchRow(matchId));
  expect(await one.claim('m1')).toBe('mine');
  expect(await other.claim('m1')).toEqual(ONE);
  expect(await one.give('m1', OTHER, 7)).toBe(true);
  expect(await other.isGiven('m1')).toBe(true);
  expect([await other.claim('m1'), other.firstRef('m1')]).toEqual(['mine', 7]);
  await expect(store.commit('m1', [journalRow(1)], {})).rejects.toMatchObject({ code: 'not-owner' });
  expect(lost).toEqual(['m1']);

  now += LEASE_MS + 1;
  expect(database.beat(2, 0)).toMatchObject({ time: now, others: [] });
  expect(database.beat(1, 0)).toBeUndefined();
  expect(await other.claim('m2')).toBe('mine');
  expect(other.recoveredAt('m2')).toBe(now);
  await expect(store.commit('m2', [journalRow(1)], {})).rejects.toMatchObject({ code: 'failed' });
});
