// Run in a network of its own: a stream whose network goes away, and how long its player counts as present.
import { execFileSync } from 'node:child_process';
import { until } from '../../rooms/testing/player.ts';
import { HttpPlayer } from './http-player.ts';
import { startServer } from './start.ts';

const PATIENCE_MS = 8_000;

const link = (state: 'up' | 'down') => execFileSync('ip', ['link', 'set', 'lo', state]);

link('up');
const running = await startServer({
  rooms: true,
  limits: { heartbeatSeconds: 0.25 },
  roomLimits: { callSeconds: 0.1 },
});
const player = await HttpPlayer.guest(running.port, 'Ann');
const made = (await player.post('/tables', { game: 'toy', clock: 'none' })).json();
const { matchId } = made['table'] as { matchId: string };
const stream = player.stream(matchId);
const visitors = async () => (await running.quayside.metrics.text()).match(/^quayside_clients (\d+)/m)?.[1];
await until(() => stream.beats >= 8, 'eight beats');
const before = await visitors();
link('down');
const lostAt = performance.now();
while ((await visitors()) !== '0' && performance.now() - lostAt < PATIENCE_MS)
  await new Promise((resolve) => setTimeout(resolve, 20));
const after = await visitors();
process.stdout.write(JSON.stringify({ before, after, ms: Math.round(performance.now() - lostAt) }));
process.exit();
