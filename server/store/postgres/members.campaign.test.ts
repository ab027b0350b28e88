// Several processes over one PostgreSQL: each match has one owner, and members that are gone cannot write.
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Client } from 'pg';
import type { Peer } from '../../../rooms/berth/cluster.ts';
import type { MatchStore } from '../../../rooms/life/match-store.ts';
import { journalRow, matchRow, seated, storedTable } from '../../../rooms/testing/rows.ts';
import { describeStoreContract } from '../../../rooms/testing/store-contract.ts';
import { CommonTime } from '../../process/clock.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../../testing/database-proxy.ts';
import { describeWithPostgres } from '../../testing/postgres.ts';
import { type Scratch, scratch } from '../../testing/scratch.ts';
import { columnsOf, Damaged } from '../rows.ts';
import { connectionTo } from './connection.ts';
import { ANNOUNCE, enter } from './member.ts';
import { type KnownRules, openPostgresStore, type PostgresOptions, type PostgresStore } from './postgres.ts';
import { migrate, SCHEMA_VERSION } from './schema.ts';
import { LEASE_MS } from './signs.ts';
import { commitOf, creationOf, Fenced, PROBE, Transactions, type Write } from './writes.ts';

/** The rules of the matches that `matchRow` creates. */
const RULES: KnownRules = ['toy', 1, 'a'.repeat(64)];

