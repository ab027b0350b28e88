// The store in PostgreSQL: its contract, one owner at a time, and faults that only a database server has.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { journalRow, matchRow, seated, storedTable } from '../../../rooms/testing/rows.ts';
import { describeStoreContract } from '../../../rooms/testing/store-contract.ts';
import type { BatchReport } from '../../process/metrics.ts';
import { describeLedgerContract } from '../../testing/ledger-contract.ts';
import { describeOutboxContract } from '../../testing/outbox-contract.ts';
import { describeWithPostgres } from '../../testing/postgres.ts';
import { type Scratch, scratch } from '../../testing/scratch.ts';
import type { StoreNotice } from '../notice.ts';
import { Damaged } from '../rows.ts';
import { openPostgresStore, type PostgresOptions, type PostgresStore } from './postgres.ts';
import { commitOf, creationOf, Fenced, PROBE, Transactions } from './writes.ts';

describeWithPostgres('the PostgreSQL store', (postgres) => {
  let place: Scratch;
  let stores: PostgresStore[] = [];
  let notices: StoreNotice[] = [];
  const opened = async (options: Partial<PostgresOptions> = {}) => {
    const store = await openPostgresStore({
      url: postgres().url,
      dataDir: place.folder,
      notify: (notice) => notices.push(notice),
      ...options,
    });
    stores.push(store);
    return store;
  };
  beforeEach(async () => {
    place = scratch();
    notices = [];
    await postgres().empty();
  });
  afterEach(async () => {
    for (const store of stores) await store.close();
    stores = [];
    place.remove();
  });

  describeStoreContract({
    name: 'the PostgreSQL store',
    open: () => opened(),
    reopen: () => opened(),
    dispose: () => Promise.resolve(),
  });
  describeLedgerContract({
    name: 'the PostgreSQL store',
    open: () => opened(),
    dispose: () => Promise.resolve(),
  });
  describeOutboxContract({
    name: 'the PostgreSQL store',
    open: () => opened(),
    dispose: () => Promise.resolve(),
  });

  const mark = () => join(place.folder, 'postgres.id');
  const versions = async (store: PostgresStore, matchId = 'm1') =>
    (await store.journal(matchId)).map(({ version }) => version);

  test('writes of one turn of the event loop share one transaction', async () => {
    const batches: BatchReport[] = [];
    const store = await opened({ report: (batch) => batches.push(batch) });
    await Promise.all([1, 2, 3, 4].map((n) => store.create(matchRow(`m${n}`))));
    await Promise.allSettled([1, 1, 2].map((n) => store.commit('m1', [journalRow(n)], {})));
    expect(batches.map(({ size, failed }) => ({ size, failed }))).toEqual([
      { size: 4, failed: 0 },
      { size: 3, failed: 1 },
    ]);
    const [row] = await postgres().ask('SELECT count(DISTINCT xmin::text) AS n FROM quayside.matches');
    expect(row).toEqual({ n: '1' });
  });

  test('the queue is bounded: further writes are refused at once', async () => {
    const store = await opened({ maxWaiting: 2 });
    const outcomes = await Promise.allSettled([1, 2, 3].map((n) => store.create(matchRow(`m${n}`))));
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    expect(outcomes[2]).toMatchObject({ reason: { code: 'overloaded' } });
    await store.create(matchRow('m4'));
    const reads = await Promise.allSettled([1, 2, 3].map(() => store.load('m4')));
    expect(reads.map((outcome) => outcome.status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  });

  test('a full disk: not only moves are refused, and both work again as soon as there is space', async () => {
    const store = await opened();
    await store.create(matchRow('m1'));
    await store.check();
    await postgres().ask(`CREATE FUNCTION quayside.full() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$;
      CREATE TRIGGER full_disk BEFORE INSERT ON quayside.journal EXECUTE FUNCTION quayside.full()`);
    await expect(store.commit('m1', [journalRow(1)], {})).rejects.toThrow(/No space left/);
    for (let n = 0; n < 2; n++) await expect(store.check()).rejects.toThrow(/No space left/);
    await postgres().ask('DROP TRIGGER full_disk ON quayside.journal');
    await store.check();
    await store.commit('m1', [journalRow(1)], {});
    expect(await postgres().ask('SELECT version FROM quayside.journal')).toHaveLength(1);
  });

  test('errors say what is wrong', async () => {
    const store = await opened();
    await store.create(matchRow('m1'));
    await store.commit('m1', [journalRow(1)], {});
    const codes = [
      [store.create(matchRow('m1')), 'match-exists'],
      [store.commit('m1', [journalRow(1)], {}), 'version-exists'],
      [store.commit('m1', [journalRow(1)], { wakeAt: 3 }), 'version-exists'],
      [store.commit('no', [journalRow(1)], {}), 'match-unknown'],
      [store.commit('no', [], { wakeAt: 3 }), 'match-unknown'],
    ] as const;
    await Promise.allSettled(codes.map(([write]) => write));
    for (const [write, code] of codes) await expect(write).rejects.toMatchObject({ code });
    expect((await store.load('m1'))?.wakeAt).toBeNull();
  });

  test('an error reveals nothing of the row that caused it', async () => {
    const store = await opened();
    await store.create(matchRow('m1'));
    const command = { type: 'take', card: 'the-secret-card' } as { type: string };
    const refusals = await Promise.all(
      [
        store.commit('m1', [journalRow(1, { command, seat: 2 ** 40 })], {}),
        store.commit('no', [journalRow(1, { command })], {}),
        store.commit('m1', [journalRow(1, { command, by: 'nobody' as 'bot' })], {}),
      ].map((write) => write.then(() => 'stored', String)),
    );
    for (const refusal of refusals) expect(refusal).toMatch(/^Error: /);
    const fault = await store
      .commit('m1', [journalRow(1, { command, seat: 2 ** 40 })], {})
      .catch((error: unknown) => error);
    expect(inspect([refusals, fault], { depth: 9 })).not.toContain('the-secret-card');
  });

  test('data is stored as it was when the call was made', async () => {
    const store = await opened();
    const table = storedTable({ former: ['anne'], occupants: seated(['anne']) });
    const stored = store.create(matchRow('m1', { table }));
    table.former.push('bo');
    table.occupants.push(...seated(['bo']));
    await stored;
    table.occupants.pop();
    const changed = store.commit('m1', [], { table });
    table.former.push('cy');
    await changed;
    expect((await store.load('m1'))?.table.former).toEqual(['anne', 'bo']);
    expect(await store.list({ player: 'bo', limit: 1 })).toEqual([]);
  });

  test('after kill -9 every acknowledged row is present, and the next process need not wait', async () => {
    const script = join(import.meta.dirname, '../../testing/write-forever.ts');
    const child = spawn(process.execPath, [script, place.folder, postgres().url]);
    let said = '';
    await new Promise<void>((resolve, reject) => {
      child.stdout.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        if (said.split('\n').length > 50) resolve();
      });
      child.once('exit', () => reject(new Error('it ended by itself')));
    });
    child.kill('SIGKILL');
    await once(child, 'close');
    const acknowledged = Number(said.trimEnd().split('\n').at(-1));
    const store = await opened();
    for (const matchId of ['m1', 'm2']) {
      const there = await versions(store, matchId);
      expect(there.length).toBeGreaterThanOrEqual(acknowledged);
      expect(there).toEqual(Array.from({ length: there.length }, (_, index) => index + 1));
      expect((await store.load(matchId))?.rulesVersion).toBe(there.length);
    }
  });

  test('a second owner is refused, and the first continues', async () => {
    const store = await opened();
    await expect(opened({ startMs: 0 })).rejects.toThrow(/in use by another Quayside process/);
    await store.create(matchRow('m1'));
    await store.close();
    const next = await opened({ startMs: 0 });
    expect((await next.load('m1'))?.matchId).toBe('m1');
  });

  test('an owner without a standby is never replaced, however long it is silent', async () => {
    const store = await opened();
    await store.create(matchRow('m1'));
    let isOpen = false;
    const waiting = opened({ company: 'standby' }).then((standby) => {
      isOpen = true;
      return standby;
    });
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    expect(isOpen).toBe(false);
    await store.commit('m1', [journalRow(1)], {});
    expect(store.isOwner).toBe(true);
    expect(notices.filter(({ message }) => message === 'standing by')).toHaveLength(1);
    await store.close();
    const standby = await waiting;
    expect(standby.isOwner).toBe(true);
    expect(await versions(standby)).toEqual([1]);
    await standby.commit('m1', [journalRow(2)], {});
  });

  test('all writes of a replaced connection are refused', async () => {
    const store = await opened();
    await store.create(matchRow('m1'));
    const client = new Client({ connectionString: postgres().url, pipeline: true });
    await client.connect();
    const late = new Transactions(
      { client, pass: { member: 1, fence: 0, isAlone: true } },
      new Damaged(() => {}),
    );
    const now = () => 5;
    for (const write of [
      commitOf('m1', [journalRow(1)], {}, now),
      commitOf('m1', [], { wakeAt: 3 }, now),
      creationOf(matchRow('m2')),
      PROBE,
    ]) {
      const error = await late.atOnce([write]).catch((fault: unknown) => fault);
      expect(error).toBeInstanceOf(Fenced);
    }
    await client.end();
    expect(await versions(store)).toEqual([]);
    expect(await store.list({ limit: 9 })).toEqual([matchRow('m1')]);
    await store.commit('m1', [journalRow(1)], {});
  });

  test('taken over by another process: every write is refused until a restart', async () => {
    const lost: string[] = [];
    const store = await opened({ lost: (error) => lost.push(error.message) });
    await store.create(matchRow('m1'));
    await postgres().ask('UPDATE quayside.members SET gone_at = now()');
    const refused = { code: 'failed', message: 'another Quayside process has taken over the database' };
    await expect(store.commit('m1', [journalRow(1)], {})).rejects.toMatchObject(refused);
    await expect(store.check()).rejects.toMatchObject(refused);
    expect(lost).toEqual([refused.message]);
    expect(store.waiting).toBe(0);
    expect(await versions(store)).toEqual([]);
  });

  test('a row that was edited by hand: only its match is refused, and that is reported once', async () => {
    const store = await opened();
    for (const matchId of ['m1', 'm2', 'm3']) {
      await store.create(matchRow(matchId, { wakeAt: 5 }));
      await store.commit(matchId, [journalRow(1)], {});
    }
    await postgres().ask(`UPDATE quayside.journal SET seat = 0 WHERE match =
      (SELECT id FROM quayside.matches WHERE match_id = 'm1')`);
    await postgres().ask(`UPDATE quayside.matches SET seed = 'known' WHERE match_id = 'm2'`);
    await expect(store.journal('m1')).rejects.toMatchObject({ code: 'damaged' });
    await expect(store.load('m2')).rejects.toMatchObject({ code: 'damaged' });
    await expect(store.commit('m2', [], { wakeAt: 9 })).rejects.toMatchObject({ code: 'damaged' });
    expect((await store.list({ limit: 9 })).map(({ matchId }) => matchId)).toEqual(['m3', 'm1']);
    expect((await store.due(0, 9, 9)).map(({ matchId }) => matchId)).toEqual(['m3']);
    await store.commit('m3', [journalRow(2)], { wakeAt: null });
    expect(await store.nextWake(0)).toBeUndefined();
    expect(notices.filter(({ level }) => level === 'error')).toHaveLength(2);
  });

  test('synchronous commits, even where the operator has switched them off for everyone', async () => {
    await postgres().ask('ALTER ROLE quayside SET synchronous_commit = off');
    try {
      const store = await opened();
      await postgres().ask(`CREATE TABLE quayside.seen (value text);
        CREATE FUNCTION quayside.see() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
          INSERT INTO quayside.seen VALUES (current_setting('synchronous_commit')); RETURN NEW; END $$;
        CREATE TRIGGER see AFTER INSERT ON quayside.matches FOR EACH ROW EXECUTE FUNCTION quayside.see()`);
      await store.create(matchRow('m1'));
      expect(await postgres().ask('SELECT value FROM quayside.seen')).toEqual([{ value: 'on' }]);
    } finally {
      await postgres().ask('ALTER ROLE quayside RESET synchronous_commit');
    }
  });

  test.each([
    ['a newer program', "INSERT INTO quayside.migrations VALUES (99, 'future', 0)", /newer Quayside/],
    ['moved away', "UPDATE quayside.database SET moved_to = 'a file'", /its matches were moved to a file/],
    ['another one', "UPDATE quayside.database SET name = 'another'", /not the database that was here before/],
    ['emptied', 'DROP SCHEMA quayside CASCADE', /it is empty, but there was a database here/],
  ])('at the start, %s: refused and left as it is', async (_what, harm, complaint) => {
    await (await opened()).close();
    expect(notices).toEqual([
      { level: 'info', message: 'began with an empty database', fields: { place: expect.any(String) } },
    ]);
    await postgres().ask(harm);
    await expect(opened()).rejects.toThrow(complaint);
    const there = await postgres().ask(`SELECT to_regclass('quayside.matches') IS NOT NULL AS there`);
    expect(there).toEqual([{ there: !harm.startsWith('DROP') }]);
    rmSync(mark());
    if (!harm.startsWith('INSERT') && !harm.includes('moved_to'))
      expect(await (await opened()).list({ limit: 9 })).toEqual([]);
  });

  test('no server there: refused in one line, without the password', async () => {
    const url = 'postgres://quayside:a-secret-word@127.0.0.1:1/club';
    const refused = await opened({ url, startMs: 0 }).catch((error: unknown) => String(error));
    expect(refused).toMatch(/^Error: the database 127\.0\.0\.1:1\/club cannot be used: .*ECONNREFUSED/);
    expect(refused).not.toContain('a-secret-word');
    expect(existsSync(mark())).toBe(false);
  });
});
