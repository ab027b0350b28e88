// The database disappears, at run time or between two starts: nothing is acknowledged that is not there later.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { until } from '../../rooms/testing/player.ts';
import { journalRow, matchRow } from '../../rooms/testing/rows.ts';
import { type Scratch, scratch } from '../testing/scratch.ts';
import type { StoreNotice } from './notice.ts';
import { openSqliteStore } from './sqlite.ts';
import type { FileStore } from './thread-calls.ts';
import { openThreadedStore, type ThreadedOptions } from './threaded.ts';

let place: Scratch;
let file: string;
let stores: FileStore[];
let notices: StoreNotice[];
let losses: string[];
beforeEach(() => {
  place = scratch();
  file = join(place.folder, 'quayside.sqlite');
  stores = [];
  notices = [];
  losses = [];
});
afterEach(async () => {
  for (const store of stores) await store.close();
  place.remove();
});

describe.each<[string, (options: ThreadedOptions) => Promise<FileStore>]>([
  ['here', async (options) => await Promise.resolve(openSqliteStore(options))],
  ['in a thread', openThreadedStore],
])('%s', (_name, opening) => {
  const open = async () => {
    const store = await opening({
      file,
      notify: (notice) => notices.push(notice),
      lost: (error) => losses.push(error.message),
    });
    stores.push(store);
    return store;
  };
  const close = async () => {
    for (const store of stores) await store.close();
    stores = [];
  };

  test.each<[string, () => void]>([
    ['the database is removed', () => rmSync(file)],
    ['its log is removed', () => rmSync(`${file}-wal`)],
    ['the database is emptied', () => truncateSync(file)],
    ['its log is emptied', () => truncateSync(`${file}-wal`)],
    ['the database is moved', () => renameSync(file, `${file}.old`)],
    [
      'the database is replaced by its copy',
      () => {
        const bytes = readFileSync(file);
        rmSync(file);
        writeFileSync(file, bytes);
      },
    ],
    ['the folder is moved', () => renameSync(place.folder, `${place.folder}.old`)],
    [
      'nothing can be found out about it',
      () => {
        rmSync(file);
        symlinkSync(file, file);
      },
    ],
  ])('%s: the next write is not acknowledged, and all later ones are refused', async (_what, harm) => {
    const store = await open();
    await store.create(matchRow('m1'));
    harm();
    try {
      await expect(store.commit('m1', [journalRow(1)], {})).rejects.toMatchObject({ code: 'failed' });
      await expect(store.check()).rejects.toThrow(/removed, moved, replaced or emptied/);
      expect(losses).toEqual([expect.stringMatching(/removed, moved, replaced or emptied/)]);
      // What was acknowledged can still be read.
      expect((await store.load('m1'))?.matchId).toBe('m1');
    } finally {
      rmSync(`${place.folder}.old`, { recursive: true, force: true });
    }
  });

  test('detected within seconds even without writes, and its contents are copied', async () => {
    const store = await open();
    await store.create(matchRow('m1'));
    await store.commit('m1', [journalRow(1)], {});
    notices = [];
    rmSync(file);
    await until(() => losses.length > 0 && notices.length > 0, 'the loss');
    expect(notices).toEqual([
      {
        level: 'error',
        message: 'copied the contents of the lost database',
        fields: { copy: `${file}.rescued` },
      },
    ]);
    await close();
    await expect(open()).rejects.toThrow(/rescued has the contents of the database that was lost/);
    renameSync(`${file}.rescued`, file);
    expect(await (await open()).journal('m1')).toEqual([journalRow(1)]);
  });

  test('after a loss the server does not start until the operator has chosen which data to keep', async () => {
    const store = await open();
    await store.create(matchRow('m1'));
    notices = [];
    rmSync(`${file}-wal`);
    await until(() => notices.length > 0, 'the copy');
    await close();
    await expect(open()).rejects.toThrow(/rescued has the contents of the database that was lost/);
    rmSync(`${file}.rescued`);
    await open();
  });

  test('a lock file that was removed is taken again: still no second owner', async () => {
    const store = await open();
    rmSync(`${file}.lock`);
    await until(() => notices.some(({ level }) => level === 'warn'), 'the new lock');
    expect(notices.filter(({ level }) => level !== 'info')).toEqual([
      { level: 'warn', message: 'the lock file was removed and taken again', fields: {} },
    ]);
    await expect(opening({ file })).rejects.toThrow(/in use by another Quayside/);
    await store.create(matchRow('m1'));
  });

  test('a process that gets in through that gap is the owner: the first one refuses every write', async () => {
    const first = await open();
    await first.create(matchRow('m1'));
    rmSync(`${file}.lock`);
    const second = await opening({ file });
    stores.push(second);
    await second.commit('m1', [journalRow(1)], {});
    await expect(first.commit('m1', [journalRow(2)], {})).rejects.toMatchObject({ code: 'failed' });
    await expect(first.create(matchRow('m2'))).rejects.toMatchObject({ code: 'failed' });
    expect(losses).toHaveLength(1);
    await second.commit('m1', [journalRow(2)], {});
    expect(await second.journal('m1')).toHaveLength(2);
  });

  test.each<[string, () => void, RegExp]>([
    ['removed', () => rmSync(file), /it is gone, but there was a database here: .* remove .*\.id/],
    ['cut to nothing', () => truncateSync(file, 0), /it is empty, but there was a database here/],
    [
      'another one',
      () => renameSync(join(place.folder, 'other/quayside.sqlite'), file),
      /not the database that was here/,
    ],
  ])('at the start, %s: refused until the mark is removed, too', async (_what, harm, complaint) => {
    const other = join(place.folder, 'other');
    mkdirSync(other);
    await (await opening({ file: join(other, 'quayside.sqlite') })).close();
    await (await open()).create(matchRow('m1'));
    await close();
    harm();
    notices = [];
    await expect(open()).rejects.toThrow(complaint);
    await expect(open()).rejects.toThrow(complaint);
    expect(notices).toEqual([]);
    rmSync(`${file}.id`);
    expect(await (await open()).list({ limit: 9 })).toEqual([]);
    const began = { level: 'info', message: 'began with an empty database', fields: { file } };
    expect(notices).toEqual(existsSync(other) && complaint.source.startsWith('not the') ? [] : [began]);
    expect(existsSync(`${file}.id`)).toBe(true);
  });

  test('without a mark, a log whose database is gone is not thrown away', async () => {
    const store = await open();
    await store.create(matchRow('m1'));
    const log = readFileSync(`${file}-wal`);
    await close();
    for (const path of [file, `${file}.id`]) rmSync(path);
    writeFileSync(`${file}-wal`, log);
    await expect(open()).rejects.toThrow(/its log is here/);
    expect(readFileSync(`${file}-wal`).equals(log)).toBe(true);
  });

  test('a backup of this database may take its place', async () => {
    const store = await open();
    await store.create(matchRow('m1'));
    await store.backup(`${file}.backup`);
    await close();
    renameSync(`${file}.backup`, file);
    expect((await (await open()).load('m1'))?.matchId).toBe('m1');
  });

  test('a refused file is left unchanged', async () => {
    await (await open()).create(matchRow('m1'));
    await close();
    const newer = new DatabaseSync(file);
    newer.exec(
      "INSERT INTO migrations VALUES (99, 'future', 0); PRAGMA application_id = 7; PRAGMA journal_mode = DELETE",
    );
    newer.exec('PRAGMA application_id = 1366647161');
    newer.close();
    chmodSync(file, 0o640);
    const bytes = readFileSync(file);
    await expect(open()).rejects.toThrow(/newer Quayside/);
    expect(readFileSync(file).equals(bytes)).toBe(true);
  });
});
