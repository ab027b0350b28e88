// The database goes away, and the network loses requests or answers: what a write was answered with is true.
import { afterEach, beforeEach, expect, test } from '@jest/globals';
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

  /** Each of these is a transaction of its own kind. */
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
      await store.commit('m1', [journalRow(2)], {});
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
    await store.commit('m1', [journalRow(2)], {});
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

  test('of several writes in doubt, the failing one fails alone', async () => {
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
    // At most what was answered in the meantime.
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

  test('closed while it is away: what was never sent is refused, what is in doubt is said to be', async () => {
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
