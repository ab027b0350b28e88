// Records are built once, in pieces, and kept within a number of bytes.
import { expect, test } from '@jest/globals';
import type { JournalPart, MatchRow } from '../../rooms/life/match-store.ts';
import type { Table } from '../../rooms/life/table.ts';
import { isGarbage } from '../../rooms/testing/garbage.ts';
import { longMatch } from '../../rooms/testing/long-matches.ts';
import { MemoryStore } from '../../rooms/testing/memory-store.ts';
import { builtInShelf } from '../../rooms/testing/table-server.ts';
import { families } from '../../shared/testing/registry.ts';
import { verifyRecord } from '../records/verify.ts';
import { type RecordDeps, Records } from './records.ts';

/** Rows that were read, in each reading. */
class Watched extends MemoryStore {
  readonly parts: number[] = [];
  /** While set, readings wait. */
  held: Promise<void> | undefined;

  override async journal(matchId: string, part?: JournalPart) {
    await this.held;
    const rows = await super.journal(matchId, part);
    this.parts.push(rows.length);
    return rows;
  }
}

const PEOPLE = ['a', 'b', 'c', 'd'];
const quiet = { debug() {}, info() {}, warn() {}, error() {} };

async function stored(commands: number, ids = ['m']): Promise<{ store: Watched; rows: MatchRow[] }> {
  const store = new Watched();
  const rows: MatchRow[] = [];
  for (const matchId of ids) {
    const { row, journal } = longMatch(matchId, { commands, at: 1e12, people: PEOPLE, status: 'abandoned' });
    await store.create(row);
    await store.commit(matchId, journal, {});
    rows.push(row);
  }
  return { store, rows };
}

function records(store: MemoryStore, limits: Partial<RecordDeps['limits']> = {}): Records {
  const all = { recordEntries: 10_000, recordBytesKept: 10_000_000, recordsWaiting: 10, ...limits };
  return new Records({ store, shelf: builtInShelf(), log: quiet, limits: all });
}

const only = ([row]: readonly MatchRow[]): MatchRow => {
  if (row === undefined) throw new Error('there is no match');
  return row;
};
const changed = (row: MatchRow, change: Partial<Table>): MatchRow => ({
  ...row,
  updatedAt: row.updatedAt + 1,
  table: { ...row.table, ...change },
});

test('the record of a long match is true, and its journal is read in parts', async () => {
  const { store, rows } = await stored(1_000);
  const { bytes, tag } = await records(store).of(only(rows));
  const record = JSON.parse(bytes.toString()) as { entries: unknown[] };
  expect(record.entries).toEqual(store.journals.get('m'));
  expect(verifyRecord(record, families)).toMatchObject({ ok: true });
  expect(Math.max(...store.parts)).toBeLessThanOrEqual(256);
  expect(tag).toMatch(/^"[0-9a-f]{32}"$/);
  // Without its rules too, with the same commands.
  const foreign = await records(store).of({ ...only(rows), editionHash: 'f'.repeat(64) });
  expect(JSON.parse(foreign.bytes.toString())).toMatchObject({ entries: record.entries, stateHash: null });
  expect(Math.max(...store.parts)).toBeLessThanOrEqual(256);
});

test('what a record does not show makes no second one', async () => {
  const { store, rows } = await stored(50);
  const row = only(rows);
  const kept = records(store);
  const record = await kept.of(row);
  store.parts.length = 0;
  const { occupants } = row.table;
  for (const change of [
    { spectatorsMuted: true },
    { rematch: 'another' },
    { occupants: occupants.map((place) => ({ ...place, muted: true, delegated: true })) },
  ])
    expect(await kept.of(changed(row, change))).toBe(record);
  expect(store.parts).toEqual([]);
});

test('what it shows replaces it', async () => {
  const { store, rows } = await stored(50);
  const row = only(rows);
  const kept = records(store);
  const before = await kept.of(row);
  const after = await kept.of(changed(row, { names: ['s0', null, 's2', 's3'] }));
  expect(after.tag).not.toBe(before.tag);
  expect(JSON.parse(after.bytes.toString())).toMatchObject({ players: ['s0', null, 's2', 's3'] });
  expect(kept.bytes).toBe(after.bytes.length);
});

test('they are kept within a number of bytes, the one read least recently goes first', async () => {
  const { store, rows } = await stored(50, ['a', 'b', 'c']);
  const size = (await records(store).of(only(rows))).bytes.length;
  const kept = records(store, { recordBytesKept: 2 * size + 10 });
  const [a, b, c] = rows as [MatchRow, MatchRow, MatchRow];
  const reads = async (row: MatchRow) => {
    store.parts.length = 0;
    await kept.of(row);
    return store.parts.length > 0;
  };
  expect([await reads(a), await reads(b), await reads(a), await reads(c)]).toEqual([true, true, false, true]);
  expect([await reads(a), await reads(b)]).toEqual([false, true]);
  expect(kept.bytes).toBeLessThanOrEqual(2 * size + 10);
  // One that is larger than all that may be kept is sent all the same.
  const small = records(store, { recordBytesKept: size - 1 });
  expect((await small.of(a)).bytes.length).toBe(size);
  expect(small.bytes).toBe(0);
});

test('it is built once for all who ask at the same time; others wait, and too many are refused', async () => {
  const { store, rows } = await stored(50, ['a', 'b', 'c']);
  const [a, b, c] = rows as [MatchRow, MatchRow, MatchRow];
  const held = Promise.withResolvers<void>();
  store.held = held.promise;
  const kept = records(store, { recordsWaiting: 2 });
  const asked = [kept.of(a), kept.of(a), kept.of(b)];
  await expect(kept.of(c)).rejects.toMatchObject({ code: 'rate-limited' });
  held.resolve();
  const [one, same] = await Promise.all(asked);
  expect(one).toBe(same);
  expect((await kept.of(c)).bytes.length).toBeGreaterThan(0);
});

test('a failure is not kept, and holds up no other record', async () => {
  const { store, rows } = await stored(50, ['a', 'b']);
  const [a, b] = rows as [MatchRow, MatchRow];
  const kept = records(store, { recordEntries: 40 });
  await expect(kept.of(a)).rejects.toMatchObject({ code: 'too-large' });
  store.held = Promise.reject(new Error('the disk is gone'));
  await expect(kept.of(b)).rejects.toThrow('the disk is gone');
  store.held = undefined;
  expect((await records(store).of(b)).bytes.length).toBeGreaterThan(0);
});

test('a record that is too long to be kept can be collected once it is sent', async () => {
  const { store, rows } = await stored(100);
  const building = records(store, { recordBytesKept: 1_000 });
  const record = new WeakRef(await building.of(only(rows)));
  expect(await isGarbage(record)).toBe(true);
  expect(building.bytes).toBe(0);
});
