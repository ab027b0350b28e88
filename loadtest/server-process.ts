// The load test's own server or servers: free ports, temporary folders, no limits for one address.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCluster } from '../cli/private-cluster.ts';
import { NO_LIMITS } from './no-limits.ts';

const PROBE = join(import.meta.dirname, 'compare/probe.ts');

export interface OwnServer {
  readonly url: string;
  /** The processes, if there is a proxy in front of them. */
  readonly servers?: readonly string[];
  /** What it wrote to standard error. */
  errors(): string;
  stop(): Promise<void>;
}

export interface OwnServerOptions {
  /** Writes a CPU profile into this folder when it ends. */
  readonly profile?: string | undefined;
}

export async function startOwnServer(options: OwnServerOptions = {}): Promise<OwnServer> {
  const folder = mkdtempSync(join(tmpdir(), 'quayside-load-'));
  const flags = options.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${options.profile}`];
  const child = spawn(
    process.execPath,
    [...flags, '--import', PROBE, join(import.meta.dirname, '../server/main.ts')],
    {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: {
        PATH: '',
        PORT: '0',
        HOST: '127.0.0.1',
        DATA_DIR: join(folder, 'data'),
        ...NO_LIMITS,
      },
    },
  );
  const { stdout, stderr } = child;
  if (stdout === null || stderr === null) throw new Error('no output to read');
  let errors = '';
  stderr.on('data', (chunk: Buffer) => {
    errors = (errors + chunk.toString()).slice(-10_000);
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  // Interrupted: neither the server nor its data may outlive the load test.
  const clear = () => {
    child.kill('SIGKILL');
    remove();
  };
  process.once('exit', clear);
  void ended.then(() => process.off('exit', clear));
  const port = await new Promise<number>((resolve, reject) => {
    let out = '';
    const listen = (chunk: Buffer) => {
      out += chunk.toString();
      const found = /"port":(\d+)/.exec(out)?.[1];
      if (found === undefined) return;
      stdout.off('data', listen).resume();
      resolve(Number(found));
    };
    stdout.on('data', listen);
    void ended.then(() => {
      remove();
      reject(new Error(`the server did not start: ${errors}`));
    });
  });
  return {
    url: `http://127.0.0.1:${port}`,
    errors: () => errors,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      remove();
    },
  };
}

export async function startOwnCluster(members: number): Promise<OwnServer> {
  const cluster = await startCluster({ members, settings: NO_LIMITS });
  return {
    url: cluster.url,
    servers: cluster.members.map(({ url }) => url),
    errors: () =>
      cluster.members.flatMap(({ name, errors }) => errors.map((line) => `${name}: ${line}`)).join('\n'),
    stop: () => cluster.remove(),
  };
}
