// Flipped bits in the file: detected when the row is read, reported once, without effect on other matches.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { journalRow, matchRow, storedTable } from '../../rooms/testing/rows.ts';
import { type Scratch, scratch } from '../testing/scratch.ts';
import type { StoreNotice } from './notice.ts';
import { SUMMED_OF_MATCH, SUMMED_OF_ROW } from './rows.ts';
import { migrate, SCHEMA_VERSION, versionOf } from './schema.ts';
import { openSqliteStore, type SqliteOptions } from './sqlite.ts';
import type { FileStore } from './thread-calls.ts';
import { openThreadedStore } from './threaded.ts';

let place: Scratch;
let file: string;
let store: FileStore;
let notices: StoreNotice[];
beforeEach(() => {
  place = scratch();
  file = join(place.folder, 'quayside.sqlite');
  notices = [];
});
afterEach(async () => {
  await store.close();
  place.remove();
});

type Opening = (options: SqliteOptions) => Promise<FileStore>;
const here: Opening = async (options) => await Promise.resolve(openSqliteStore(options));

const openWith = async (opening: Opening) => {
  store = await opening({ file, notify: (notice) => notices.push(notice) });
};
/** Two matches, three commands each. */
const fill = async () => {
  await openWith(here);
  for (const matchId of ['m1', 'm2']) {
    await store.create(matchRow(matchId, { wakeAt: 50, table: storedTable({ host: `host-of-${matchId}` }) }));
    const rows = [1, 2, 3].map((n) =>
      journalRow(n, { command: { type: 'say', text: `${matchId}-says-${n}` } as { type: string } }),
    );
    await store.commit(matchId, rows, {});
  }
  await store.close();
  notices = [];
};

describe.each<[string, Opening]>([
  ['here', here],
  ['in a thread', openThreadedStore],
])('%s', (_name, opening) => {
  /** As a disk does it: SQLite itself sees nothing wrong with it. */
  const flip = (text: string) => {
    const bytes = readFileSync(file);
    const at = bytes.indexOf(text);
    expect(at).toBeGreaterThan(0);
    expect(bytes.indexOf(text, at + 1)).toBe(-1);
    bytes.writeUInt8(bytes.readUInt8(at + text.length - 1) ^ 0x04, at + text.length - 1);
    writeFileSync(file, bytes);
  };

  test('a flipped bit in a command: that journal is refused, and nothing else', async () => {
    await fill();
    flip('m1-says-2');
    await openWith(opening);
    await expect(store.journal('m1')).rejects.toThrow(/version 2 of match m1/);
    await expect(store.journal('m1')).rejects.toMatchObject({ code: 'damaged' });
    expect(notices).toEqual([
      {
        level: 'error',
        message: 'damaged match',
        fields: { matchId: 'm1', reason: 'version 2 of match m1 is damaged: its checksum does not match' },
      },
    ]);
    expect(await store.journal('m2')).toHaveLength(3);
    await store.commit('m2', [journalRow(4)], {});
    // The rooms can still report that it is frozen.
    await store.commit('m1', [], { status: 'frozen', wakeAt: null });
    expect((await store.load('m1'))?.status).toBe('frozen');
  });

  test('a flipped bit in a match: it is neither loaded, listed, woken nor changed', async () => {
    await fill();
    flip('host-of-m1');
    await openWith(opening);
    await expect(store.load('m1')).rejects.toMatchObject({ code: 'damaged' });
    await expect(store.commit('m1', [], { wakeAt: 9 })).rejects.toMatchObject({ code: 'damaged' });
    await expect(store.load('m1')).rejects.toMatchObject({ code: 'damaged' });
    expect((await store.list({ limit: 9 })).map(({ matchId }) => matchId)).toEqual(['m2']);
    expect((await store.due(0, 99, 9)).map(({ matchId }) => matchId)).toEqual(['m2']);
    await store.commit('m2', [], { wakeAt: null });
    expect(await store.nextWake(0)).toBeUndefined();
    expect(notices).toHaveLength(1);
  });

  test('a table that cannot be read: that match is left out, and reported once', async () => {
    await fill();
    await openWith(here);
    const unreadable = matchRow('m3', { wakeAt: 9, table: { ...storedTable(), seats: 'three' as never } });
    await store.create(unreadable);
    await store.close();
    await openWith(opening);
    await expect(store.load('m3')).rejects.toMatchObject({ code: 'damaged' });
    expect((await store.list({ limit: 9 })).map(({ matchId }) => matchId)).toEqual(['m2', 'm1']);
    const oldest = { status: 'playing', unchangedSince: 5_000, after: undefined, limit: 9 } as const;
    expect((await store.old(oldest)).matches.map(({ matchId }) => matchId)).toEqual(['m1', 'm2']);
    const search = { text: 'ann', below: undefined, examined: 9 };
    expect((await store.search(search)).matches).toEqual([]);
    expect((await store.due(0, 99, 9)).map(({ matchId }) => matchId)).toEqual(['m1', 'm2']);
    expect(notices.map(({ fields }) => fields)).toEqual([
      { matchId: 'm3', reason: 'match m3 is damaged: its table cannot be read' },
    ]);
  });
});

