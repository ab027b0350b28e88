// A disk that hangs, with a separate process: it is reported, and the process still ends in time.
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { until } from '../../rooms/testing/player.ts';
import { type BadDisk, badDisk, hasCompiler } from '../testing/bad-disk.ts';
import { HttpPlayer } from '../testing/http-player.ts';
import { kill, type Started, startProcess } from '../testing/process.ts';
import { type Scratch, scratch } from '../testing/scratch.ts';
import { ask } from '../testing/start.ts';

let place: Scratch;
let disk: BadDisk | undefined;
let server: Started;
beforeEach(() => {
  place = scratch();
  disk = badDisk(place.folder);
});
afterEach(async () => {
  await kill(server);
  place.remove();
});

/** A server whose disk hangs in the middle of a write. */
async function hanging(environment: Record<string, string>): Promise<number> {
  server = startProcess(place.folder, { ...disk?.environment, SHUTDOWN_SECONDS: '2', ...environment });
  const port = await server.port();
  const ann = await HttpPlayer.guest(port, 'Ann');
  disk?.say('hang');
  // Never answered where the process ends before.
  ann.post('/tables', { game: 'borneo', seats: 3, bots: 2 }).catch(() => {});
  await until(() => disk?.hangs() === true, 'a sync that hangs');
  return port;
}

const ready = async (port: number) => (await ask(port, '/ready')).status === 200;

const onBadDisks = hasCompiler() ? test : test.skip;

onBadDisks(
  'on the loop: a slow commit is told, and /ready says what is true when it can answer',
  async () => {
    const port = await hanging({ STORE_THREAD: 'off' });
    const asked = ask(port, '/ready');
    // Longer than a commit may take.
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    disk?.say('ok');
    expect((await asked).status).toBe(200);
    expect(server.out()).toContain('"msg":"slow commit"');
    for (const end = performance.now() + 60_000; !(await ready(port)); ) {
      if (performance.now() > end) throw new Error('/ready does not say 200 again');
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  },
);

// In these three the disk never recovers: the process is ended by what the log names, or by the second signal.

onBadDisks('in its thread: the process ends within SHUTDOWN_SECONDS', async () => {
  await hanging({ STORE_THREAD: 'on' });
  server.child.kill('SIGTERM');
  await server.ended;
  expect(server.child.signalCode).toBe('SIGKILL');
  expect(server.out()).toContain('"msg":"shutdown hangs: process killed"');
});

onBadDisks('in its thread: a second signal ends it at once', async () => {
  await hanging({ STORE_THREAD: 'on', SHUTDOWN_SECONDS: '600' });
  server.child.kill('SIGTERM');
  await until(() => server.out().includes('"msg":"shutdown requested"'), 'the beginning of the end');
  // One that comes at once counts as the same.
  await new Promise((resolve) => setTimeout(resolve, 500));
  server.child.kill('SIGTERM');
  await server.ended;
});

onBadDisks('on the event loop, which then handles no signal: the watchdog ends it', async () => {
  await hanging({ STORE_THREAD: 'off' });
  server.child.kill('SIGTERM');
  await server.ended;
  expect(server.out()).toContain('"msg":"event loop is stuck: process killed"');
});
