// What a host keeps: complete backups that rotate, and figures about what is stored.
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { matchRow } from '../../rooms/testing/rows.ts';
import { borneo } from '../../shared/games/borneo/index.ts';
import type { GameFamily } from '../../shared/kernel/game.ts';
import { openSqliteStore } from '../store/sqlite.ts';
import { kill } from '../testing/process.ts';
import { Processes } from '../testing/processes.ts';
import { ask } from '../testing/start.ts';
import { shelve } from './shelf.ts';

const here = new Processes();

function tool(name: string, args: string[], data = 'data') {
  const file = join(import.meta.dirname, '../../tools', `${name}.ts`);
  const env = { PATH: '', DATA_DIR: join(here.folder, data) };
  return spawnSync(process.execPath, [file, ...args], { cwd: here.folder, encoding: 'utf8', env });
}

const bearer = (token: unknown) => ({ Authorization: `Bearer ${String(token)}` });

test('a backup of a running server, restored elsewhere, has its players, matches and editions', async () => {
  const editions = join(here.folder, 'data', 'editions', 'borneo');
  mkdirSync(editions, { recursive: true });
  const builtIn = join(import.meta.dirname, '../../shared/games/borneo/edition.json');
  const edition = { ...(JSON.parse(readFileSync(builtIn, 'utf8')) as object), edition: 'mine' };
  writeFileSync(join(editions, 'mine.json'), JSON.stringify(edition));
  const first = here.start();
  const port = await first.port();
  const guest = (await ask(port, '/api/v1/guests', { method: 'POST', body: '{"name":"Zoé"}' })).json();
  const headers = bearer(guest['token']);
  const body = JSON.stringify({
    game: 'borneo',
    seats: 3,
    bots: 2,
    clock: 'none',
    options: { edition: 'mine' },
  });
  const opened = (await ask(port, '/api/v1/tables', { method: 'POST', headers, body })).json();
  const { matchId } = opened['table'] as { matchId: string };
  const begun = await ask(port, `/api/v1/tables/${matchId}/start`, { method: 'POST', headers });
  expect(begun.status).toBeLessThan(300);

  const made = tool('backup', ['backups']);
  expect([made.status, made.stderr]).toEqual([0, '']);
  const [name = ''] = readdirSync(join(here.folder, 'backups'));
  expect(name).toMatch(/^quayside-\d{4}-/);
  const metrics = (await ask(port, '/metrics')).text;
  const at = Number(/^quayside_last_backup_timestamp_seconds (\S+)$/m.exec(metrics)?.[1]);
  expect(Math.abs(at - Date.now() / 1000)).toBeLessThan(600);
  await kill(first);
  rmSync(join(here.folder, 'data'), { recursive: true });

  const restored = tool('restore', [join('backups', name)], 'other');
  expect([restored.status, restored.stderr]).toEqual([0, '']);
  const second = here.start({ DATA_DIR: join(here.folder, 'other') });
  const again = await ask(await second.port(), `/api/v1/matches/${matchId}`, { headers });
  expect([again.status, again.json()['seat']]).toEqual([200, 0]);
  expect(second.out()).toContain('edition loaded');
});

test('without its key a server does not start where there are matches, unless it is told to make a new one', async () => {
  const data = join(here.folder, 'data');
  const [key, allowed] = [join(data, 'identity.key'), join(data, 'identity.new')];
  const store = openSqliteStore({ file: join(data, 'quayside.sqlite') });
  // Not so old that a server removes it.
  const now = Date.now();
  await store.create(matchRow('m1', { status: 'finished', createdAt: now, updatedAt: now }));
  await store.close();
  const refused = here.start();
  expect(await refused.ended).toBe(1);
  expect(refused.err()).toMatch(/^quayside: .*identity\.key is missing, but there are matches here.*\n$/);
  expect(existsSync(key)).toBe(false);
  writeFileSync(allowed, '');
  const started = here.start();
  await started.port();
  expect([existsSync(key), existsSync(allowed)]).toEqual([true, false]);
  await kill(started);
  // Permission is given once.
  rmSync(key);
  expect(await here.start().ended).toBe(1);
});

