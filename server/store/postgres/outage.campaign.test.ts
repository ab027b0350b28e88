// The database goes away, and the network loses requests or answers: the answers to writes are true.
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { journalRow, matchRow } from '../../../rooms/testing/rows.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../../testing/database-proxy.ts';
import { describeWithPostgres } from '../../testing/postgres.ts';
import { type Scratch, scratch } from '../../testing/scratch.ts';
import type { StoreNotice } from '../notice.ts';
import { openPostgresStore, type PostgresOptions, type PostgresStore } from './postgres.ts';

describeWithPostgres('PostgreSQL goes away', (postgres) => {
  let place: Scratch;
  let proxy: DatabaseProxy;
  let store: PostgresStore;
  let notices: StoreNotice[];
  const open = async (options: Partial<PostgresOptions> = {}) => {
    store = await openPostgresStore({
      url: proxy.url,
      dataDir: place.folder,
      notify: (notice) => notices.push(notice),
      ...options,
    });
    await store.create(matchRow('m1'));
  };
  beforeEach(async () => {
    place = scratch();
    notices = [];
    await postgres().empty();
    proxy = await startDatabaseProxy(postgres().url);
  });
  afterEach(async () => {
    await store.close();
    await proxy.close();
    place.remove();
  });

  /** Different kinds of transactions. */
  const writes: readonly [string, () => Promise<unknown>, () => Promise<unknown>, unknown][] = [
    ['a move', () => store.commit('m1', [journalRow(1)], {}), () => store.journal('m1'), [journalRow(1)]],
    [
      'a last move',
      () => store.commit('m1', [journalRow(1)], { status: 'finished' }),
      async () => [(await store.load('m1'))?.status, await store.journal('m1')],
      ['finished', [journalRow(1)]],
    ],
    [
      'a match',
      () => store.create(matchRow('m2', { createdAt: 2_000 })),
      () => store.list({ player: 'anne', limit: 9 }),
      [matchRow('m2', { createdAt: 2_000 }), matchRow('m1')],
    ],
  ];

  test.each(writes)(
    '%s whose request is lost is stored once, when the database is back',
    async (_what, write, read, stored) => {
      await open();
      proxy.lose('requests');
      const written = write();
      await proxy.lost();
      proxy.lose('nothing');
      proxy.cut();
      await written;
      expect(await read()).toEqual(stored);
      expect(notices.map(({ message }) => message)).toEqual([
        'began with an empty database',
        'the database is away',
        'the database is back',
      ]);
      await store.commit('m1', [journalRow((await store.journal('m1')).length + 1)], {});
    },
  );

  test.each(writes)('%s whose answer is lost counts, once', async (_what, write, read, stored) => {
    await open();
    proxy.lose('answers');
    const written = write();
    await proxy.lost();
    proxy.lose('nothing');
    proxy.cut();
    await written;
    expect(await read()).toEqual(stored);
    await store.commit('m1', [journalRow((await store.journal('m1')).length + 1)], {});
  });

  test('a database that hangs: another connection finds out what it did', async () => {
    await open({ answerMs: 300 });
    proxy.lose('answers');
    const written = store.commit('m1', [journalRow(1)], {});
    await proxy.lost();
    proxy.lose('nothing');
    await written;
    expect(await store.journal('m1')).toEqual([journalRow(1)]);
  });

  test('of several writes with unknown outcome, the failing one fails alone', async () => {
    await open();
    await store.commit('m1', [journalRow(1)], {});
    proxy.lose('requests');
    const written = Promise.allSettled([
      store.commit('m1', [journalRow(2)], {}),
      store.commit('m1', [journalRow(1, { at: 9 })], {}),
      store.create(matchRow('m2')),
    ]);
    await proxy.lost();
    proxy.lose('nothing');
    proxy.cut();
    expect((await written).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect((await store.journal('m1')).map(({ version }) => version)).toEqual([1, 2]);
  });

  test('killed in the middle of writes: they wait, and each acknowledged one is there once', async () => {
    await open();
    const outcomes: string[] = [];
    let version = 0;
    let isOver = false;
    const writing = (async () => {
      while (!isOver) {
        version += 1;
        await store.commit('m1', [journalRow(version)], {});
        outcomes.push('stored');
      }
    })();
    const several = async (count: number) => {
      const wanted = outcomes.length + count;
      while (outcomes.length < wanted) await new Promise((resolve) => setTimeout(resolve, 5));
    };
    await several(20);
    await postgres().stop('crash');
    const before = outcomes.length;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    // At most those answered in the meantime.
    expect(outcomes.length - before).toBeLessThanOrEqual(1);
    await postgres().start();
    await several(20);
    isOver = true;
    await writing;
    const there = (await store.journal('m1')).map((row) => row.version);
    expect(there).toEqual(Array.from({ length: version }, (_, index) => index + 1));
  });

  test('away for too long: writes are refused, never appear, and the next ones are stored', async () => {
    await open({ patienceMs: 300 });
    await postgres().stop();
    const refused = await Promise.allSettled([
      store.commit('m1', [journalRow(1)], {}),
      store.create(matchRow('m2')),
      store.check(),
    ]);
    for (const outcome of refused)
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'failed' } });
    await expect(store.load('m1')).rejects.toMatchObject({ code: 'failed' });
    await postgres().start();
    while (!notices.some(({ message }) => message === 'the database is back'))
      await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await store.journal('m1')).toEqual([]);
    expect(await store.load('m2')).toBeUndefined();
    await store.commit('m1', [journalRow(1, { at: 7 })], {});
    expect(await store.journal('m1')).toEqual([journalRow(1, { at: 7 })]);
    expect(notices.filter(({ message }) => message === 'the database is away')).toHaveLength(1);
  });

  test('read-only, as after a fail-over: writes are refused and reads answered, until it is not', async () => {
    await open({ patienceMs: 300 });
    const readOnly = async (value: 'on' | 'off') => {
      await postgres().ask(`ALTER SYSTEM SET default_transaction_read_only = ${value}`);
      await postgres().ask('SELECT pg_reload_conf()');
    };
    try {
      await readOnly('on');
      await expect(untilRefused(() => store.check())).rejects.toThrow(/read-only/);
      await expect(store.commit('m1', [journalRow(1)], {})).rejects.toMatchObject({ code: 'failed' });
      await expect(store.create(matchRow('m2'))).rejects.toMatchObject({ code: 'failed' });
      expect(await store.journal('m1')).toEqual([]);
    } finally {
      await readOnly('off');
    }
    await untilDone(() => store.commit('m1', [journalRow(1)], {}));
    expect(await store.journal('m1')).toEqual([journalRow(1)]);
  });

  test('out of connections: writes have their own, reads are refused until there is one', async () => {
    await open();
    const others: Client[] = [];
    for (let isFull = false; !isFull && others.length < 200; ) {
      const other = new Client(postgres().url);
      other.on('error', () => undefined);
      isFull = await other.connect().then(
        () => false,
        () => true,
      );
      if (!isFull) others.push(other);
    }
    await store.commit('m1', [journalRow(1)], {});
    await expect(store.journal('m1')).rejects.toMatchObject({ code: 'failed' });
    await Promise.all(others.map((other) => other.end()));
    expect(await untilDone(() => store.journal('m1'))).toEqual([journalRow(1)]);
  });

  test('a table is locked for longer than an answer may take: writes wait, and are stored once', async () => {
    await open({ answerMs: 200 });
    const other = new Client(postgres().url);
    await other.connect();
    await other.query('BEGIN');
    await other.query('LOCK TABLE quayside.journal IN ACCESS EXCLUSIVE MODE');
    let isStored = false;
    const written = store.commit('m1', [journalRow(1)], { status: 'finished' }).then(() => {
      isStored = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(isStored).toBe(false);
    await other.query('COMMIT');
    await other.end();
    await written;
    expect(await store.journal('m1')).toEqual([journalRow(1)]);
    expect((await store.load('m1'))?.status).toBe('finished');
  });

  test('a deadlock with another program: whichever of us gives way, the writes are stored', async () => {
    await open();
    await store.create(matchRow('m2'));
    const other = new Client(postgres().url);
    await other.connect();
    const touch = (matchId: string) =>
      other.query('UPDATE quayside.matches SET seed = seed WHERE match_id = $1', [matchId]);
    await other.query('BEGIN');
    await touch('m2');
    const written = Promise.all([
      store.commit('m1', [], { wakeAt: 5 }),
      store.commit('m2', [], { wakeAt: 5 }),
    ]);
    const waits = `SELECT count(*) AS n FROM pg_stat_activity WHERE wait_event_type = 'Lock'`;
    while ((await postgres().ask(waits))[0]?.['n'] === '0');
    await touch('m1').then(
      () => other.query('COMMIT'),
      () => other.query('ROLLBACK'),
    );
    await written;
    await other.end();
    const stored = await Promise.all([store.load('m1'), store.load('m2')]);
    expect(stored.map((row) => row?.wakeAt)).toEqual([5, 5]);
  });

  test('closed while it is away: unsent writes are refused, those with unknown outcome are reported as such', async () => {
    await open();
    proxy.lose('answers');
    const doubtful = store.commit('m1', [journalRow(1)], {});
    await proxy.lost();
    const unsent = store.commit('m1', [journalRow(2)], {});
    const outcomes = Promise.allSettled([doubtful, unsent]);
    await proxy.close();
    await store.close();
    expect(await outcomes).toMatchObject([
      { reason: { code: 'unconfirmed' } },
      { reason: { code: 'failed' } },
    ]);
  });
});

const TRIES = 3_000;

async function untilRefused(work: () => Promise<unknown>): Promise<void> {
  for (let n = 0; n < TRIES; n++) await work();
}

async function untilDone<T>(work: () => Promise<T>): Promise<T> {
  for (let n = 1; ; n++) {
    try {
      return await work();
    } catch (error) {
      if (n === TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20)); // it is to recover by itself
    }
  }
}
