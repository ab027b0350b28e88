// The process itself: how it starts, complains, dies and comes back.
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { until } from '../rooms/testing/player.ts';
import { matchRow } from '../rooms/testing/rows.ts';
import { openSqliteStore } from './store/sqlite.ts';
import { Processes } from './testing/processes.ts';
import { ask } from './testing/start.ts';

const here = new Processes();

test('starts with no setting but a folder, logs the settings in effect, and ends on SIGTERM', async () => {
  const server = here.start({ ADMIN_PASSWORD: 'correct horse battery' });
  const port = await server.port();
  expect((await ask(port, '/ready')).status).toBe(200);
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  expect(server.out()).toContain('"ADMIN_PASSWORD":"set"');
  expect(server.out()).not.toContain('correct horse');
  expect(server.out()).toContain('"msg":"closed"');
});

test.each([
  [{ PORT: 'http' }, /^quayside: PORT: a whole number from 0 to 65535 is needed$/m],
  [{ ADMIN_PASSWORD: 'short' }, /^quayside: ADMIN_PASSWORD: at least 12/m],
  [{ DATABASE_URL: 'mysql://u:secret@h/d' }, /^quayside: DATABASE_URL: must be a URL like postgres:[^\n]*$/m],
  [{ DATA_DIR: '/dev/null/data' }, /^quayside: .*; check DATA_DIR \(\/dev\/null\/data\)$/m],
  [{ DATA_DIR: '/proc/x' }, /^quayside: ENOENT.*; check DATA_DIR \(\/proc\/x\)$/m],
  [{ HOST: '203.0.113.254' }, /^quayside: this machine has no address 203\.0\.113\.254; check HOST$/m],
])('%j stops the start with one clear line', async (environment, line) => {
  const server = here.start(environment);
  expect(await server.ended).toBe(1);
  expect(server.err()).toMatch(line);
  expect(server.err()).not.toMatch(/\n {4}at /);
});

test('an occupied port stops the start with one clear line', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const taken = (other.address() as { port: number }).port;
  const server = here.start({ PORT: String(taken) });
  expect(await server.ended).toBe(1);
  expect(server.err()).toContain(`quayside: port ${taken} is taken; choose another one with PORT`);
  other.close();
});

test('a second server on the same folder does not start, and the first continues', async () => {
  const first = here.start();
  const port = await first.port();
  const second = here.start();
  expect(await second.ended).toBe(1);
  expect(second.err()).toMatch(/^quayside: .*in use by another Quayside process$/m);
  expect((await ask(port, '/ready')).status).toBe(200);
});

test('after kill -9 it starts again at once, with the same guests and matches', async () => {
  const file = join(here.folder, 'data', 'quayside.sqlite');
  const store = openSqliteStore({ file });
  await store.create(matchRow('m1', { status: 'frozen' }));
  await store.close();
  writeFileSync(join(here.folder, 'data', 'identity.key'), '0'.repeat(64));
  const first = here.start();
  const firstPort = await first.port();
  const body = JSON.stringify({ name: 'Zoé' });
  const guest = (await ask(firstPort, '/api/v1/guests', { method: 'POST', body })).json();
  first.child.kill('SIGKILL');
  await first.ended;
  const second = here.start();
  const port = await second.port();
  const headers = { Authorization: `Bearer ${guest['token']}` };
  const again = await ask(port, '/api/v1/guests', { method: 'POST', headers, body });
  expect(again.json()['id']).toBe(guest['id']);
  const record = await ask(port, '/api/v1/matches/m1/record');
  expect(record.json()['code']).toBe('not-finished');
});

test('a server whose log is no longer read continues, and ends on request', async () => {
  const server = here.start();
  const port = await server.port();
  server.child.stdout?.destroy();
  server.child.stderr?.destroy();
  const body = JSON.stringify({ name: 'Zoé' });
  expect((await ask(port, '/api/v1/guests', { method: 'POST', body })).status).toBe(201);
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
});

/** Code that runs in the server's process beside it. */
const beside = (code: string) => ({
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}`,
});

test('the same signal twice at once, as from a terminal and from npm, causes an orderly shutdown', async () => {
  const server = here.start();
  await server.port();
  server.child.kill('SIGINT');
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  expect(server.out()).toContain('"msg":"closed"');
});

test('a second signal ends a server at once that hangs while shutting down', async () => {
  // The first end is held up; only the second one gets through.
  const server = here.start(
    beside(`{
      const { exit } = process;
      let asked = 0;
      process.exit = (code) => { if (++asked > 1) exit(code); };
      process.stdin.resume();
    }`),
  );
  await server.port();
  server.child.kill('SIGTERM');
  await until(() => server.out().includes('"msg":"closed"'), 'the shutdown that hangs');
  const again = setInterval(() => server.child.kill('SIGTERM'), 100);
  expect(await server.ended).toBe(1);
  clearInterval(again);
});

test('an uncaught error is logged and counted, and the server continues', async () => {
  const server = here.start(
    beside(`process.on('SIGUSR2', () => {
      Promise.reject(new Error('bug two'));
      throw new Error('bug one');
    })`),
  );
  const port = await server.port();
  server.child.kill('SIGUSR2');
  await until(() => server.out().includes('bug one') && server.out().includes('bug two'), 'both bugs');
  expect(server.out()).toMatch(/"kind":"exception".*bug one/);
  expect(server.out()).toMatch(/"kind":"rejection".*bug two/);
  expect((await ask(port, '/ready')).status).toBe(200);
  const metrics = (await ask(port, '/metrics')).text;
  expect(metrics).toContain('quayside_uncaught_total{kind="exception"} 1');
});

test('many uncaught errors cause an orderly shutdown, so that it is restarted', async () => {
  const server = here.start(
    beside(`process.on('SIGUSR2', () => setInterval(() => { throw new Error('broken') }, 20))`),
  );
  await server.port();
  server.child.kill('SIGUSR2');
  expect(await server.ended).toBe(1);
  expect(server.out()).toContain('too many uncaught errors');
  expect(server.out()).toContain('"msg":"closed"');
});

test('nothing of PostgreSQL and Redis is loaded unless it is used', () => {
  const seen = new Set<string>();
  const packages = new Set<string>();
  const follow = (file: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    const text = readFileSync(file, 'utf8');
    // Types are erased.
    for (const [, from = ''] of text.matchAll(/^(?:(?:import|export)(?! type)|\}).* from '([^']+)'/gm))
      if (!from.startsWith('.')) packages.add(from);
      else if (from.endsWith('.ts')) follow(join(dirname(file), from));
  };
  follow(join(import.meta.dirname, 'main.ts'));
  expect([...packages]).toEqual(expect.arrayContaining(['colyseus', 'node:sqlite', 'pino']));
  for (const unused of ['pg', 'ioredis']) expect([...packages]).not.toContain(unused);
  expect([...seen].filter((file) => /server\/(?:store\/postgres|redis)\//.test(file))).toEqual([]);
});
