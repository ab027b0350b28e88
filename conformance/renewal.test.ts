// The kit follows streams that a server renews while a match is played.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Running, startServer } from '../server/testing/start.ts';
import { families } from '../shared/games/index.ts';
import { tryServer } from './run.ts';
import { match } from './scenes/match.ts';
import { holds } from './verdicts.ts';

let running: Running;
beforeAll(async () => {
  running = await startServer({
    rooms: true,
    environment: { RATE_LIMITS: 'off' },
    limits: { streamSeconds: 0.5 },
    roomLimits: { botPauseMs: 0, reconnectSeconds: 1 },
  });
});
afterAll(() => running.stop());

test('a match whose streams expire again and again is received without a gap', async () => {
  const [first] = families;
  if (first === undefined) throw new Error('there is no game');
  const plan = { url: running.url, family: first, seed: '5'.repeat(32), scenes: [match] };
  const findings = await tryServer(plan);
  expect(findings.filter((finding) => !holds(finding))).toEqual([]);
});
