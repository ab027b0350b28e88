// A private proxy in front of several servers, with the settings of the container: no sticky sessions.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { programNamed } from './program.ts';

const PROGRAM = 'caddy';
const SITE = join(import.meta.dirname, '../Caddyfile.cluster');
const START_MS = 60_000;

export const PROXY_MISSING = 'Caddy is not installed: apt-get install caddy';

export function hasProxy(): boolean {
  return programNamed(PROGRAM) !== undefined;
}

interface PrivateProxy {
  readonly url: string;
  remove(): Promise<void>;
}

interface ProxyOptions {
  /** A free one if omitted. */
  readonly port?: number | undefined;
  /** Ports by the names of members: requests that name one go there first. */
  readonly homes?: Readonly<Record<string, number>>;
  /** Ctrl+C in this terminal does not reach it: the caller stops it. */
  readonly detached?: boolean;
}

/** `members`: ports of this machine. */
export async function startProxy(
  members: readonly number[],
  { port, homes = {}, detached = false }: ProxyOptions = {},
): Promise<PrivateProxy> {
  const program = programNamed(PROGRAM);
  if (program === undefined) throw new Error(PROXY_MISSING);
  const at = port ?? (await freePort());
  const folder = mkdtempSync(join(tmpdir(), 'quayside-proxy-'));
  const config = join(folder, 'Caddyfile');
  const options = ['admin off', 'auto_https off', 'default_bind 127.0.0.1', 'log {', 'level ERROR', '}'];
  writeFileSync(config, `{\n${options.join('\n')}\n}\n${siteFor(program)}`);
  const child = spawn(program, ['run', '--adapter', 'caddyfile', '--config', config], {
    cwd: folder,
    // It stores certificates and its last configuration under its home.
    env: {
      HOME: folder,
      DOMAIN: `http://:${at}`,
      MEMBERS: members.map((member) => `127.0.0.1:${member}`).join(' '),
      HOMES: Object.entries(homes)
        .map(([name, member]) => `import home ${name} 127.0.0.1:${member}`)
        .join('\n'),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
    detached,
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors = (errors + chunk.toString()).slice(-2_000);
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const remove = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    }
    process.off('exit', kill);
    rmSync(folder, { recursive: true, force: true });
  };
  const until = performance.now() + START_MS;
  while (!(await listens(at))) {
    if (child.exitCode === null && performance.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      continue;
    }
    await remove();
    throw new Error(`the proxy does not start: ${errors}`);
  }
  return { url: `http://127.0.0.1:${at}`, remove };
}

/** In Debian's version two things have their former names. */
function siteFor(program: string): string {
  const site = readFileSync(SITE, 'utf8');
  if (!isBefore27(program)) return site;
  return site.replace(/request_buffers \S+/, 'buffer_requests').replaceAll(/\{args\[(\d)\]\}/g, '{args.$1}');
}

function isBefore27(program: string): boolean {
  const { stdout } = spawnSync(program, ['version'], { encoding: 'utf8', env: {} });
  const [, major = '', minor = ''] = /^v?(\d+)\.(\d+)/.exec(stdout) ?? [];
  return Number(major) === 2 && Number(minor) < 7;
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
