// The directory over a real Redis: every process finds the tables of all living ones, whatever Redis loses.
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Redis as Client } from 'ioredis';
import type { FoundTable } from '../../../rooms/berth/cluster.ts';
import { until } from '../../../rooms/testing/player.ts';
import { listedTableOf as table } from '../../testing/listed-tables.ts';
import { aliasOf, type Member, Members, PREFIX } from '../../testing/members.ts';
import { describeWithRedis } from '../../testing/redis.ts';

const idsOf = (tables: readonly FoundTable[]) => tables.map(({ line }) => line.matchId);
const lobbiesOf = async ({ directory }: Member) => idsOf(await directory.tables({ status: 'lobby' }));

describeWithRedis('the directory', (redis) => {
  let members: Members;
  let client: Client;
  beforeEach(async () => {
    client = new Client(redis().url);
    await client.flushall();
    members = new Members(redis().url, { tablesListed: 20 });
  });
  afterEach(async () => {
    await members.close();
    client.disconnect();
  });

  async function join(): Promise<Member> {
    const member = await members.join();
    await until(() => member.isUp(), 'Redis');
    return member;
  }

  const keys = () => client.keys('*');
  const sees = (member: Member, ids: readonly string[]) =>
    until(async () => (await lobbiesOf(member)).join() === ids.join(), `${ids.join()} at ${member.number}`);

  test('every process finds the tables of all, and their owners', async () => {
    const [one, two] = [await join(), await join()];
    one.directory.publish(table('t1', { game: 'borneo' }));
    two.directory.publish(table('t2', { game: 'dockers', from: '192.0.2.1' }));
    // A process finds its own tables at once.
    expect(await lobbiesOf(two)).toContain('t2');
    for (const member of [one, two]) await sees(member, ['t2', 't1']);
    const found = await one.directory.tables({ status: 'lobby' });
    const [first, second] = [table('t2', { game: 'dockers', from: aliasOf('192.0.2.1') }), table('t1')];
    expect(found).toEqual([
      { ...first, host: aliasOf(first.host), owner: { number: 2, address: 'member-2:2567' } },
      { ...second, host: aliasOf(second.host), owner: 'mine' },
    ]);
    expect(idsOf(await one.directory.tables({ status: 'lobby', game: 'dockers' }))).toEqual(['t2']);
    expect(await one.directory.tables({ status: 'playing' })).toEqual([]);
    two.directory.publish(table('t2', { game: 'dockers', status: 'playing', free: 0 }));
    await sees(one, ['t1']);
    expect(idsOf(await one.directory.tables({ status: 'playing', game: 'dockers' }))).toEqual(['t2']);
    two.directory.withdraw('t2');
    await until(async () => (await one.directory.tables({ status: 'playing' })).length === 0, 'its end');
  });

  test('Redis is told no address and no player', async () => {
    const one = await join();
    const at = table('t1', { from: '192.0.2.1' });
    one.directory.publish(at);
    one.directory.publish(table('t2'));
    one.counting.limiter({ name: 'api', amount: 9, seconds: 60, maxKeys: 9 }).take('192.0.2.1');
    one.counting.limiter({ name: 'tables', amount: 9, seconds: 60, maxKeys: 9 }).take(at.host);
    one.counting.elsewhere('sockets').note('192.0.2.1', 1);
    one.counting.elsewhere('streams-of-player').note(at.host, 1);
    // Otherwise names in a dump might be cut.
    await client.config('SET', 'rdbcompression', 'no');
    const everything = async () => {
      const names = await keys();
      const values = await Promise.all(names.map((name) => client.dumpBuffer(name)));
      return [...names, ...values.map((value) => value?.toString('latin1') ?? '')].join('\n');
    };
    for (const name of [`r:api|${aliasOf('192.0.2.1')}`, `r:tables|${aliasOf(at.host)}`, 'n:1'])
      await until(async () => (await client.exists(`${PREFIX}${name}`)) === 1, name);
    await until(async () => (await everything()).includes(aliasOf('192.0.2.1')), 'the groups');
    expect(await everything()).not.toContain('192.0.2.');
    expect(await everything()).not.toContain(at.host);
  });

  test('quick match finds lobbies with a free seat, of the requested size, longest waiting first', async () => {
    const [one, two] = [await join(), await join()];
    for (const [id, wish] of [
      ['t1', { seats: 4 }],
      ['t2', { seats: 3 }],
      ['t3', { free: 0 }],
      ['t4', { status: 'playing' }],
      ['t5', { seats: 3, from: '192.0.2.1' }],
      ['t6', { game: 'dockers' }],
    ] as const)
      one.directory.publish(table(id, wish));
    const open = async (seats?: number) => idsOf(await two.directory.openLobbies('borneo', seats));
    await until(async () => (await open()).length === 3, 'the lobbies');
    expect(await open()).toEqual(['t1', 't2', 't5']);
    expect(await open(3)).toEqual(['t2', 't5']);
    expect(await open(5)).toEqual([]);
    one.directory.publish(table('t2', { free: 0 }));
    await until(async () => (await open()).join() === 't1,t5', 'the full one to be left out');
  });

  test('a page has tables of many hosts and addresses, however many one of them has', async () => {
    const [one, two] = [await join(), await join()];
    for (let n = 1; n <= 500; n++) {
      one.directory.publish(table(`t${n}`, { host: 'greedy', from: '192.0.2.1', createdAt: 9_000 + n }));
      one.directory.publish(table(`u${n}`, { host: `bot ${n}`, createdAt: 9_000 + n }));
    }
    one.directory.publish(table('waiting', { from: '192.0.2.2', createdAt: 1_000 }));
    await until(async () => (await two.directory.size) > 1_000, 'all of them');
    const found = await lobbiesOf(two);
    expect(found).toContain('waiting');
    // Enough tables have waiting players: empty ones are not needed.
    expect(found.filter((id) => id.startsWith('t')).length).toBeGreaterThan(5);
    expect(found.length).toBeLessThan(60);
  });

  test('tables of a process that is gone are left out at once, and removed by the others', async () => {
    const [one, two, three] = [await join(), await join(), await join()];
    for (let n = 1; n <= 250; n++) two.directory.publish(table(`t${n}`, { from: `192.0.2.${n}` }));
    one.directory.publish(table('t300'));
    await until(async () => (await lobbiesOf(three)).length >= 20, 'its tables');
    members.kill(two);
    expect(await lobbiesOf(three)).toEqual(['t300']);
    await until(async () => (await keys()).every((key) => !key.includes(':t:2')), 'its tables to be removed');
    expect((await client.zcard(`${PREFIX}lobby|a`)) + (await client.zcard(`${PREFIX}open:borneo|a`))).toBe(0);
    expect(await lobbiesOf(three)).toEqual(['t300']);
  });

  test('tables of a process that is in no list are removed', async () => {
    const one = await join();
    one.directory.publish(table('t1'));
    await until(async () => (await client.hlen(`${PREFIX}t:1`)) === 1, 'its table');
    await until(async () => (await client.zscore(`${PREFIX}processes`, '1')) !== null, 'a sign of life');
    one.cut();
    const next = new Members(redis().url);
    await next.join();
    const heir = await next.join();
    await until(() => heir.isUp(), 'Redis');
    expect(await lobbiesOf(heir)).toEqual([]);
    await until(async () => (await client.hlen(`${PREFIX}t:1`)) === 0, 'the old table to be gone');
    await next.close();
  });

  test('an empty Redis is filled again', async () => {
    const [one, two] = [await join(), await join()];
    const ids = Array.from({ length: 15 }, (_, n) => `t${115 - n}`);
    for (const id of ids) one.directory.publish(table(id));
    await sees(two, ids);
    // Emptied: the connection stays.
    await client.flushall();
    await sees(two, ids);
    // Restarted: the connection breaks.
    await redis().stop();
    one.directory.withdraw('t101');
    one.directory.publish(table('t116'));
    expect(await lobbiesOf(one)).toEqual(['t116', ...ids.slice(0, -1)]);
    expect(await lobbiesOf(two)).toEqual([]);
    await redis().start();
    await sees(two, ['t116', ...ids.slice(0, -1)]);
    expect(one.captured.text().match(/Redis is away/g)).toHaveLength(1);
  });

  test('a process that starts without Redis lists its own tables, and finds those of others later', async () => {
    const one = await join();
    one.directory.publish(table('t1'));
    await redis().stop();
    const late = await members.join();
    expect(late.isUp()).toBe(false);
    late.directory.publish(table('t2'));
    expect(await lobbiesOf(late)).toEqual(['t2']);
    await redis().start();
    for (const member of [one, late]) await sees(member, ['t2', 't1']);
  });

  test('single tables that Redis has lost are published again', async () => {
    const [one, two] = [await join(), await join()];
    for (const id of ['t1', 't2', 't3']) one.directory.publish(table(id));
    await sees(two, ['t3', 't2', 't1']);
    await client.del(`${PREFIX}lobby|u`);
    await sees(two, ['t3', 't2', 't1']);
    await client.hdel(`${PREFIX}t:1`, 't2');
    await sees(two, ['t3', 't2', 't1']);
  });

  test('while Redis does not answer, each process lists its own tables, and nothing waits for long', async () => {
    const [one, two] = [await join(), await join()];
    one.directory.publish(table('t1'));
    two.directory.publish(table('t2'));
    await sees(one, ['t2', 't1']);
    redis().signal('SIGSTOP');
    try {
      one.directory.publish(table('t3'));
      // The first request waits; later ones know that Redis is away.
      expect(await lobbiesOf(one)).toEqual(['t3', 't1']);
      expect(one.isUp()).toBe(false);
      const many = await Promise.all(Array.from({ length: 1_000 }, () => lobbiesOf(one)));
      expect(new Set(many.map((ids) => ids.join()))).toEqual(new Set(['t3,t1']));
      expect(idsOf(await one.directory.openLobbies('borneo', undefined))).toEqual(['t1', 't3']);
      expect(one.failures()).toBeLessThan(10);
      for (let n = 0; n < 100; n++) one.directory.publish(table(`u${n}`));
      for (let n = 0; n < 100; n++) one.directory.withdraw(`u${n}`);
      // Stays away during several attempts to reconnect.
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      expect(await lobbiesOf(one)).toEqual(['t3', 't1']);
    } finally {
      redis().signal('SIGCONT');
    }
    for (const member of [one, two]) await sees(member, ['t3', 't2', 't1']);
  }, 60_000);

  test('a process that leaves removes its tables; nothing is left of tables that are gone', async () => {
    const [one, two] = [await join(), await join()];
    const random = (most: number) => Math.floor(Math.random() * most);
    for (let turn = 0; turn < 3_000; turn++) {
      const id = `t${random(60)}`;
      const from = random(2) === 0 ? undefined : `192.0.2.${random(5)}`;
      const wish = { free: random(3), host: `host ${random(5)}`, createdAt: 1_000 + random(9) };
      const status = random(4) === 0 ? 'playing' : 'lobby';
      if (random(5) === 0) one.directory.withdraw(id);
      else one.directory.publish(table(id, { ...wish, status, ...(from === undefined ? {} : { from }) }));
      if (turn % 100 === 0) await lobbiesOf(one);
    }
    for (let n = 0; n < 60; n++) if (n % 7 !== 0) one.directory.withdraw(`t${n}`);
    await until(async () => (await client.hlen(`${PREFIX}t:1`)) < 10, 'the last ones');
    const shown = (await lobbiesOf(one)).sort();
    await until(async () => (await lobbiesOf(two)).sort().join() === shown.join(), 'the same everywhere');
    await members.leave(one);
    expect(await lobbiesOf(two)).toEqual([]);
    await members.leave(two);
    expect(await keys()).toEqual([]);
  });

  test('entries written by other programs are left out, and repaired', async () => {
    const [one, two] = [await join(), await join()];
    one.directory.publish(table('t1'));
    one.directory.publish(table('t2'));
    await sees(two, ['t2', 't1']);
    const tables = `${PREFIX}t:${one.number}`;
    const [place] = String(await client.hget(tables, 't1')).split('\n');
    await client.hset(tables, 't1', `${place}\n{"line":`);
    expect(await lobbiesOf(two)).toEqual(['t2']);
    two.directory.publish(table('t3'));
    await sees(two, ['t3', 't2']);
    await client.hset(tables, 't1', 'nonsense');
    expect(await lobbiesOf(two)).toEqual(['t3', 't2']);
    // Repaired at a beat of the owner.
    await sees(two, ['t3', 't2', 't1']);
    expect(two.captured.text()).not.toContain('"level":50');
  });

  test.each(['t:1', 't:2', 'processes', 'lobby|a', 'lobby|u', 'open:borneo|u'])(
    '%s overwritten with another type is removed, and its content published again',
    async (name) => {
      const [one, two] = [await join(), await join()];
      one.directory.publish(table('t1'));
      two.directory.publish(table('t2', { from: '192.0.2.1' }));
      for (const member of [one, two]) await sees(member, ['t2', 't1']);
      await client.set('another program', 'stays');
      const key = `${PREFIX}${name}`;
      await client.multi().unlink(key).rpush(key, 'nonsense').exec();
      // It is used at a beat at the latest.
      const removed = 'another program had written to our keys';
      await until(() => [one, two].some(({ captured }) => captured.text().includes(removed)), 'the repair');
      one.directory.publish(table('t3'));
      for (const member of [one, two]) await sees(member, ['t3', 't2', 't1']);
      const open = async () => idsOf(await two.directory.openLobbies('borneo', undefined));
      await until(async () => (await open()).length === 3, 'the lobbies');
      expect(await client.type(key)).not.toBe('list');
      expect(await client.get('another program')).toBe('stays');
      for (const { captured } of [one, two]) expect(captured.text()).not.toContain('"level":50');
    },
  );
});
