// The private Redis of tests: it loses everything at a restart, and can be stopped.

import { connect } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { isAvailable } from '../../cli/available.ts';
import { hasRedis, REDIS_MISSING, startRedis } from '../../cli/private-redis.ts';

function ask(port: number, command: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`${command}\r\n`));
    socket.once('data', (answer) => {
      socket.destroy();
      resolve(answer.toString().trim());
    });
    socket.once('error', reject);
  });
}

const describeOrSkip = isAvailable(hasRedis() ? [] : [REDIS_MISSING]) ? describe : describe.skip;

describeOrSkip('a private Redis', () => {
  test('loses everything when it is restarted on the same port', async () => {
    const redis = await startRedis();
    try {
      expect(await ask(redis.port, 'SET ship borneo')).toBe('+OK');
      expect(await ask(redis.port, 'EXISTS ship')).toBe(':1');
      await redis.stop();
      await expect(ask(redis.port, 'PING')).rejects.toThrow('ECONNREFUSED');
      await redis.start();
      expect(await ask(redis.port, 'EXISTS ship')).toBe(':0');
    } finally {
      await redis.remove();
    }
  });
});
