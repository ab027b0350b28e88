// A server of the load test's own: a free port, a temporary folder, no limits for one address.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface OwnServer {
  readonly url: string;
  readonly pid: number;
  /** What it wrote to standard error. */
  errors(): string;
  /** Ends without goodbye. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

export interface OwnServerOptions {
  /** Writes a CPU profile into this folder when it ends. */
  readonly profile?: string | undefined;
  readonly environment?: Readonly<Record<string, string>>;
  /** Keeps the data of an earlier server. */
  readonly folder?: string;
}

export async function startOwnServer(options: OwnServerOptions = {}): Promise<OwnServer> {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'quayside-load-'));
  const flags = options.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${options.profile}`];
  const child = spawn(process.execPath, [...flags, join(import.meta.dirname, '../server/main.ts')], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: '',
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: join(folder, 'data'),
      RATE_LIMITS: 'off',
      MAX_TABLES: '1000000',
      MAX_TABLES_PER_PLAYER: '10000',
      MAX_CONNECTIONS: '1000000',
      MAX_CONNECTIONS_PER_ADDRESS: '1000000',
      ...options.environment,
    },
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors = (errors + chunk.toString()).slice(-10_000);
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const remove = () => {
    if (options.folder === undefined) rmSync(folder, { recursive: true, force: true });
  };
  const port = await new Promise<number>((resolve, reject) => {
    let out = '';
    const listen = (chunk: Buffer) => {
      out += chunk.toString();
      const found = /"port":(\d+)/.exec(out)?.[1];
      if (found === undefined) return;
      child.stdout.off('data', listen).resume();
      resolve(Number(found));
    };
    child.stdout.on('data', listen);
    void ended.then(() => {
      remove();
      reject(new Error(`the server did not start: ${errors}`));
    });
  });
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    child.kill(signal);
    await ended;
    remove();
  };
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    errors: () => errors,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}
