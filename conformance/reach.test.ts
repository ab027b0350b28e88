// The kit leaves a server as it found it, as far as the protocol allows.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Running, startServer } from '../server/testing/start.ts';
import { families } from '../shared/games/index.ts';
import { tryServer } from './run.ts';
import { commands } from './scenes/commands.ts';
import { admission, identity } from './scenes/entering.ts';

let running: Running;
beforeAll(async () => {
  running = await startServer({
    rooms: true,
    environment: { RATE_LIMITS: 'off' },
    roomLimits: { botPauseMs: 0, reconnectSeconds: 1 },
  });
});
afterAll(() => running.stop());

test('at the end no table is left behind', async () => {
  const [first] = families;
  if (first === undefined) throw new Error('there is no game');
  const scenes = [identity, admission, commands];
  await tryServer({ url: running.url, family: first, seed: '7'.repeat(32), scenes, moves: 8 });
  const rows = await running.quayside.deps.store.list({ status: ['lobby', 'playing'], limit: 200 });
  expect(rows).toEqual([]);
  const over = await running.quayside.deps.store.list({ status: ['abandoned'], limit: 200 });
  expect(over.length).toBeGreaterThan(3);
});
