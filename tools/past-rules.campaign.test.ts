// An upgrade with changed rules, as docs/adding-a-game.md describes it, in a copy of the project: a match that began
// before it is woken and played to its end under the old rules.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { Client } from '@colyseus/sdk';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { comeBack, seatAndStart, type TestPlayer, until } from '../rooms/testing/player.ts';
import { kill, type Started, startProcess } from '../server/testing/process.ts';
import { ask } from '../server/testing/start.ts';

jest.setTimeout(300_000);

const ROOT = join(import.meta.dirname, '..');
const LEFT_OUT = new Set(['node_modules', '.git', 'data', 'coverage']);
const SETTINGS = { RATE_LIMITS: 'off', BOT_PAUSE_MS: '0', WEB_CLIENT: 'off' };

let copy: string;
let server: Started | undefined;
beforeAll(() => {
  copy = realpathSync(mkdtempSync(join(tmpdir(), 'past-rules-')));
  cpSync(ROOT, copy, { recursive: true, filter: (path) => !LEFT_OUT.has(basename(path)) });
  for (const folder of ['', 'tools/generators']) {
    const modules = join(ROOT, folder, 'node_modules');
    if (existsSync(modules)) symlinkSync(modules, join(copy, folder, 'node_modules'));
  }
});
afterAll(async () => {
  if (server !== undefined) await kill(server);
  rmSync(copy, { recursive: true, force: true });
});

function run(command: string) {
  const PATH = [dirname(process.execPath), join(ROOT, 'node_modules/.bin'), process.env['PATH']].join(
    delimiter,
  );
  const { status, stdout, stderr } = spawnSync('bash', ['-c', command], {
    cwd: copy,
    encoding: 'utf8',
    env: { PATH, HOME: process.env['HOME'], DATA_DIR: join(copy, 'data') },
    maxBuffer: 64 * 1024 * 1024,
  });
  return { command, status, out: `${stdout}${stderr}`.slice(-4_000) };
}

const recipe =
  /<!-- the recipe for an upgrade -->\s*```sh\n([\s\S]*?)```/
    .exec(readFileSync(join(ROOT, 'docs/adding-a-game.md'), 'utf8'))?.[1]
    ?.split('\n')
    .filter((line) => line !== '') ?? [];

function changeRules(folder: string): void {
  const file = join(copy, folder, 'setup.ts');
  const source = readFileSync(file, 'utf8');
  const laidOut = "layPile(dealer, 'harbours', selection.harbours)";
  expect(source).toContain(laidOut);
  writeFileSync(file, source.replace(laidOut, `${laidOut}.reverse()`));
}

async function serve(project: string): Promise<number> {
  server = startProcess(copy, SETTINGS, { project });
  return await server.port();
}

async function stop(): Promise<void> {
  server?.child.kill('SIGTERM');
  expect(await server?.ended).toBe(0);
  server = undefined;
}

async function client(port: number, token?: string): Promise<Client> {
  const made = new Client(`http://127.0.0.1:${port}`);
  const body = JSON.stringify({ name: 'Ann' });
  made.auth.token =
    token ?? String((await ask(port, '/api/v1/guests', { method: 'POST', body })).json()['token']);
  return made;
}

async function begin(one: Client): Promise<TestPlayer> {
  const [player] = await seatAndStart([one], 'borneo', { seats: 3, bots: 2 });
  if (player === undefined) throw new Error('no player came');
  await until(() => player.decision !== undefined, 'a turn');
  return player;
}

test('a match goes on under the rules it began with, and new ones begin under the new', async () => {
  expect(recipe).toHaveLength(4);
  const first = await serve(ROOT);
  const ann = await client(first);
  const player = await begin(ann);
  const { matchId } = player;
  await player.playAny();
  await until(() => player.decision !== undefined, 'the next turn');
  const { version, view } = player.state;
  await stop();

  const [keep = '', increase = '', ...rest] = recipe;
  for (const line of [keep, increase]) expect(run(line)).toMatchObject({ command: line, status: 0 });
  // The change itself: the pile of harbours is laid out the other way round.
  changeRules('shared/games/borneo');
  for (const line of rest) expect(run(line)).toMatchObject({ command: line, status: 0 });
  expect(run('npm run stats').out).toMatch(/borneo, rules 3, reconstruction-1 +1 unfinished matches\n/);

  const second = await serve(copy);
  const again = await comeBack(await client(second, ann.auth.token), matchId);
  expect(again.state.table).toMatchObject({ status: 'playing', rulesVersion: 3 });
  expect([again.state.version, again.state.view]).toEqual([version, view]);
  const fresh = await begin(await client(second));
  expect(fresh.state.table).toMatchObject({ status: 'playing', rulesVersion: 4 });
  while (!again.over) {
    await again.playAny();
    await until(() => again.over || again.decision !== undefined, 'the next turn');
  }
  const record = (await ask(second, `/api/v1/matches/${matchId}/record`)).text;
  expect(JSON.parse(record)).toMatchObject({ rulesVersion: 3, stateHash: expect.any(String) });
  writeFileSync(join(copy, 'record.json'), record);
  expect(run('npm run verify -- record.json')).toMatchObject({ status: 0 });
  await stop();
  expect(run('npm run stats').out).toMatch(/borneo, rules 4, reconstruction-1 +1 unfinished matches\n/);
});

test('everything that is checked accepts the kept rules, and notices that they were changed', () => {
  const checks = 'node tools/check-rules.ts && node tools/check-texts.ts && tsc -p shared';
  expect(run(checks)).toMatchObject({ status: 0 });
  expect(run('biome check --error-on-warnings --vcs-enabled=false shared')).toMatchObject({ status: 0 });
  const suite = 'npm run test:campaigns -- shared/testing/past.campaign';
  expect(run(suite)).toMatchObject({ status: 0 });
  changeRules('shared/games/borneo/past/3');
  const noticed = run(suite);
  expect([noticed.status, noticed.out]).toEqual([1, expect.stringMatching(/borneo [123]: .*another course/)]);
});