test('only the newest backups are kept, and nothing else is touched', () => {
  openSqliteStore({ file: join(here.folder, 'data', 'quayside.sqlite') }).close();
  writeFileSync(join(here.folder, 'data', 'identity.key'), '0'.repeat(64));
  const backups = join(here.folder, 'backups');
  const others = ['notes', 'quayside-2020-01-01T00-00-00Z.txt'];
  const old = ['quayside-2020-01-01T00-00-00Z', 'quayside-2021-01-01T00-00-00Z'];
  for (const name of [...others, ...old]) mkdirSync(join(backups, name), { recursive: true });
  const { status, stdout } = tool('backup', ['backups', '--keep', '2']);
  expect(status).toBe(0);
  expect(stdout).toContain('quayside-2020-01-01T00-00-00Z removed');
  const left = readdirSync(backups);
  expect(left).toEqual(expect.arrayContaining([...others, 'quayside-2021-01-01T00-00-00Z']));
  expect(left).toHaveLength(4);
});

test('a backup that fails leaves nothing behind, and a restore overwrites nothing', () => {
  const failed = tool('backup', [join('backups', 'daily')]);
  expect([failed.status, failed.stderr.trim().split('\n').length]).toEqual([1, 1]);
  expect(existsSync(join(here.folder, 'backups'))).toBe(false);
  openSqliteStore({ file: join(here.folder, 'data', 'quayside.sqlite') }).close();
  writeFileSync(join(here.folder, 'data', 'identity.key'), '0'.repeat(64));
  expect(tool('backup', ['backups']).status).toBe(0);
  const [name = ''] = readdirSync(join(here.folder, 'backups'));
  const over = tool('restore', [join('backups', name)]);
  expect([over.status, over.stderr]).toEqual([1, expect.stringContaining('move the old data away first')]);
  const nothing = tool('restore', ['backups'], 'other');
  expect([nothing.status, nothing.stderr]).toEqual([
    1,
    expect.stringContaining('is that the folder of a backup?'),
  ]);
  // Nothing is missing here: something prevents reading.
  for (const file of ['identity.key', 'quayside.sqlite']) {
    const path = join(here.folder, 'backups', name, file);
    rmSync(path);
    symlinkSync(file, path);
    const unreadable = tool('restore', [join('backups', name)], 'other');
    expect([unreadable.status, unreadable.stderr]).toEqual([
      1,
      expect.stringMatching(new RegExp(`${file} cannot be read: ELOOP`)),
    ]);
  }
  expect(existsSync(join(here.folder, 'other'))).toBe(false);
});

test('statistics show what is stored', async () => {
  const store = openSqliteStore({ file: join(here.folder, 'data', 'quayside.sqlite') });
  await store.create(matchRow('m1', { status: 'frozen', createdAt: Date.now() }));
  await store.create(matchRow('m2', { status: 'playing', createdAt: 1, rulesVersion: 9 }));
  const builtIn = shelve(borneo as unknown as GameFamily, borneo.builtIn);
  const { name: edition, editionHash } = builtIn;
  const ours = { game: 'borneo', edition, editionHash, rulesVersion: borneo.rulesVersion };
  await store.create(matchRow('m3', { status: 'lobby', createdAt: 1, ...ours }));
  await store.close();
  const { status, stdout } = tool('stats', []);
  expect(status).toBe(0);
  expect(stdout).toMatch(/^frozen, toy +1 matches$/m);
  expect(stdout).toMatch(/^toy, rules 9, \S+ +1 unfinished matches; this program does not have these rules/m);
  expect(stdout).toMatch(/^borneo, rules \d+, reconstruction-1 +1 unfinished matches$/m);
  expect(stdout).toMatch(/^last day +1 matches, 0 moves/m);
  expect(stdout).toMatch(/^free on the disk +\d+\.\d MiB$/m);
  expect(stdout).toMatch(/^last backup +never$/m);
  const json = JSON.parse(tool('stats', ['--json']).stdout) as Record<string, unknown>;
  expect(json['matches']).toContainEqual({ status: 'frozen', game: 'toy', matches: 1 });
});

test('metrics show how many matches are stored, and how much space they take', async () => {
  const store = openSqliteStore({ file: join(here.folder, 'data', 'quayside.sqlite') });
  await store.create(matchRow('m1', { status: 'frozen' }));
  await store.close();
  writeFileSync(join(here.folder, 'data', 'identity.key'), '0'.repeat(64));
  const port = await here.start().port();
  let metrics = '';
  while (!metrics.includes('quayside_matches{')) metrics = (await ask(port, '/metrics')).text;
  expect(metrics).toContain('quayside_matches{status="frozen",game="toy"} 1');
  expect(metrics).toMatch(/^quayside_database_bytes [1-9]\d+$/m);
  expect(metrics).toMatch(/^quayside_disk_free_bytes [1-9]\d+/m);
  expect(metrics).toContain('quayside_last_backup_timestamp_seconds 0');
  expect(metrics).toContain('quayside_wakings_failed_total 0');
});
