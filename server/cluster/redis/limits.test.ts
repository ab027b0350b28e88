// Limits over a real Redis: several processes count one address together, and each alone while Redis is away.
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Redis as Client } from 'ioredis';
import type { RateLimiter } from '../../../rooms/people/rate-limits.ts';
import { Tally } from '../../../rooms/people/rate-limits.ts';
import { until } from '../../../rooms/testing/player.ts';
import { aliasOf, type Member, Members, PREFIX } from '../../testing/members.ts';
import { describeWithRedis } from '../../testing/redis.ts';

/** A counted resource that is open until it is closed. */
class Item {
  readonly #listeners: (() => void)[] = [];
  once(_event: 'close', listener: () => void): void {
    this.#listeners.push(listener);
  }
  destroy(): void {
    for (const listener of this.#listeners) listener();
  }
}

describeWithRedis('limits', (redis) => {
  let members: Members;
  let client: Client;
  let now: number;
  beforeEach(async () => {
    client = new Client(redis().url);
    await client.flushall();
    members = new Members(redis().url);
    now = 0;
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

  const limiterOf = ({ counting }: Member, amount = 10) =>
    counting.limiter({ name: 'openings', amount, seconds: 3_600, maxKeys: 100, now: () => now });

  /** How many of these are allowed. */
  const take = (limiter: RateLimiter, key: string, count: number) =>
    Array.from({ length: count }, () => limiter.take(key)).filter(({ ok }) => ok).length;

  const spent = async (key: string) => {
    const [tokens = ''] = (await client.get(`${PREFIX}r:openings|${aliasOf(key)}`))?.split(' ') ?? [];
    return tokens === '' ? 0 : 10 - Number(tokens);
  };

  /** Alternating, and slowly enough that each knows the other's use. */
  async function takeInTurn(limiters: readonly RateLimiter[], key: string): Promise<number> {
    let allowed = 0;
    for (let turn = 0; turn < 30; turn++) {
      if (limiters[turn % limiters.length]?.take(key).ok !== true) continue;
      allowed += 1;
      await until(async () => (await spent(key)) > allowed - 0.5, 'it to be counted');
    }
    return allowed;
  }

  test('two processes count one address together', async () => {
    const limiters = [limiterOf(await join()), limiterOf(await join())];
    const allowed = await takeInTurn(limiters, '192.0.2.1');
    // The last one may be allowed just before Redis has answered about the previous one.
    expect(allowed).toBeGreaterThanOrEqual(10);
    expect(allowed).toBeLessThanOrEqual(12);
    for (const limiter of limiters) await until(() => !limiter.peek('192.0.2.1').ok, 'nothing to be left');
    expect(limiters.map((limiter) => limiter.peek('192.0.2.2').ok)).toEqual([true, true]);
  });

  test('an excess becomes a debt', async () => {
    const [one, two] = [limiterOf(await join()), limiterOf(await join())];
    expect([take(one, 'café', 10), take(two, 'café', 10)]).toEqual([10, 10]);
    await until(async () => (await spent('café')) > 19, 'both to be counted');
    // A full budget takes an hour; the debt is paid first. The process that reported last knows.
    const owes = (limiter: RateLimiter) => limiter.peek('café').retryAfterSeconds > 3_600;
    await until(() => owes(one) || owes(two), 'the debt to be known');
    const last = owes(one) ? one : two;
    now += 3_600_000;
    expect(last.peek('café').ok).toBe(false);
    now += 720_000;
    expect(last.peek('café').ok).toBe(true);
  });

  test('budgets that are full again are forgotten by Redis', async () => {
    const member = await join();
    const quick = member.counting.limiter({ name: 'quick', amount: 100, seconds: 1, maxKeys: 10 });
    expect(take(quick, 'a', 50)).toBe(50);
    await until(async () => (await client.exists(`${PREFIX}r:quick|${aliasOf('a')}`)) === 1, 'the budget');
    await until(async () => (await client.exists(`${PREFIX}r:quick|${aliasOf('a')}`)) === 0, 'its end');
  });

  test('without Redis each process counts alone, at once, and together again afterwards', async () => {
    const [first, second] = [await join(), await join()];
    const [one, two] = [limiterOf(first), limiterOf(second)];
    expect(take(one, 'early', 8)).toBe(8);
    await until(async () => (await spent('early')) > 7, 'it to be counted');
    redis().signal('SIGSTOP');
    try {
      expect(take(one, 'early', 8)).toBe(2);
      await until(() => !first.isUp() && !second.isUp(), 'its absence to be noticed');
      const failures = first.failures();
      expect([take(one, 'late', 5_000), take(two, 'late', 5_000)]).toEqual([10, 10]);
      // Redis was not called.
      expect(first.failures()).toBe(failures);
    } finally {
      redis().signal('SIGCONT');
    }
    await until(() => first.isUp() && second.isUp(), 'Redis');
    expect(await takeInTurn([one, two], 'later')).toBeLessThanOrEqual(12);
  });

  test('open sockets of one address count together, until they close or their process dies', async () => {
    const [first, second] = [await join(), await join()];
    const counterOf = ({ counting }: Member) => new Tally(5, counting.elsewhere('sockets'));
    const [one, two] = [counterOf(first), counterOf(second)];
    const items = [new Item(), new Item(), new Item()];
    for (const item of items) expect(one.admit('café', item)).toBe(true);
    await until(
      async () => (await client.hget(`${PREFIX}n:1`, aliasOf('sockets|café'))) === '3',
      'them to be told',
    );
    expect(two.admit('café', new Item())).toBe(true);
    await until(
      async () => (await client.hget(`${PREFIX}n:2`, aliasOf('sockets|café'))) === '1',
      'it to be told',
    );
    expect(two.admit('café', new Item())).toBe(true);
    const isFull = (counter: Tally) => () => {
      const item = new Item();
      const isAdmitted = counter.admit('café', item);
      item.destroy();
      return !isAdmitted;
    };
    await until(isFull(two), 'the fifth to be the last');
    await until(isFull(one), 'that to be known here');
    expect(one.admit('elsewhere', new Item())).toBe(true);
    items[0]?.destroy();
    await until(() => !isFull(two)(), 'a place to be free');
    members.kill(first);
    await until(() => {
      const more = [new Item(), new Item(), new Item()];
      const admitted = more.filter((item) => two.admit('café', item)).length;
      for (const item of more) item.destroy();
      return admitted === 3;
    }, 'the places of the dead to be free');
    await until(async () => (await client.exists(`${PREFIX}n:1`)) === 0, 'its counts to be gone');
  });

  test('open ones are reported again to a Redis that has lost them', async () => {
    const member = await join();
    const counter = new Tally(5, member.counting.elsewhere('sockets'));
    const items = [new Item(), new Item()];
    for (const item of items) counter.admit('café', item);
    const told = async () => await client.hget(`${PREFIX}n:1`, aliasOf('sockets|café'));
    await until(async () => (await told()) === '2', 'them to be told');
    await client.flushall();
    await until(async () => (await told()) === '2', 'them to be told again');
    await redis().stop();
    items[0]?.destroy();
    await redis().start();
    await until(async () => (await told()) === '1', 'the last one to be told');
    items[1]?.destroy();
    await until(async () => (await told()) === null, 'nothing to be left');
  });

  test('what was closed while Redis did not answer does not stay open there', async () => {
    const member = await join();
    const counter = new Tally(5, member.counting.elsewhere('sockets'));
    const item = new Item();
    counter.admit('café', item);
    const told = async () => await client.hget(`${PREFIX}n:1`, aliasOf('sockets|café'));
    await until(async () => (await told()) === '1', 'it to be told');
    redis().signal('SIGSTOP');
    try {
      await until(() => !member.isUp(), 'its absence to be noticed');
      item.destroy();
    } finally {
      redis().signal('SIGCONT');
    }
    await until(async () => (await told()) === null, 'nothing to be left');
  });

  test('a malformed budget is replaced; malformed numbers count as no answer', async () => {
    const [one, two] = [await join(), await join()];
    const budget = `${PREFIX}r:openings|${aliasOf('a')}`;
    const limiter = limiterOf(one);
    let taken = 0;
    for (const text of ['so many', '1e9 0', '']) {
      await client.set(budget, text);
      taken += take(limiter, 'a', 1);
      await until(async () => /^[\d.]+ \d+\.\d+$/.test((await client.get(budget)) ?? ''), 'our form');
    }
    expect([taken, one.failures()]).toEqual([3, 0]);
    await client.hset(`${PREFIX}n:${one.number}`, aliasOf('sockets|a'), 'nan');
    const counted = two.failures();
    const sockets = new Tally(2, two.counting.elsewhere('sockets'));
    expect(sockets.admit('a', new Item())).toBe(true);
    await until(() => two.failures() > counted, 'the refusal');
    expect(sockets.admit('a', new Item())).toBe(true);
    expect(two.captured.text()).toContain('Redis refused');
  });
});