const values: Record<string, string | number> = {
  status: 'lobby',
  actor: 'bot',
  result_json: '{}',
  table_json: '[]',
};
test.each([
  ...SUMMED_OF_MATCH.filter((column) => column !== 'match_id').map((column) => ['matches', column] as const),
  ...SUMMED_OF_ROW.map((column) => ['journal', column] as const),
  ['matches', 'check_sum'] as const,
  ['journal', 'check_sum'] as const,
])('every column counts: %s.%s', async (table, column) => {
  await fill();
  const other = new DatabaseSync(file);
  const where = table === 'matches' ? "match_id = 'm1'" : 'match = 1 AND version = 3';
  other.prepare(`UPDATE ${table} SET ${column} = ? WHERE ${where}`).run(values[column] ?? 77);
  other.close();
  await openWith(here);
  const read = table === 'matches' ? store.load('m1') : store.journal('m1');
  await expect(read).rejects.toMatchObject({ code: 'damaged' });
  expect((await store.load('m2'))?.matchId).toBe('m2');
  expect(await store.journal('m2')).toHaveLength(3);
});

test('the rows of a file of version 3 get their checksums at the first start', async () => {
  const older = new DatabaseSync(file);
  migrate(older, 0, 3);
  older
    .prepare(
      `INSERT INTO matches (match_id, game, edition, edition_hash, rules_version, status, created_at, updated_at,
       seed, table_json, players_json) VALUES ('old', 'toy', 'e', 'h', 1, 'playing', 1, 2, 's', ?, '["a"]')`,
    )
    .run(JSON.stringify(storedTable()));
  const insert = older.prepare(`INSERT INTO journal (match, version, seat, actor, decision, command_json,
    accepted_at, command_id) VALUES (1, ?, 0, 'clock', NULL, '{"type":"pass"}', 5, NULL)`);
  for (const version of [1, 2]) insert.run(version);
  older.close();
  store = openSqliteStore({ file });
  expect(await store.journal('old')).toHaveLength(2);
  expect((await store.load('old'))?.table).toEqual(storedTable());
  await store.commit('old', [journalRow(3)], { wakeAt: 8 });
  expect((await store.load('old'))?.wakeAt).toBe(8);
  await store.close();
  const now = new DatabaseSync(file);
  expect(versionOf(now)).toBe(SCHEMA_VERSION);
  now.exec('UPDATE journal SET seat = 1 WHERE version = 1');
  now.close();
  store = openSqliteStore({ file });
  await expect(store.journal('old')).rejects.toMatchObject({ code: 'damaged' });
});

test('a new file shrinks bit by bit', async () => {
  store = openSqliteStore({ file });
  await store.close();
  const reader = new DatabaseSync(file);
  expect(reader.prepare('PRAGMA auto_vacuum').get()).toEqual({ auto_vacuum: 2 });
  reader.close();
});

test('a flipped bit in an index, through which a match is found: reported at the start', async () => {
  const matchId = 'a-match-with-a-long-name';
  store = openSqliteStore({ file });
  await store.create(matchRow(matchId));
  await store.close();
  const bytes = readFileSync(file);
  const places: number[] = [];
  for (let at = bytes.indexOf(matchId); at >= 0; at = bytes.indexOf(matchId, at + 1)) places.push(at);
  expect(places).toHaveLength(2); // the row and the index
  for (const at of places) {
    const flipped = Buffer.from(bytes);
    flipped.writeUInt8(flipped.readUInt8(at) ^ 1, at);
    writeFileSync(file, flipped);
    notices = [];
    await openWith(here);
    expect(notices).toContainEqual(
      expect.objectContaining({ level: 'error', message: expect.stringContaining('indexes') as unknown }),
    );
    await store.close();
  }
});
