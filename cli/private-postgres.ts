// A private PostgreSQL server for tests and measurements: on a free port, in a temporary folder, removed
// afterwards.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { Client } from 'pg';
import { freePort } from './free-port.ts';

/** Where Debian and its descendants put the server, one folder for each version. */
const DEBIAN = '/usr/lib/postgresql';
const START_MS = 60_000;
/** A role with rights on its own database only. */
const USER = 'quayside';
const ADMIN = 'postgres';

export const MISSING = 'PostgreSQL is not installed: apt-get install postgresql';

export function hasPostgres(): boolean {
  return binaries() !== undefined;
}

export interface Postgres {
  /** The value of the setting DATABASE_URL. */
  readonly url: string;
  readonly port: number;
  /** Resolves when it accepts connections. */
  start(): Promise<void>;
  /** `crash`: as after kill -9; what is committed is there at the next start. */
  stop(how?: 'orderly' | 'crash'): Promise<void>;
  /** All its processes stand still until `resume`. */
  pause(): void;
  resume(): void;
  /** Keeps a copy of the stopped database, as a replica would have it. */
  keep(): void;
  /** Puts that copy in the place of the stopped database. */
  putBack(): void;
  /** Runs one statement as an operator. */
  ask(sql: string): Promise<readonly Record<string, unknown>[]>;
  /** Removes all our tables. */
  empty(): Promise<void>;
  remove(): Promise<void>;
}

/** The folder of `initdb` and `postgres`, of the newest version. */
function binaries(): string | undefined {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN) : [];
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    ...versions.sort((a, b) => Number(b) - Number(a)).map((version) => join(DEBIAN, version, 'bin')),
  ];
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
}

/** It refuses to run as root. */
function unprivileged(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const idOf = (kind: '-u' | '-g') => Number(execFileSync('id', [kind, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

function giveTo(path: string, uid: number, gid: number): void {
  chownSync(path, uid, gid);
  for (const entry of readdirSync(path, { withFileTypes: true, recursive: true }))
    chownSync(join(entry.parentPath, entry.name), uid, gid);
}

interface PostgresOrder {
  /** With synced commits, as in production. */
  readonly durable?: boolean;
  /** Ctrl+C in this terminal does not reach it. */
  readonly detached?: boolean;
  /** Where its folder `data` is, or will be; kept afterwards. Omitted: in a temporary folder. */
  readonly place?: string;
  /** Called before it is started, with that folder: the environment of the server. */
  readonly prepare?: (data: string) => Readonly<Record<string, string>>;
}

export async function startPostgres(order: PostgresOrder = {}): Promise<Postgres> {
  const { durable = false, detached = false, place, prepare = () => ({}) } = order;
  const bin = binaries();
  if (bin === undefined) throw new Error(MISSING);
  const as = unprivileged();
  const folder = place ?? mkdtempSync(join(tmpdir(), 'quayside-postgres-'));
  if (as.uid !== undefined && as.gid !== undefined) giveTo(folder, as.uid, as.gid);
  const data = join(folder, 'data');
  const copy = join(folder, 'copy');
  const isNew = !existsSync(join(data, 'PG_VERSION'));
  const options = ['-D', data, '-U', ADMIN, '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  if (isNew) {
    const made = spawnSync(join(bin, 'initdb'), options, { ...as, cwd: folder, encoding: 'utf8', env: {} });
    if (made.status !== 0) throw new Error(`initdb: ${made.stderr}`);
  }
  const env = prepare(data);
  // Stays the same after a restart.
  const port = await freePort();
  const at = `127.0.0.1:${port}`;
  const url = `postgres://${USER}@${at}/${USER}`;
  let server: ChildProcess | undefined;
  const kill = () => server?.kill('SIGKILL');
  process.once('exit', kill);

  const start = async () => {
    const settings = {
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      fsync: durable ? 'on' : 'off',
    };
    const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const child = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...args], {
      ...as,
      cwd: folder,
      env,
      stdio: 'ignore',
      detached,
    });
    server = child;
    const until = performance.now() + START_MS;
    while (!(await answers(`postgres://${ADMIN}@${at}/postgres`))) {
      if (child.exitCode !== null) throw new Error(`postgres ended with ${child.exitCode}`);
      if (performance.now() > until) throw new Error('postgres does not answer');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const stop = async (how: 'orderly' | 'crash' = 'orderly') => {
    const child = server;
    server = undefined;
    if (child === undefined || child.exitCode !== null) return;
    const gone = once(child, 'exit');
    // «Fast» and «immediate» shutdown.
    child.kill(how === 'orderly' ? 'SIGINT' : 'SIGQUIT');
    await gone;
  };
  const ask = async (sql: string, database = USER) => {
    const client = new Client(`postgres://${ADMIN}@${at}/${database}`);
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows;
    } finally {
      await client.end();
    }
  };
  await start();
  if (isNew) {
    await ask(`CREATE ROLE ${USER} LOGIN`, 'postgres');
    await ask(`CREATE DATABASE ${USER} OWNER ${USER}`, 'postgres');
  }
  return {
    url,
    port,
    start,
    stop,
    pause: () => signalAll(server, 'SIGSTOP'),
    resume: () => signalAll(server, 'SIGCONT'),
    keep: () => void execFileSync('cp', ['-a', data, copy]),
    putBack: () => {
      rmSync(data, { recursive: true });
      renameSync(copy, data);
    },
    ask,
    empty: async () => {
      await ask('DROP SCHEMA IF EXISTS quayside CASCADE');
    },
    remove: async () => {
      await stop('crash');
      process.off('exit', kill);
      if (place === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The server first, so that it starts no further process meanwhile. */
function signalAll(server: ChildProcess | undefined, signal: NodeJS.Signals): void {
  if (server?.pid === undefined) throw new Error('postgres does not run');
  server.kill(signal);
  const children = readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8').trim();
  for (const pid of children.split(' ').map(Number)) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      // One that ended meanwhile. Not by `instanceof`: in a test the error is of another realm.
      if ((error as { code?: unknown }).code !== 'ESRCH') throw error;
    }
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false; // retried until it accepts connections
  } finally {
    await client.end();
  }
}
