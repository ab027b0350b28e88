// npm run cluster: several servers with PostgreSQL, Redis and a proxy on this machine, gone at the end.
import { setTimeout as sleep } from 'node:timers/promises';
import { readCommandLine } from '../cli/command-line.ts';
import { whole } from '../cli/options.ts';
import { type Cluster, startCluster } from '../cli/private-cluster.ts';
import type { Member } from '../cli/private-member.ts';
import { reasonOf } from '../shared/kernel/reason.ts';

const USAGE = `usage: npm run cluster -- [--servers N] [--port N]
Starts PostgreSQL, Redis, servers and a proxy on this machine, with their own data, which are removed at the end (Ctrl+C). A server that exits is restarted, so try: kill -9, -STOP, -TERM.
Settings of the servers are environment variables, as for npm start.
Needs: apt-get install postgresql redis-server caddy`;

/** A supervisor waits before it starts a process again. */
const RESTART_MS = 1_000;
const LEAST_LIFE_MS = 5_000;
/** A terminal and npm both forward Ctrl+C. */
const SAME_WISH_MS = 300;

const { values } = readCommandLine({
  usage: USAGE,
  options: {
    servers: whole({ least: 1, most: 16, otherwise: 2 }),
    port: whole({ least: 0, most: 65_535, otherwise: 8080, help: 'of the proxy; 0: a free one' }),
  },
});
const { servers, port } = values;
const say = (text: string) => process.stdout.write(`${text}\n`);

const over = new AbortController();
let askedAt = Number.POSITIVE_INFINITY;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    // A second signal: remaining processes are killed on exit.
    if (performance.now() - askedAt > SAME_WISH_MS) process.exit(130);
    askedAt = Math.min(askedAt, performance.now());
    over.abort();
  });

const cluster = await startCluster({
  members: servers,
  port: port === 0 ? undefined : port,
  settings: ownSettings(),
  detached: true,
  onStep: (what) => {
    if (over.signal.aborted) throw new Error('interrupted');
    say(`starting ${what} …`);
  },
  onError: (member, line) => say(`${member}: ${line}`),
}).catch((error: unknown) => {
  process.stderr.write(`${reasonOf(error)}\n`);
  process.exit(over.signal.aborted ? 130 : 1);
});
tell(cluster);
await Promise.all(cluster.members.map(supervise));
await cluster.remove();
say('everything is stopped and removed');

/** Settings from this shell; the cluster's own ones take precedence. */
function ownSettings(): Record<string, string> {
  const decided = [
    'PATH',
    'PORT',
    'HOST',
    'DATA_DIR',
    'DATABASE_URL',
    'REDIS_URL',
    'PEER_ADDRESS',
    'MEMBER_NAME',
    'STANDBY',
  ];
  const given = Object.entries(process.env).filter(
    ([name]) => !decided.includes(name) && !/^npm_/i.test(name),
  );
  return Object.fromEntries(given.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

function tell({ url, members, postgres, redis }: Cluster): void {
  for (const member of members) say(`${member.name}: ${member.url}, process ${member.pid}`);
  say(`PostgreSQL: ${postgres.url}\nRedis: ${redis.url}\n\nOpen ${url}/   (Ctrl+C ends all)`);
}

/** Restarts it whenever it exits, until the end; then shuts it down. */
async function supervise(member: Member): Promise<void> {
  const asked = new Promise<void>((resolve) => {
    if (over.signal.aborted) resolve();
    over.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  while (!over.signal.aborted) {
    const began = performance.now();
    const end = await Promise.race([asked, member.ended]);
    if (over.signal.aborted) break;
    say(`${member.name} has ended (${end ?? 'killed'}), and is started again`);
    await sleep(performance.now() - began < LEAST_LIFE_MS ? LEAST_LIFE_MS : RESTART_MS);
    if (over.signal.aborted) return;
    await member.start().then(
      () => say(`${member.name} is back: process ${member.pid}`),
      (error: unknown) => say(reasonOf(error)),
    );
  }
  member.signal('SIGCONT');
  member.signal('SIGTERM');
  await member.ended;
}
