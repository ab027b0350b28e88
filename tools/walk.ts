// npm run walk: how many of our own files, functions and calls run for one command, one join, one waking.
import { Session } from 'node:inspector/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { Client } from '@colyseus/sdk';
import { readCommandLine } from '../cli/command-line.ts';
import { toggle, whole } from '../cli/options.ts';
import { liveRoom } from '../rooms/colyseus/framework.ts';
import { seatAndStart, TestPlayer } from '../rooms/testing/player.ts';
import { startServer } from '../server/testing/start.ts';

/** Files at most: a walk that needs more has grown a corridor. Lower them when one gets shorter. */
const AT_MOST = { socket: 63, http: 92, join: 74, wake: 114 } as const;
type Walk = keyof typeof AT_MOST;

const WALKS: Readonly<Record<Walk, string>> = {
  socket: 'a command over a socket, to all screens',
  http: 'the same over HTTP',
  join: 'joining a lobby by its id',
  wake: 'a returning player wakes a match',
};
/** Long enough for everything that a step causes, on a busy machine too. */
const SETTLED_MS = 400;
const ASLEEP_MS = 4_000;

const { values } = readCommandLine({
  usage: `usage: npm run walk [-- --verbose] [--at-most N]
Runs each walk through a real server with its store, and counts our own files, functions and calls.
It exits with 1 if a walk runs through more files than it may.`,
  options: {
    verbose: toggle('names them'),
    most: whole({ flag: 'at-most', least: 0, help: 'for every walk' }),
  },
});
const { most } = values;

const ROOT = pathToFileURL(`${process.cwd()}/`).href;

interface FileRun {
  readonly file: string;
  readonly functions: number;
  readonly calls: number;
}

/** What V8 has counted since the last look. */
class Footsteps {
  readonly #session = new Session();

  async begin(): Promise<void> {
    this.#session.connect();
    await this.#session.post('Profiler.enable');
    await this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  }

  async since(): Promise<readonly FileRun[]> {
    const { result } = await this.#session.post('Profiler.takePreciseCoverage');
    return result.flatMap(({ url, functions }) => {
      if (!url.startsWith(ROOT) || /\/(?:node_modules|testing|tools)\//.test(url)) return [];
      const counts = functions.map(({ ranges }) => ranges[0]?.count ?? 0).filter((count) => count > 0);
      if (counts.length === 0) return [];
      const calls = counts.reduce((sum, count) => sum + count, 0);
      return [{ file: url.slice(ROOT.length), functions: counts.length, calls }];
    });
  }
}

const steps = new Footsteps();
await steps.begin();
const server = await startServer({
  rooms: true,
  environment: { RATE_LIMITS: 'off', STORE_THREAD: 'off', TABLE_SLEEP_SECONDS: '1' },
});
let isLong = false;

async function walk(name: Walk, step: () => Promise<unknown>): Promise<void> {
  await pause(SETTLED_MS);
  await steps.since();
  await step();
  await pause(SETTLED_MS / 2);
  const runs = await steps.since();
  const sum = (field: 'functions' | 'calls') => runs.reduce((total, run) => total + run[field], 0);
  const bound = most ?? AT_MOST[name];
  if (runs.length > bound) isLong = true;
  console.log(
    `${WALKS[name]}: ${runs.length} files (at most ${bound}), ${sum('functions')} functions, ${sum('calls')} calls`,
  );
  if (values.verbose !== true) return;
  for (const { file, functions, calls } of runs.toSorted((one, other) => (one.file < other.file ? -1 : 1)))
    console.log(`  ${file}: ${functions} functions, ${calls} calls`);
}

async function guest(name: string): Promise<Client> {
  const answer = await fetch(`${server.url}/api/v1/guests`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name }),
  });
  const client = new Client(server.url);
  client.auth.token = ((await answer.json()) as { token: string }).token;
  return client;
}

const clients = [await guest('Ann'), await guest('Bob'), await guest('Cat')];
const table = await seatAndStart(clients, 'borneo', {});
const actorAt = (players: readonly TestPlayer[]) => {
  const found = players.find((player) => player.seat === player.state.decisions[0]?.seat);
  if (found === undefined) throw new Error('nobody is asked');
  return found;
};
const actor = () => actorAt(table);
// The first one also prepares what later ones find ready.
for (const isCounted of [false, true]) {
  await pause(SETTLED_MS);
  const player = actor();
  const { type, payload } = await player.choose();
  if (isCounted) await walk('socket', () => player.send(type, payload));
  else await player.send(type, payload);
}
await pause(SETTLED_MS);
{
  const player = actor();
  const { type, payload } = await player.choose();
  const token = clients[table.indexOf(player)]?.auth.token ?? '';
  await walk('http', async () => {
    const answer = await fetch(`${server.url}/api/v1/matches/${player.matchId}/commands`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body: JSON.stringify({ type, ...payload }),
    });
    if (!answer.ok) throw new Error(await answer.text());
  });
}
{
  const room = await (await guest('Dan')).create('borneo', { seats: 3, clock: 'none' });
  room.onMessage('*', () => undefined);
  const other = await guest('Eve');
  await walk('join', async () => {
    const joined = await other.joinById(room.roomId, {});
    joined.onMessage('*', () => undefined);
  });
}
{
  // Another match: a player over HTTP counts as present for a while, and keeps the first one awake.
  const sleepers = await seatAndStart(clients, 'borneo', {});
  // The one who is asked: no bot answers meanwhile.
  const { matchId } = actorAt(sleepers);
  const client = clients[sleepers.indexOf(actorAt(sleepers))] ?? (await guest('Flo'));
  for (const player of sleepers) await player.room.leave(true);
  await pause(ASLEEP_MS);
  if (liveRoom(matchId) !== undefined) throw new Error('the match does not sleep');
  await walk('wake', async () => new TestPlayer(await client.joinById(matchId)));
}
await server.stop();
process.exit(isLong ? 1 : 0);
