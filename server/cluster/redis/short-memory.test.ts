// What processes keep together for minutes, over a real Redis.
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Redis as Client } from 'ioredis';
import { until } from '../../../rooms/testing/player.ts';
import { type Member, Members } from '../../testing/members.ts';
import { describeWithRedis } from '../../testing/redis.ts';

describeWithRedis('short texts', (redis) => {
  let members: Members;
  let client: Client;
  beforeEach(async () => {
    client = new Client(redis().url);
    await client.flushall();
    members = new Members(redis().url);
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

  test('what one keeps, another knows; Redis learns neither name nor text', async () => {
    const [one, other] = [await join(), await join()];
    expect(await one.memory.put('code bkqrtz', 'match.secret', 60_000)).toBe(true);
    expect(await other.memory.get('code bkqrtz')).toBe('match.secret');
    expect(await other.memory.put('code bkqrtz', 'another.secret', 60_000)).toBe(false);
    const keys = await client.keys('*');
    const texts = await Promise.all(keys.filter((key) => key.includes(':k:')).map((key) => client.get(key)));
    expect(texts).toHaveLength(1);
    expect(`${keys.join()} ${texts.join()}`).not.toMatch(/bkqrtz|match|secret/);
  });

  test('what another program wrote there is not believed', async () => {
    const member = await join();
    await member.memory.put('code bkqrtz', 'match.secret', 60_000);
    const [key = ''] = (await client.keys('*')).filter((one) => one.includes(':k:'));
    for (const text of ['', 'short', 'x'.repeat(80)]) {
      await client.set(key, text);
      expect(await member.memory.get('code bkqrtz')).toBeUndefined();
    }
  });

  test('it expires', async () => {
    const member = await join();
    await member.memory.put('code bkqrtz', 'match.secret', 20);
    await until(async () => (await member.memory.get('code bkqrtz')) === undefined, 'it to expire');
  });
});
