// A private Redis server for tests and measurements: on a free port, without files, removed afterwards.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { programNamed } from './program.ts';

const PROGRAM = 'redis-server';
const START_MS = 60_000;
const ANSWER_MS = 2_000;

export const REDIS_MISSING = 'Redis is not installed: apt-get install redis-server';

export function hasRedis(): boolean {
  return programNamed(PROGRAM) !== undefined;
}

export interface Redis {
  /** The value of the setting REDIS_URL. */
  readonly url: string;
  readonly port: number;
  /** Empty; resolves when it accepts connections. */
  start(): Promise<void>;
  /** Nothing is kept for the next start. */
  stop(): Promise<void>;
  /** `SIGSTOP`: it keeps its connections and answers nothing until `SIGCONT`. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void;
  remove(): Promise<void>;
}

/** `detached`: Ctrl+C in this terminal does not reach it. */
export async function startRedis({ detached = false } = {}): Promise<Redis> {
  const program = programNamed(PROGRAM);
  if (program === undefined) throw new Error(REDIS_MISSING);
  const folder = mkdtempSync(join(tmpdir(), 'quayside-redis-'));
  // Stays the same after a restart.
  const port = await freePort();
  let server: ChildProcess | undefined;
  const kill = () => server?.kill('SIGKILL');
  process.once('exit', kill);

  const start = async () => {
    const settings = { port, bind: '127.0.0.1', save: '', appendonly: 'no', dir: folder };
    const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
    const child = spawn(program, args, { cwd: folder, env: {}, stdio: 'ignore', detached });
    server = child;
    const until = performance.now() + START_MS;
    while (!(await answers(port))) {
      if (child.exitCode !== null) throw new Error(`redis-server ended with ${child.exitCode}`);
      if (performance.now() > until) throw new Error('redis-server does not answer');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const stop = async () => {
    const child = server;
    server = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    start,
    stop,
    signal: (signal) => void server?.kill(signal),
    remove: async () => {
      await stop();
      process.off('exit', kill);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    const end = (answered: boolean) => {
      socket.destroy();
      resolve(answered);
    };
    socket.once('data', (text) => end(text.toString().startsWith('+PONG')));
    socket.once('error', () => end(false));
    socket.setTimeout(ANSWER_MS, () => end(false));
  });
}
