// Everything that is due at once is played in bounded waves, over the real database.
// `WAKING_MATCHES=10000 npm test -- server/waking` measures a long one.
import { afterEach, expect, jest, test } from '@jest/globals';
import { until } from '../../rooms/testing/player.ts';
import { sleeper } from '../../rooms/testing/sleepers.ts';
import { LONGEST_STEP_MS } from '../process/clock.ts';
import { HttpPlayer } from '../testing/http-player.ts';
import { type Running, startServer } from '../testing/start.ts';

const MATCHES = Number(process.env['WAKING_MATCHES'] ?? 300);
const MAX_TABLES = 20;
/** The grace after a start, and then some. */
const LATER_MS = 10 * 60_000;
/**
 * What each may cost of a processor where it is measured: a third of what is left of a minute for 10,000.
 * Unlike the time it takes, that depends little on what else the machine has to do.
 */
const PROCESSOR_MS = 2;

jest.setTimeout(180_000 + MATCHES * 50);

let running: Running;
afterEach(() => running.stop());

test.each(['on', 'off'])('many matches are due at once, storage thread %s', async (thread) => {
  let [ahead, seen] = [0, ''];
  running = await startServer({
    rooms: true,
    environment: { STORE_THREAD: thread, MAX_TABLES: String(MAX_TABLES) },
    roomLimits: { sleepAfterSeconds: 0.1, callSeconds: 0.1 },
    overrides: {
      clock: { wall: () => Date.now() + ahead, monotonic: () => performance.now() + ahead },
    },
  });
  const { deps, beat } = running.quayside;
  const { store, now } = deps;
  const due = now() + LATER_MS - 60_000;
  for (; ahead < LATER_MS; beat()) ahead += LONGEST_STEP_MS / 2;
  const found = deps.shelf.find('borneo');
  if (found === undefined) throw new Error('no borneo');
  const like = sleeper('m', { ...found, moves: 20, at: due - 200_000, wakeAt: due });
  for (let from = 0; from < MATCHES; from += 500) {
    const some = Array.from({ length: Math.min(500, MATCHES - from) }, (_, n) => `m${from + n}`);
    await Promise.all(
      some.flatMap((matchId) => [
        store.create({ ...like.row, matchId }),
        store.commit(matchId, like.journal, { wakeAt: due }),
      ]),
    );
  }
  // An unattended table goes to sleep, and the server then checks what is due.
  const ann = await HttpPlayer.guest(running.port, 'Ann');
  const opened = await ann.post('/tables', { game: 'borneo', clock: 'none' });
  expect(opened.status).toBe(201);
  const memory = process.memoryUsage().rss;
  const began = performance.now();
  const cpu = process.cpuUsage();
  let [rooms, rss, asked] = [0, 0, 0];
  await until(
    () => {
      rooms = Math.max(rooms, Number(/^quayside_rooms (\d+)$/m.exec(seen)?.[1] ?? 0));
      rss = Math.max(rss, process.memoryUsage().rss);
      if (performance.now() - asked > 100) {
        asked = performance.now();
        void running.quayside.metrics.text().then((text) => {
          seen = text;
        });
      }
      return woken(seen) >= MATCHES;
    },
    'everything that is due',
    60_000 + MATCHES * 50,
  );
  const seconds = (performance.now() - began) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  expect(await store.due(1, now(), 1)).toEqual([]);
  const [first, last] = await Promise.all([store.journal('m0'), store.journal(`m${MATCHES - 1}`)]);
  for (const journal of [first, last]) expect(journal.at(-1)).toMatchObject({ version: 21, by: 'clock' });
  expect(rooms).toBeLessThanOrEqual(1);
  if (process.env['WAKING_MATCHES'] !== undefined) {
    expect((user + system) / 1000).toBeLessThan(MATCHES * PROCESSOR_MS);
    const grown = Math.round((rss - memory) / 2 ** 20);
    process.stderr.write(
      `${MATCHES} matches, storage thread ${thread}: ${seconds.toFixed(1)} s, ${((user + system) / 1e6).toFixed(1)} s of a processor, +${grown} MiB at most\n`,
    );
  }
});

const woken = (text: string) =>
  Number(/^quayside_match_wake_seconds_count\{.*\} (\d+)$/m.exec(text)?.[1] ?? 0);
