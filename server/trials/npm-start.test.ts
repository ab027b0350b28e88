// `npm start` as a supervisor runs it: whatever ends npm ends the server, and nothing else does.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { until } from '../../rooms/testing/player.ts';
import { outputOf } from '../testing/process.ts';
import { type Scratch, scratch } from '../testing/scratch.ts';
import { ask } from '../testing/start.ts';

jest.setTimeout(180_000);

const PROJECT = join(import.meta.dirname, '../..');

let place: Scratch;
let server: number | undefined;
beforeEach(() => {
  place = scratch();
});
afterEach(() => {
  if (server !== undefined && isAlive(server)) process.kill(server, 'SIGKILL');
  server = undefined;
  place.remove();
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

interface Launched {
  readonly child: ChildProcess;
  readonly out: () => string;
  readonly port: number;
}

/** Runs a command in its own process group, as a supervisor does, and waits until it listens. */
async function launch(command: string, args: string[], environment: object): Promise<Launched> {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(command, args, {
    cwd: PROJECT,
    env: { PATH, HOME, PORT: '0', HOST: '127.0.0.1', DATA_DIR: join(place.folder, 'data'), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const { out } = outputOf(child);
  await until(() => /"port":\d+/.test(out()), 'a server that listens');
  server = Number(/"pid":(\d+)/.exec(out())?.[1]);
  return { child, out, port: Number(/"port":(\d+)/.exec(out())?.[1]) };
}

const answers = (port: number) =>
  ask(port, '/health').then(
    ({ status }) => status === 200,
    () => false,
  );

test.each(['SIGTERM', 'SIGKILL'] as const)('%s to npm alone causes an orderly shutdown', async (signal) => {
  const { child, out, port } = await launch('npm', ['start'], {});
  expect(await answers(port)).toBe(true);
  child.kill(signal);
  await until(() => out().includes('"msg":"closed"'), 'the goodbye');
  await until(() => !isAlive(server ?? 0), 'the end');
  expect(await answers(port)).toBe(false);
});

test('a server in the background continues when the shell that started it has ended', async () => {
  const start = `nohup "${process.execPath}" server/main.ts &`;
  const { child, port } = await launch('/bin/sh', ['-c', start], {});
  await until(() => child.exitCode !== null, 'the end of the shell');
  // Several times as long as it takes to notice a parent that is gone.
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  expect(await answers(port)).toBe(true);
});

test('`npm run dev` stores in a thread too, and serves pages that load themselves again', async () => {
  const { child, out, port } = await launch('npm', ['run', 'dev'], { STORE_THREAD: 'on' });
  const url = `http://127.0.0.1:${port}`;
  const post = (path: string, body: object, token = '') =>
    fetch(`${url}/api/v1${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
  const { token } = (await (await post('/guests', { name: 'Ann' })).json()) as { token: string };
  expect((await post('/tables', { game: 'borneo', options: {} }, token)).status).toBe(201);
  const page = await (await fetch(url, { headers: { accept: 'text/html' } })).text();
  expect(page).toContain('<script src="/web/reload.js">');
  child.kill('SIGTERM');
  await until(() => out().includes('"msg":"closed"'), 'the goodbye');
});

test('without the installed packages, or on an old Node, one sentence says what to do', () => {
  const copy = join(place.folder, 'server');
  mkdirSync(copy);
  copyFileSync(join(PROJECT, 'server/start.mjs'), join(copy, 'start.mjs'));
  const starter = (folder: string, ...options: string[]) => {
    const { status, stderr } = spawnSync(process.execPath, [...options, join(folder, 'start.mjs')]);
    return { status, stderr: stderr.toString() };
  };
  const missing = 'quayside: run `npm install` first\n';
  expect(starter(copy)).toEqual({ status: 1, stderr: missing });
  const old = `data:text/javascript,Object.defineProperty(process.versions,"node",{value:"20.20.2"})`;
  expect(starter(join(PROJECT, 'server'), '--import', old)).toEqual({
    status: 1,
    stderr: 'quayside: Node 20.20.2 is too old; `npm start` uses the one that `npm install` has brought\n',
  });
});
