// `npm start` as a supervisor runs it: whatever ends npm ends the server, and nothing else does.
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { until } from '../rooms/testing/player.ts';
import { type Scratch, scratch } from './testing/scratch.ts';
import { ask } from './testing/start.ts';

jest.setTimeout(180_000);

const PROJECT = join(import.meta.dirname, '..');

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
  let out = '';
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
  });
  await until(() => /"port":\d+/.test(out), 'a server that listens');
  server = Number(/"pid":(\d+)/.exec(out)?.[1]);
  return { child, out: () => out, port: Number(/"port":(\d+)/.exec(out)?.[1]) };
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
