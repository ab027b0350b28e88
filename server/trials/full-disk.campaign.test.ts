// A full disk, with a separate process: writes are refused, the server still starts, and recovers with free space.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type BadDisk, badDisk, hasCompiler } from '../testing/bad-disk.ts';
import { HttpPlayer } from '../testing/http-player.ts';
import { kill, type Started, startProcess } from '../testing/process.ts';
import { type Scratch, scratch } from '../testing/scratch.ts';
import { ask } from '../testing/start.ts';

let place: Scratch;
let disk: BadDisk | undefined;
let server: Started | undefined;
beforeEach(() => {
  place = scratch();
  disk = badDisk(place.folder);
});
afterEach(async () => {
  if (server !== undefined) await kill(server);
  place.remove();
});

const start = async (environment: Record<string, string>) => {
  server = startProcess(place.folder, { ...disk?.environment, RATE_LIMITS: 'off', ...environment });
  return await server.port();
};
async function ready(port: number, status: number): Promise<void> {
  for (const end = performance.now() + 60_000; (await ask(port, '/ready')).status !== status; ) {
    if (performance.now() > end) throw new Error(`/ready does not say ${status}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const isPossible = hasCompiler();
const onBadDisks = isPossible ? test : test.skip;

onBadDisks.each(['auto', 'on', 'off'])(
  'thread %s: 503 with a code, a start on the full disk, and play as soon as there is space',
  async (thread) => {
    let port = await start({ STORE_THREAD: thread });
    const ann = await HttpPlayer.guest(port, 'Ann');
    const wanted = { game: 'borneo', seats: 3, bots: 2, clock: 'none' };
    const opened = await ann.post('/tables', wanted);
    const { matchId } = opened.json()['table'] as { matchId: string };
    expect((await ann.post(`/tables/${matchId}/start`)).status).toBe(204);
    disk?.say('full');
    const refused = await ann.post('/tables', wanted);
    expect([refused.status, refused.json()['code']]).toEqual([503, 'storage-unavailable']);
    expect(refused.headers['retry-after']).toBe('10');
    await ready(port, 503);
    expect(server?.out()).not.toMatch(/"stack":/);
    if (server !== undefined) await kill(server);

    port = await start({ STORE_THREAD: thread });
    await ready(port, 503);
    const again = new HttpPlayer(port, ann.token);
    expect((await again.get(`/matches/${matchId}`)).status).toBe(200);
    const still = await again.post('/tables', wanted);
    expect([still.status, still.json()['code']]).toEqual([503, 'storage-unavailable']);
    disk?.say('ok');
    await ready(port, 200);
    expect((await again.post('/tables', wanted)).status).toBe(201);
    server?.child.kill('SIGTERM');
    expect(await server?.ended).toBe(0);
  },
);

onBadDisks.each(['backup.sqlite', 'backups'])(
  'a backup without room leaves nothing behind: %s',
  async (name) => {
    const port = await start({});
    await HttpPlayer.guest(port, 'Ann');
    const target = join(place.folder, name);
    const backup = () =>
      spawnSync(process.execPath, [join(import.meta.dirname, '../../tools/backup.ts'), target], {
        env: { PATH: '', DATA_DIR: join(place.folder, 'data'), ...disk?.environment },
      });
    // More than SQLite keeps in memory until the end.
    const ballast = new DatabaseSync(join(place.folder, 'data', 'quayside.sqlite'), { timeout: 10_000 });
    ballast.exec('CREATE TABLE ballast (bytes); INSERT INTO ballast VALUES (zeroblob(8000000))');
    ballast.close();
    for (const room of ['full', 'tight']) {
      disk?.say(room);
      const failed = backup();
      expect([failed.status, failed.stderr.toString()]).toEqual([1, expect.stringContaining('full')]);
      expect(readdirSync(place.folder).filter((name) => name.startsWith('backup'))).toEqual([]);
    }
    disk?.say('ok');
    expect(backup().status).toBe(0);
    expect(existsSync(target)).toBe(true);
  },
);
