// Tests with a private Redis server.
import { afterAll, beforeAll, describe } from '@jest/globals';
import { hasRedis, REDIS_MISSING, type Redis, startRedis } from '../../cli/private-redis.ts';

/** Whether Redis is available; if not, a message says so, and in CI it is a failure. */
export function isRedisThere(): boolean {
  const found = hasRedis();
  if (!found && process.env['CI'] !== undefined) throw new Error(REDIS_MISSING);
  if (!found) process.stderr.write(`SKIPPED: ${REDIS_MISSING}\n`);
  return found;
}

/** `describe` with a server that runs from its first test to its last. */
export function describeWithRedis(title: string, tests: (redis: () => Redis) => void): void {
  const never = (): never => {
    throw new Error('Redis does not run');
  };
  if (!isRedisThere()) {
    describe.skip(title, () => tests(never));
    return;
  }
  describe(title, () => {
    let running: Redis | undefined;
    beforeAll(async () => {
      running = await startRedis();
    });
    afterAll(() => running?.remove());
    tests(() => running ?? never());
  });
}
