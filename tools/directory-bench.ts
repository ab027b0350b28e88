// npm run bench:directory: whether lists and quick matches take longer with more tables.
import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { Redis as Client } from 'ioredis';
import { readCommandLine } from '../cli/command-line.ts';
import { list, text, whole } from '../cli/options.ts';
import { type Redis, startRedis } from '../cli/private-redis.ts';
import { inFairOrder } from '../rooms/people/ranking.ts';
import { readConfig } from '../server/process/config.ts';
import { limitsOf } from '../server/process/limits.ts';
import { listedTableOf } from '../server/testing/listed-tables.ts';
import { type Member, Members, PREFIX } from '../server/testing/members.ts';

const USAGE = `usage: npm run bench:directory [-- --tables N,N] [--calls N] [--json FILE]
Publishes so many tables from fifty processes in a private Redis, and reports how long a list and a
quick match take, and how soon an empty Redis has all tables again.`;

const PUBLISHERS = 50;
const GAMES = ['borneo', 'dockers', 'rotterdam', 'cabo-da-roca'];

const { values } = readCommandLine({
  usage: USAGE,
  options: {
    sizes: list(whole({ least: 1, most: 1_000_000 }), { flag: 'tables', otherwise: [100, 100_000] }),
    calls: whole({ least: 10, most: 100_000, otherwise: 500 }),
    json: text({ shows: 'FILE', help: 'all figures' }),
  },
});
const { sizes, calls } = values;

const shares = (({ tablesPerHost: perHost, tablesPerAddress: perAddress }) => ({ perHost, perAddress }))(
  limitsOf(readConfig({})).rooms,
);

interface Timed {
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Processor time per call, here and in Redis. */
  readonly hereUs: number;
  readonly redisUs: number;
  readonly found: number;
}

const [core] = cpus();
const [load = 0] = loadavg();
const machine = `${core?.model.trim()}, ${cpus().length} cores, Node ${process.version}, load ${load.toFixed(1)} at the start`;
console.log(`directory bench: ${machine}`);
console.log('tables   call                p50 ms  p99 ms  µs here  µs in Redis  found');
const figures = [];
for (const size of sizes) figures.push(await measure(size));
if (values.json !== undefined)
  writeFileSync(values.json, `${JSON.stringify({ machine, figures }, null, 2)}\n`);

async function measure(size: number) {
  const redis = await startRedis();
  const client = new Client(redis.url);
  const members = new Members(redis.url);
  try {
    return await measureWith(size, redis, client, members);
  } finally {
    await members.close();
    client.disconnect();
    await redis.remove();
  }
}

async function measureWith(size: number, redis: Redis, client: Client, members: Members) {
  const publishers: Member[] = [];
  for (let n = 0; n < PUBLISHERS; n++) publishers.push(await members.join());
  const reader = await members.join();
  for (let n = 0; n < size; n++) publishers[n % PUBLISHERS]?.directory.publish(tableOf(n));
  const all = () => isComplete(client, size);
  await until(all);
  const timed: Record<string, Timed> = {};
  const { directory } = reader;
  const report = async (what: string, call: (turn: number) => Promise<number>) => {
    const one = await time(client, call);
    timed[what] = one;
    const cells = [one.p50Ms.toFixed(2), one.p99Ms.toFixed(2), one.hereUs.toFixed(0), one.redisUs.toFixed(0)];
    const [p50 = '', p99 = '', here = '', there = ''] = cells;
    const head = `${String(size).padEnd(8)} ${what.padEnd(18)}`;
    console.log(
      `${head} ${p50.padStart(7)} ${p99.padStart(7)} ${here.padStart(8)} ${there.padStart(12)} ${String(one.found).padStart(6)}`,
    );
  };
  await report('list, all games', async () => fair(await directory.tables({ status: 'lobby' })));
  await report('list, one game', async () =>
    fair(await directory.tables({ status: 'lobby', game: 'borneo' })),
  );
  await report('quick match', async () => fair(await directory.openLobbies('borneo', 3)));
  await report('a seat is taken', async (turn) => {
    directory.publish(listedTableOf(`own${turn % 10}`, { free: turn % 3 }));
    return (await directory.openLobbies('dockers', 4)).length;
  });
  const bytes = Number(/used_memory:(\d+)/.exec(await client.info('memory'))?.[1]);
  for (let n = 0; n < 10; n++) directory.withdraw(`own${n}`);
  await redis.stop();
  await redis.start();
  const restarted = performance.now();
  await until(all);
  const healedMs = performance.now() - restarted;
  console.log(
    `${String(size).padEnd(8)} Redis uses ${(bytes / 2 ** 20).toFixed(1)} MiB; restarted empty, all tables are back after ${(healedMs / 1000).toFixed(1)} s`,
  );
  return { tables: size, timed, redisBytes: bytes, healedMs };
}

/** A third of them full, a third with a waiting player, from as many addresses as hosts. */
function tableOf(n: number) {
  const game = GAMES[n % GAMES.length] ?? '';
  const from = n % 3 === 0 ? `198.51.${(n >> 8) & 255}.${n & 255}` : undefined;
  return listedTableOf(`table${n}`, {
    game,
    host: `host ${n >> 1}`,
    from,
    free: n % 3,
    seats: 2 + ((n >> 2) % 4),
  });
}

function fair(found: Parameters<typeof inFairOrder>[0]): number {
  return inFairOrder(found, shares).length;
}

async function time(client: Client, call: (turn: number) => Promise<number>): Promise<Timed> {
  const took: number[] = [];
  for (let turn = 0; turn < calls / 10; turn++) await call(turn);
  const [before, redisBefore] = [process.cpuUsage(), await processorUs(client)];
  let found = 0;
  for (let turn = 0; turn < calls; turn++) {
    const begun = performance.now();
    found = await call(turn);
    took.push(performance.now() - begun);
  }
  const { user, system } = process.cpuUsage(before);
  const redisUs = ((await processorUs(client)) - redisBefore) / calls;
  took.sort((a, b) => a - b);
  const at = (share: number) => took[Math.floor(share * (took.length - 1))] ?? 0;
  return { p50Ms: at(0.5), p99Ms: at(0.99), hereUs: (user + system) / calls, redisUs, found };
}

async function processorUs(client: Client): Promise<number> {
  const text = await client.info('cpu');
  const seconds = ['used_cpu_user:', 'used_cpu_sys:'].map((name) =>
    Number(new RegExp(`${name}([\\d.]+)`).exec(text)?.[1]),
  );
  return seconds.reduce((sum, one) => sum + one, 0) * 1e6;
}

async function isComplete(client: Client, size: number): Promise<boolean> {
  if (client.status !== 'ready') return false;
  const keys = Array.from({ length: PUBLISHERS }, (_, n) => `${PREFIX}t:${n + 1}`);
  const counts = await Promise.all(keys.map((key) => client.hlen(key)));
  return counts.reduce((sum, one) => sum + one, 0) === size;
}

async function until(what: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 6_000; tries++) {
    if (await what()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('the directory does not become complete');
}
