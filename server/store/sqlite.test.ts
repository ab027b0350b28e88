// The store in a file, on this thread and on a separate one: its contract, and faults that only a file can have.
import { spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { journalRow, matchRow, storedTable } from '../../rooms/testing/rows.ts';
import { describeStoreContract } from '../../rooms/testing/store-contract.ts';
import type { BatchReport } from '../process/metrics.ts';
import { describeLedgerContract } from '../testing/ledger-contract.ts';
import { describeOutboxContract } from '../testing/outbox-contract.ts';
import { migrate } from './schema.ts';
import { openSqliteStore, type SqliteOptions } from './sqlite.ts';
import type { FileStore } from './thread-calls.ts';
import { openThreadedStore } from './threaded.ts';

let folder: string;
let file: string;
const fresh = () => {
  folder = mkdtempSync(join(tmpdir(), 'quayside-store-'));
  file = join(folder, 'quayside.sqlite');
};
const remove = () => rmSync(folder, { recursive: true, force: true });

type Opening = (options: SqliteOptions) => Promise<FileStore>;
const here: Opening = async (options) => await Promise.resolve(openSqliteStore(options));

describe.each<[string, Opening, string]>([
  ['the SQLite store', here, 'here'],
  ['the SQLite store in a thread', openThreadedStore, 'thread'],
])('%s', (name, opening, place) => {
  describeStoreContract({
    name,
    open: () => {
      fresh();
      return opening({ file });
    },
    reopen: () => opening({ file }),
    dispose: () => Promise.resolve(remove()),
  });
  describeLedgerContract({
    name,
    open: () => {
      fresh();
      return opening({ file });
    },
    dispose: () => Promise.resolve(remove()),
  });
  describeOutboxContract({
    name,
    open: () => {
      fresh();
      return opening({ file });
    },
    dispose: () => Promise.resolve(remove()),
  });

  let stores: FileStore[] = [];
  const open = async (options: Partial<SqliteOptions> = {}) => {
    const store = await opening({ file, ...options });
    stores.push(store);
    return store;
  };
  const writeForever = () =>
    spawn(process.execPath, [join(import.meta.dirname, '../testing/write-forever.ts'), file, place]);

  describe('as a file', () => {
    beforeEach(fresh);
    afterEach(async () => {
      for (const store of stores) await store.close();
      stores = [];
      remove();
    });

    test('writes of one turn of the event loop share one transaction', async () => {
      const batches: BatchReport[] = [];
      const store = await open({ report: (batch) => batches.push(batch) });
      await Promise.all([1, 2, 3, 4].map((n) => store.create(matchRow(`m${n}`))));
      await Promise.allSettled([1, 1, 2].map((n) => store.commit('m1', [journalRow(n)], {})));
      expect(batches.map(({ size, failed }) => ({ size, failed }))).toEqual([
        { size: 4, failed: 0 },
        { size: 3, failed: 1 },
      ]);
    });

    test('the queue is bounded: further writes are refused at once', async () => {
      const store = await open({ maxWaiting: 2 });
      const outcomes = await Promise.allSettled([1, 2, 3].map((n) => store.create(matchRow(`m${n}`))));
      expect(outcomes.map((outcome) => outcome.status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
      await store.create(matchRow('m4'));
    });

    test('after kill -9 every acknowledged row is present', async () => {
      const child = writeForever();
      let said = '';
      await new Promise<void>((resolve, reject) => {
        child.once('error', reject);
        child.once('exit', () => reject(new Error('the writer ended by itself')));
        child.stdout.on('data', (chunk: Buffer) => {
          said += chunk.toString();
          if (said.split('\n').length > 60) resolve();
        });
      });
      const gone = new Promise((resolve) => child.once('close', resolve));
      child.removeAllListeners('exit');
      child.kill('SIGKILL');
      await gone;
      const acknowledged = Number(said.trimEnd().split('\n').at(-1));
      expect(acknowledged).toBeGreaterThan(50);
      const store = await open();
      for (const matchId of ['m1', 'm2']) {
        const versions = (await store.journal(matchId)).map((row) => row.version);
        expect(versions.length).toBeGreaterThanOrEqual(acknowledged);
        expect(versions).toEqual(Array.from({ length: versions.length }, (_, index) => index + 1));
        expect((await store.load(matchId))?.rulesVersion).toBe(versions.length);
      }
    });

    test('a second owner of the file is refused and the first continues', async () => {
      const store = await open();
      await expect(opening({ file })).rejects.toThrow(/in use by another Quayside/);
      await store.create(matchRow('m1'));
      await store.close();
      const next = await open();
      expect((await next.load('m1'))?.matchId).toBe('m1');
    });

    test('a second owner in another process is refused too', async () => {
      await open();
      const child = writeForever();
      let complaint = '';
      child.stderr.on('data', (chunk: Buffer) => {
        complaint += chunk.toString();
      });
      expect(await new Promise((resolve) => child.once('close', resolve))).not.toBe(0);
      expect(complaint).toContain('in use by another Quayside');
    });

    test('a full disk: the write is refused, nothing of it remains, reads still work', async () => {
      const store = await open({ maxPages: 60 });
      await store.create(matchRow('m1'));
      let version = 0;
      const big = { type: 'take', ballast: 'x'.repeat(2_000) };
      await expect(
        (async () => {
          for (;;) {
            await store.commit('m1', [journalRow(version + 1, { command: big })], {
              rulesVersion: version + 1,
            });
            version += 1;
          }
        })(),
      ).rejects.toMatchObject({ code: 'failed' });
      expect(version).toBeGreaterThan(5);
      expect(await store.journal('m1')).toHaveLength(version);
      expect((await store.load('m1'))?.rulesVersion).toBe(version);
      // As soon as there is room again, so is the store.
      await store.close();
      const after = await open();
      await after.commit('m1', [journalRow(version + 1, { command: big })], {});
      expect(await after.journal('m1')).toHaveLength(version + 1);
    });

    test('a file that was deleted while open is noticed', async () => {
      const store = await open();
      await store.check();
      rmSync(file);
      await expect(store.check()).rejects.toThrow(/removed, moved, replaced or emptied/);
    });

    test('a backup is made while the store runs, and is complete', async () => {
      const store = await open();
      await store.create(matchRow('m1'));
      await store.commit('m1', [journalRow(1)], {});
      const copy = join(folder, 'backup.sqlite');
      await store.backup(copy);
      await store.commit('m1', [journalRow(2)], {});
      const restored = await opening({ file: copy });
      stores.push(restored);
      expect(await restored.journal('m1')).toEqual([journalRow(1)]);
      expect(statSync(copy).mode & 0o777).toBe(0o600);
      await expect(store.backup(copy)).rejects.toThrow(/already exists/);
    });

    test('another program can read the file while the server runs', async () => {
      const store = await open();
      await store.create(matchRow('m1'));
      const reader = new DatabaseSync(file, { readOnly: true });
      expect(reader.prepare('SELECT count(*) AS n FROM matches').get()).toEqual({ n: 1 });
      reader.close();
    });

    test('a damaged file is refused with a reason', async () => {
      const store = await open();
      await Promise.all(Array.from({ length: 200 }, (_, n) => store.create(matchRow(`m${n}`))));
      await store.close();
      const bytes = readFileSync(file);
      bytes.fill(0x5a, 4_096 * 2, 4_096 * 6);
      writeFileSync(file, bytes);
      await expect(opening({ file })).rejects.toThrow(/cannot be used/);
      writeFileSync(file, 'this is no database, whatever its name says'.repeat(200));
      await expect(opening({ file })).rejects.toThrow(/cannot be used/);
    });

    test("another program's database and a newer one are refused", async () => {
      const foreign = new DatabaseSync(file);
      foreign.exec('CREATE TABLE recipes (id INTEGER)');
      foreign.close();
      await expect(opening({ file })).rejects.toThrow(/another program/);
      rmSync(file);
      await (await open()).close();
      const newer = new DatabaseSync(file);
      newer.exec("INSERT INTO migrations VALUES (99, 'future', 0)");
      newer.close();
      await expect(opening({ file })).rejects.toThrow(/newer Quayside/);
    });

    test('a file of an older version keeps every match and command', async () => {
      const older = new DatabaseSync(file);
      migrate(older, 0, 2);
      const { lastInsertRowid } = older
        .prepare(
          `INSERT INTO matches (match_id, game, edition, edition_hash, rules_version, status, created_at, updated_at,
             seed, table_json, players_json) VALUES ('old', 'toy', 'e', 'h', 1, 'playing', 1, 2, 's', ?, '[]')`,
        )
        .run(JSON.stringify(storedTable()));
      const insert = older.prepare(
        `INSERT INTO journal (match, version, seat, actor, decision, command_json, accepted_at, command_id)
         VALUES (?, ?, 0, 'player', 8, '{"type":"pass"}', ?, 'id')`,
      );
      for (const version of [2, 1, 3]) insert.run(lastInsertRowid, version, version * 10);
      older.close();
      const store = await open();
      const row = { seat: 0, by: 'player', decision: 8, command: { type: 'pass' }, commandId: 'id' };
      expect(await store.journal('old')).toEqual(
        [1, 2, 3].map((version) => ({ ...row, version, at: version * 10 })),
      );
      expect((await store.load('old'))?.updatedAt).toBe(30);
      await expect(store.commit('old', [journalRow(3)], {})).rejects.toThrow(/version 3/);
    });

    test('a torn log loses nothing that was committed before it', async () => {
      const store = await open();
      await store.create(matchRow('m1'));
      for (let version = 1; version <= 20; version++) await store.commit('m1', [journalRow(version)], {});
      // As a crash leaves it: the log not yet written back, its last page half there.
      const torn = join(folder, 'torn.sqlite');
      copyFileSync(file, torn);
      const log = readFileSync(`${file}-wal`);
      writeFileSync(`${torn}-wal`, log.subarray(0, log.length - 1_000));
      const restored = await opening({ file: torn });
      stores.push(restored);
      const versions = (await restored.journal('m1')).map((row) => row.version);
      expect(versions.length).toBeGreaterThanOrEqual(19);
      expect(versions).toEqual(Array.from({ length: versions.length }, (_, index) => index + 1));
    });

    test('only the owner may read the file', async () => {
      await open();
      expect(statSync(file).mode & 0o777).toBe(0o600);
    });
  });
});