describeWithPostgres('several members of one database', (postgres) => {
  let places: Scratch[] = [];
  let stores: PostgresStore[] = [];
  let clients: Client[] = [];
  let proxies: DatabaseProxy[] = [];
  const opened = async (options: Partial<PostgresOptions> = {}) => {
    const place = scratch();
    places.push(place);
    const store = await openPostgresStore({
      url: postgres().url,
      dataDir: place.folder,
      company: 'member',
      rules: [RULES],
      ...options,
    });
    stores.push(store);
    return store;
  };
  const member = async (address: string, options: Partial<PostgresOptions> = {}) => {
    const store = await opened(options);
    await store.announce(address);
    return store;
  };
  beforeEach(async () => {
    await postgres().empty();
  });
  afterEach(async () => {
    await Promise.all(stores.map((store) => store.close()));
    for (const client of clients) client.connection.stream.destroy();
    await Promise.all(proxies.map((proxy) => proxy.close()));
    for (const place of places) place.remove();
    places = [];
    stores = [];
    clients = [];
    proxies = [];
  });

  const peerOf = (store: PostgresStore, address: string): Peer => ({ number: store.ownership.self, address });
  const versions = async (store: PostgresStore, matchId = 'm1') =>
    (await store.journal(matchId)).map(({ version }) => version);
  const idsOf = (count: number) => Array.from({ length: count }, (_, index) => `m${index}`);
  const until = async (holds: () => boolean | Promise<boolean>) => {
    for (let n = 0; n < 3_000; n++) {
      if (await holds()) return;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    throw new Error('waited in vain');
  };
  const gone = (store: PostgresStore) =>
    new Promise<Peer>((resolve) => {
      const end = store.ownership.onGone((peer) => {
        end();
        resolve(peer);
      });
    });

  /** A stopped member: its connection is open, but it sends no sign of life. Without an address it still starts. */
  const stopped = async (address: string | null = 'stopped:1') => {
    const client = new Client({ ...connectionTo(postgres().url, 'test', 60_000), pipeline: true });
    clients.push(client);
    client.on('error', () => undefined);
    await client.connect();
    const pass = await enter(client, {
      isAlone: false,
      beats: true,
      version: '1',
      rules: JSON.stringify([RULES]),
    });
    await client.query('UPDATE quayside.members SET address = $2 WHERE number = $1', [pass.member, address]);
    const write = (...writes: Write[]) =>
      new Transactions({ client, pass }, new Damaged(() => {})).atOnce(writes);
    return { client, pass, write };
  };

  /** The contract assumes a process that owns the matches it writes to. */
  const claiming = async (store: PostgresStore): Promise<MatchStore> => {
    for (const { matchId } of await store.list({ limit: 99 })) await store.ownership.claim(matchId);
    return store;
  };
  describeStoreContract({
    name: 'the store of a member',
    open: () => opened(),
    reopen: async () => await claiming(await opened()),
    dispose: () => Promise.resolve(),
  });

  test('two claim the same matches at once: each match gets one owner, and the other process learns which', async () => {
    const [a, b, creator] = [await member('a:1'), await member('b:1'), await opened()];
    const ids = idsOf(60);
    await Promise.all(ids.map((matchId) => creator.create(matchRow(matchId))));
    expect(await a.ownership.claim('nobody')).toBeUndefined();
    await Promise.all(ids.map((matchId) => creator.ownership.release(matchId)));
    const claims = await Promise.all(
      ids.map((matchId) => Promise.all([a.ownership.claim(matchId), b.ownership.claim(matchId)])),
    );
    for (const [ofA, ofB] of claims)
      expect([
        ['mine', peerOf(a, 'a:1')],
        [peerOf(b, 'b:1'), 'mine'],
      ]).toContainEqual([ofA, ofB]);
    const [first] = ids;
    const isA = claims[0]?.[0] === 'mine';
    const [owner, other] = isA ? [a, b] : [b, a];
    expect(await owner.ownership.ownerOf(first ?? '')).toBe('mine');
    expect(await other.ownership.ownerOf(first ?? '')).toEqual(isA ? peerOf(a, 'a:1') : peerOf(b, 'b:1'));
    await owner.ownership.release(first ?? '');
    expect(await other.ownership.ownerOf(first ?? '', 'fresh')).toBeUndefined();
    expect(await other.ownership.claim(first ?? '')).toBe('mine');
  });

  test('a process cannot write to a match of another one, and learns that it does not own it', async () => {
    const [a, b] = [await opened(), await opened()];
    await Promise.all([a.create(matchRow('m1')), a.create(matchRow('m2')), b.create(matchRow('mine'))]);
    await a.commit('m1', [journalRow(1)], {});
    const lost: string[] = [];
    b.ownership.onLost((matchId) => lost.push(matchId));
    const outcomes = await Promise.allSettled([
      b.commit('m1', [journalRow(2)], {}),
      b.commit('m1', [journalRow(2)], { status: 'finished' }),
      b.commit('m2', [], { table: storedTable({ occupants: seated(['eve']) }) }),
      b.commit('mine', [journalRow(1)], {}),
    ]);
    for (const outcome of outcomes.slice(0, 3))
      expect(outcome).toMatchObject({ reason: { code: 'not-owner' } });
    expect(outcomes[3]?.status).toBe('fulfilled');
    expect(lost).toEqual(['m1', 'm1', 'm2']);
    await b.removeSome('m1', 100);
    expect(await versions(a)).toEqual([1]);
    expect(await a.load('m1')).toMatchObject({ status: 'playing' });
    expect(await a.list({ player: 'eve', limit: 9 })).toEqual([]);
    await a.commit('m1', [journalRow(2)], {});
  });

  test('one that stops during a write is declared gone: the write never happens, and it cannot write any more', async () => {
    const b = await opened();
    const a = await stopped();
    await a.write(creationOf(matchRow('m1', { wakeAt: 0 })), commitOf('m1', [journalRow(1)], {}, Date.now));
    await a.client.query('BEGIN');
    await a.client.query('SELECT FROM quayside.members WHERE number = $1 FOR SHARE', [a.pass.member]);
    await a.client.query('UPDATE quayside.matches SET rules_version = 9');
    expect(await b.due(0, 0, 9)).toEqual([]);
    expect((await gone(b)).number).toBe(a.pass.member);
    expect(await b.due(0, 0, 9)).toHaveLength(1);
    const before = Date.now();
    expect(await b.ownership.claim('m1')).toBe('mine');
    expect(b.ownership.recoveredAt('m1')).toBeGreaterThanOrEqual(before);
    expect(b.ownership.recoveredAt()).toBeLessThan(before);
    await b.commit('m1', [journalRow(2)], {});
    // Any write over another connection with the same numbers is refused.
    const again = new Client({ connectionString: postgres().url, pipeline: true });
    clients.push(again);
    again.on('error', () => undefined);
    await again.connect();
    const late = new Transactions({ client: again, pass: a.pass }, new Damaged(() => {}));
    for (const write of [
      commitOf('m1', [journalRow(3)], {}, Date.now),
      commitOf('m1', [], { wakeAt: 3 }, Date.now),
      creationOf(matchRow('m2')),
      PROBE,
    ])
      await expect(late.atOnce([write])).rejects.toBeInstanceOf(Fenced);
    expect(await versions(b)).toEqual([1, 2]);
    expect(await b.load('m1')).toMatchObject({ rulesVersion: 1 });
  });

  test('one that is still starting may be slow; once it has said where it is reached, it may not', async () => {
    const watcher = await opened();
    const slow = await stopped(null);
    const silent = await stopped();
    expect((await gone(watcher)).number).toBe(silent.pass.member);
    const isGone = async () => {
      const text = 'SELECT FROM quayside.members WHERE number = $1 AND gone_at IS NOT NULL';
      return (await slow.client.query(text, [slow.pass.member])).rows.length > 0;
    };
    // Longer than the other one was silent.
    await new Promise((resolve) => setTimeout(resolve, 2 * LEASE_MS));
    expect(await isGone()).toBe(false);
    // From now on its lease runs.
    await slow.client.query(ANNOUNCE, [slow.pass.member, 'slow:1']);
    expect(await isGone()).toBe(false);
    expect(await gone(watcher)).toEqual({ number: slow.pass.member, address: 'slow:1' });
  });

  test('the survivors take over the matches of a dead one, each match once', async () => {
    const [b, c] = [await member('b:1'), await member('c:1')];
    const a = await stopped();
    const ids = idsOf(40);
    await a.write(...ids.map((matchId) => creationOf(matchRow(matchId, { wakeAt: 0 }))));
    a.client.connection.stream.destroy();
    const takenUp = await Promise.all(
      [b, c].map(async (store) => {
        await gone(store);
        const left = (await store.due(0, 0, 99)).map(({ matchId }) => matchId);
        const owners = await Promise.all(left.map((matchId) => store.ownership.claim(matchId)));
        return left.filter((_, index) => owners[index] === 'mine');
      }),
    );
    expect(takenUp.flat().sort()).toEqual(ids.toSorted());
    await Promise.all(
      ids.map((matchId) => (takenUp[0]?.includes(matchId) ? b : c).commit(matchId, [journalRow(1)], {})),
    );
  });

  test('cut off from the database for too long: it is unsure, its writes are refused, and it learns that it is gone', async () => {
    const proxy = await startDatabaseProxy(postgres().url);
    proxies.push(proxy);
    const lost: string[] = [];
    const a = await member('a:1', {
      url: proxy.url,
      lost: (error) => lost.push(error.message),
      patienceMs: 60_000,
    });
    const b = await opened();
    await a.create(matchRow('m1'));
    expect(a.isOwner).toBe(true);
    proxy.lose('requests');
    const unsent = a.commit('m1', [journalRow(1)], {}).catch((error: unknown) => error);
    await gone(b);
    expect(a.isOwner).toBe(false);
    expect(await b.ownership.claim('m1')).toBe('mine');
    await b.commit('m1', [journalRow(1, { at: 7 })], {});
    proxy.lose('nothing');
    proxy.cut();
    expect(await unsent).toMatchObject({ code: 'unconfirmed' });
    expect(lost).toEqual(['the other processes have taken over what this one had']);
    expect(a.isOwner).toBe(false);
    await expect(a.commit('m1', [journalRow(2)], {})).rejects.toMatchObject({ code: 'failed' });
    await expect(a.ownership.claim('m1')).rejects.toMatchObject({ code: 'failed' });
    expect(await a.ownership.give('m1', peerOf(b, 'b:1'), 7)).toBe(false);
    expect(await b.journal('m1')).toEqual([journalRow(1, { at: 7 })]);
  });

  test('a write with an unknown outcome counts once, and its match keeps its owner', async () => {
    const proxy = await startDatabaseProxy(postgres().url);
    proxies.push(proxy);
    const [a, b] = [await opened({ url: proxy.url }), await opened()];
    await a.create(matchRow('m1'));
    for (const [what, version] of [
      ['answers', 1],
      ['requests', 2],
    ] as const) {
      proxy.lose(what);
      const written = a.commit('m1', [journalRow(version)], { wakeAt: version });
      await proxy.lost();
      proxy.lose('nothing');
      proxy.cut();
      await written;
    }
    expect(await versions(b)).toEqual([1, 2]);
    expect(await a.ownership.claim('m1')).toBe('mine');
    await expect(b.commit('m1', [journalRow(3)], {})).rejects.toMatchObject({ code: 'not-owner' });
  });

  test('the database restarts: no member is declared gone because of the outage', async () => {
    const [a, b] = [await opened(), await opened()];
    let someoneGone = false;
    for (const store of [a, b])
      store.ownership.onGone(() => {
        someoneGone = true;
      });
    await a.create(matchRow('m1'));
    await postgres().stop('crash');
    await until(() => !a.isOwner && !b.isOwner);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await postgres().start();
    await until(() => a.isOwner && b.isOwner);
    await a.commit('m1', [journalRow(1)], {});
    expect(someoneGone).toBe(false);
  });

  test('a match is handed over to a living member that has its rules, and the former owner can no longer write', async () => {
    const [a, b, strange] = [
      await member('a:1'),
      await member('b:1'),
      await member('c:1', { rules: [['toy', 2, 'a'.repeat(64)]] }),
    ];
    await a.create(matchRow('m1'));
    await until(() => a.ownership.peers().length === 2);
    expect(a.ownership.peers()).toEqual([peerOf(b, 'b:1'), peerOf(strange, 'c:1')]);
    expect(await a.ownership.give('m1', peerOf(strange, 'c:1'), 7)).toBe(false);
    expect(await a.ownership.give('m1', { number: 9_999, address: 'x:1' }, 7)).toBe(false);
    expect(await b.ownership.give('m1', peerOf(strange, 'c:1'), 7)).toBe(false);
    await a.commit('m1', [journalRow(1)], {});
    expect(await a.ownership.give('m1', peerOf(b, 'b:1'), 7)).toBe(true);
    expect(await a.ownership.ownerOf('m1')).toEqual(peerOf(b, 'b:1'));
    expect(await a.ownership.claim('m1')).toEqual(peerOf(b, 'b:1'));
    await expect(a.commit('m1', [journalRow(2)], {})).rejects.toMatchObject({ code: 'not-owner' });
    expect(b.ownership.firstRef('m1')).toBe(undefined);
    const given = () => Promise.all([a, b].map(({ ownership }) => ownership.isGiven('m1')));
    expect(await given()).toEqual([false, true]);
    expect(await b.ownership.claim('m1')).toBe('mine');
    expect(await given()).toEqual([false, false]);
    expect(b.ownership.firstRef('m1')).toBe(7);
    await b.commit('m1', [journalRow(2)], {});
    expect(await versions(b)).toEqual([1, 2]);
  });

  test('a running match is not claimed by a member without its rules, which learns who has them', async () => {
    const old = await member('old:1');
    const other = await member('new:1', { rules: [['toy', 2, 'a'.repeat(64)]] });
    await old.create(matchRow('m1', { wakeAt: 5 }));
    await old.create(matchRow('over', { status: 'finished' }));
    await Promise.all(['m1', 'over'].map((matchId) => old.ownership.release(matchId)));
    expect(await other.ownership.playableElsewhere()).toEqual([
      { game: 'toy', rulesVersion: 1, editionHash: 'a'.repeat(64) },
    ]);
    expect(await other.ownership.claim('m1')).toEqual(peerOf(old, 'old:1'));
    expect(await other.ownership.claim('m1', 'unplayed')).toEqual(peerOf(old, 'old:1'));
    expect(await other.ownership.ownerOf('m1', 'fresh')).toEqual(peerOf(old, 'old:1'));
    expect([await other.due(1, 9, 9), await other.nextWake(1)]).toEqual([[], undefined]);
    // A match that is over needs no rules.
    expect(await other.ownership.claim('over')).toBe('mine');
    expect(await old.due(1, 9, 9)).toHaveLength(1);
    await old.close();
    expect(await other.ownership.playableElsewhere()).toEqual([]);
    expect(await other.ownership.claim('m1')).toBe('unknown-rules');
    expect(await other.load('m1')).toMatchObject({ status: 'playing', rulesVersion: 1 });
    // Changing its row needs no rules.
    expect(await other.ownership.claim('m1', 'unplayed')).toBe('mine');
    await other.commit('m1', [], { wakeAt: 6 });
    await other.ownership.release('m1');
    expect(await other.ownership.claim('m1')).toBe('unknown-rules');
    const back = await opened();
    expect(await back.ownership.claim('m1')).toBe('mine');
  });

  test('clocks: a match is due at its owner, and at all members if it has none', async () => {
    const [a, b] = [await opened(), await opened()];
    await a.create(matchRow('m1', { wakeAt: 5 }));
    await b.create(matchRow('m2', { wakeAt: 7 }));
    const due = async (store: PostgresStore) => (await store.due(1, 9, 9)).map(({ matchId }) => matchId);
    expect([await due(a), await due(b)]).toEqual([['m1'], ['m2']]);
    expect([await a.nextWake(1), await b.nextWake(1)]).toEqual([5, 7]);
    await a.ownership.release('m1');
    expect([await due(a), await due(b)]).toEqual([['m1'], ['m1', 'm2']]);
    expect(await b.nextWake(1)).toBe(5);
    // A member that leaves releases its matches.
    await b.ownership.claim('m1');
    await b.close();
    expect(await due(a)).toEqual(['m1', 'm2']);
    expect(await a.ownership.claim('m2')).toBe('mine');
  });

  test('a single process and a cluster never mix', async () => {
    const inUse = /in use by another Quayside process/;
    const a = await opened();
    await expect(opened({ company: 'alone', startMs: 0 })).rejects.toThrow(inUse);
    await a.create(matchRow('m1'));
    await a.close();
    const alone = await opened({ company: 'alone', startMs: 0 });
    await expect(opened({ startMs: 0 })).rejects.toThrow(inUse);
    // All matches are its own, no matter who owned them.
    await alone.commit('m1', [journalRow(1)], {});
    await alone.create(matchRow('m2'));
    await alone.close();
    const next = await opened({ startMs: 0 });
    for (const matchId of ['m1', 'm2']) expect(await next.ownership.claim(matchId)).toBe('mine');
    await next.commit('m1', [journalRow(2)], {});
  });

  test('an outage ends with the first member that enters, whatever its clock says; later ones join it', async () => {
    const wrong = (milliseconds: number) => {
      const now = () => Date.now() + milliseconds;
      return { now, time: new CommonTime({ wall: now, monotonic: () => performance.now() }) };
    };
    const before = Date.now();
    const a = await opened(wrong(60_000));
    const between = Date.now();
    const b = await opened(wrong(-60_000));
    const [first, second] = [a.ownership.recoveredAt() ?? 0, b.ownership.recoveredAt() ?? 0];
    expect(first).toBeGreaterThanOrEqual(before);
    expect(first).toBeLessThanOrEqual(between);
    expect(second).toBe(first);
    await Promise.all([a.close(), b.close()]);
    const c = await opened(wrong(3_600_000));
    expect(c.ownership.recoveredAt()).toBeGreaterThan(first);
    expect(c.ownership.recoveredAt()).toBeLessThanOrEqual(Date.now());
  });

  test('a member that is long gone is removed, unless it still owns a match', async () => {
    const [a, b] = [await opened(), await opened()];
    const { self } = a.ownership;
    await a.create(matchRow('m1'));
    await Promise.all([a.close(), b.close()]);
    await postgres().ask(`UPDATE quayside.members SET gone_at = gone_at - interval '8 days'`);
    const c = await opened();
    const known = async () =>
      (await postgres().ask('SELECT number::int AS number FROM quayside.members ORDER BY number')).map(
        ({ number }) => number,
      );
    expect(await known()).toEqual([self, c.ownership.self]);
    expect(await c.ownership.claim('m1')).toBe('mine');
    const d = await opened();
    expect(await known()).toEqual([c.ownership.self, d.ownership.self]);
  });

  test('all sign with the key of the first one', async () => {
    const [a, b] = [await opened(), await opened()];
    expect(await a.sharedKey('first')).toBe('first');
    expect(await b.sharedKey('second')).toBe('first');
    const several = await Promise.all([a, b].map((store) => store.sharedKey('third')));
    expect(several).toEqual(['first', 'first']);
  });

  test('processes that make the tables at the same moment all find them', async () => {
    const makers = [1, 2, 3].map(() => new Client(postgres().url));
    clients.push(...makers);
    for (const maker of makers) {
      maker.on('error', () => undefined);
      await maker.connect();
    }
    const before = await Promise.all(makers.map((maker) => migrate(maker, 1)));
    expect(before.toSorted((one, other) => one - other)).toEqual([0, SCHEMA_VERSION, SCHEMA_VERSION]);
  });

  test('the tables of a single process are migrated to those of a cluster, and nothing is lost', async () => {
    const client = new Client(postgres().url);
    clients.push(client);
    client.on('error', () => undefined);
    await client.connect();
    expect(await migrate(client, 1, 1)).toBe(0);
    await client.query(`UPDATE quayside.database SET owner = 'old', fence = 7`);
    const columns = Object.entries(columnsOf(matchRow('m1')));
    await client.query(
      `INSERT INTO quayside.matches (${columns.map(([name]) => name).join(', ')})
       VALUES (${columns.map((_, index) => `$${index + 1}`).join(', ')})`,
      columns.map(([, value]) => value),
    );
    // Many enter at the same time.
    const [a, b, c] = await Promise.all([member('a:1'), member('b:1'), member('c:1')]);
    expect(await a.load('m1')).toEqual(matchRow('m1'));
    const claims = await Promise.all([a, b, c].map((store) => store.ownership.claim('m1')));
    expect(claims.filter((claim) => claim === 'mine')).toHaveLength(1);
    const asBefore = client.query('SELECT id FROM quayside.database WHERE fence = 7 FOR SHARE');
    await expect(asBefore).rejects.toThrow(/"fence" does not exist/);
    const steps = await postgres().ask('SELECT version FROM quayside.migrations ORDER BY version');
    expect(steps.length).toBeGreaterThan(2);
  });
});
