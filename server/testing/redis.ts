// Tests with a private Redis server.

import { afterAll, beforeAll, describe } from '@jest/globals';
import { isAvailable } from '../../cli/available.ts';
import { hasRedis, REDIS_MISSING, type Redis, startRedis } from '../../cli/private-redis.ts';

/** `describe` with a server that runs from its first test to its last. */
export function describeWithRedis(title: string, tests: (redis: () => Redis) => void): void {
  const never = (): never => {
    throw new Error('Redis does not run');
  };
  if (!isAvailable(hasRedis() ? [] : [REDIS_MISSING])) {
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
