// The client's side of our own server, journal on.
import { join } from 'node:path';
import { freePort } from '../../cli/free-port.ts';
import { memberSettings } from '../../cli/private-cluster.ts';
import { startPostgres } from '../../cli/private-postgres.ts';
import { startProxy } from '../../cli/private-proxy.ts';
import { startRedis } from '../../cli/private-redis.ts';
import { temporaryFolder } from '../../cli/temporary-folder.ts';
import { guest } from '../../client/index.ts';
import type { Game } from '../../shared/kernel/game.ts';
import { NO_LIMITS } from '../no-limits.ts';
import { clientFor, Received, type Room } from '../sdk.ts';
import { borneo, chooser } from './borneo-bot.ts';
import { gameTable } from './game-table.ts';
import type { Usage } from './probe.ts';
import { type BenchProcess, startProcess } from './process.ts';
import { Arrival, type BenchTable, type RunningSystem, SEATS, type System } from './system.ts';

export const quayside: System = {
  id: 'quayside',
  title: 'Quayside, Borneo, journal on',
  start: () => startInFolder(),
};

/** Our server over a private database server, whose processor time is not counted. */
export const quaysideOnPostgres: System = {
  id: 'quayside-postgres',
  title: 'Quayside, Borneo, PostgreSQL',
  start: async () => {
    const postgres = await startPostgres({ durable: true });
    return await startInFolder({ DATABASE_URL: postgres.url }, [postgres]);
  },
};

/** Members of a cluster. */
function cluster(id: string, title: string, members: number, way: Way): System {
  return {
    id,
    title,
    processes: members,
    start: async () => {
      const postgres = await startPostgres({ durable: true });
      const redis = await startRedis();
      const ports = await Promise.all(Array.from({ length: members }, () => freePort()));
      const homes = Object.fromEntries(ports.map((port, index) => [`server-${index + 1}`, port]));
      const settings = Object.entries(homes).map(([name, port]) => ({
        PORT: `${port}`,
        ...memberSettings({ postgres, redis }, port, name),
      }));
      if (way !== 'proxy') return await startAll(settings, WAYS[way], [redis, postgres]);
      const proxy = await startProxy(ports, { homes });
      return await startAll(settings, () => proxy.url, [proxy, redis, postgres]);
    },
  };
}

export const CLUSTERS: readonly System[] = [
  cluster('quayside-one', 'Quayside, PostgreSQL and Redis, one process', 1, 'anywhere'),
  cluster('quayside-two', 'Quayside, PostgreSQL and Redis, two processes', 2, 'anywhere'),
  cluster('quayside-two-home', 'Quayside, two processes, each client at its own', 2, 'home'),
  cluster('quayside-two-proxy', 'Quayside, two processes behind the proxy', 2, 'proxy'),
];

interface Part {
  remove(): Promise<void>;
}

function startInFolder(
  settings: Readonly<Record<string, string>> = {},
  parts: readonly Part[] = [],
): Promise<RunningQuayside> {
  return startAll([settings], WAYS.home, parts);
}

/** Servers with their own folders; at the end they are removed, then the services they need. */
async function startAll(
  all: readonly Readonly<Record<string, string>>[],
  entrance: Entrance,
  parts: readonly Part[],
): Promise<RunningQuayside> {
  const { folder, remove } = temporaryFolder('bench');
  const servers: BenchProcess[] = [];
  for (const [index, settings] of all.entries())
    servers.push(await startServer(join(folder, `${index}`), settings));
  const running = playersOf(servers, entrance);
  return {
    ...running,
    stop: async () => {
      await running.stop();
      for (const part of parts) await part.remove();
      remove();
    },
  };
}

interface RunningQuayside extends RunningSystem {
  readonly url: string;
  /** The host of each table so far: token and match id. */
  readonly hosts: readonly { readonly token: string; readonly matchId: string }[];
}

interface PlayedWith {
  readonly game?: Game;
  /** As with the typed client. */
  readonly shortNews?: boolean;
  /** Told every message to a client. */
  readonly heard?: (frame: Uint8Array) => void;
}

export async function startQuayside(folder: string, how?: PlayedWith): Promise<RunningQuayside> {
  return playersOf([await startServer(folder)], WAYS.home, how);
}

function startServer(folder: string, settings: Readonly<Record<string, string>> = {}): Promise<BenchProcess> {
  return startProcess({ folder, settings: { ...NO_LIMITS, ...settings } });
}

/** The URL at which the client of this seat arrives. */
type Entrance = (urls: readonly string[], table: number, seat: number) => string;

/** A table's clients connect to the process that opens it, or to each in turn, so that some are passed on. */
const WAYS = {
  home: (urls, table) => urls[table % urls.length] ?? '',
  anywhere: (urls, table, seat) => urls[(table + seat) % urls.length] ?? '',
} as const satisfies Record<string, Entrance>;

type Way = keyof typeof WAYS | 'proxy';

function playersOf(
  servers: readonly BenchProcess[],
  entrance: Entrance,
  { game = borneo(), shortNews = false, heard }: PlayedWith = {},
): RunningQuayside {
  const choose = chooser(game);
  const tokens: string[] = [];
  const hosts: { token: string; matchId: string }[] = [];
  const received = new Received(heard);
  let opened = 0;

  const urls = servers.map(({ url }) => url);
  const urlOf = (table: number, seat: number) => entrance(urls, table, seat);
  const newToken = () => guest({ url: urlOf(0, 0), name: 'Bench', retries: 0 });

  const openTable = async (): Promise<BenchTable> => {
    const number = opened++;
    const arrival = new Arrival(SEATS);
    const rooms: Room[] = [];
    let begun: () => void = () => undefined;
    const start = new Promise<void>((resolve) => {
      begun = resolve;
    });
    let missing = SEATS;
    const sit = (room: Room) => {
      received.count(room);
      for (const type of ['welcome', 'rejected', 'chat', 'rematch-ready', 'closing'])
        room.onMessage(type, () => undefined);
      room.onMessage('news', ({ version }: { version: number }) => {
        arrival.seen(version);
        if (version === 0 && --missing === 0) begun();
      });
      room.onMessage('n', (news: unknown) => {
        if (Array.isArray(news)) arrival.seen(news[0] as number);
      });
      rooms.push(room);
    };
    const token = async () => tokens.pop() ?? (await newToken());
    const first = await token();
    const host: Room = await clientFor(urlOf(number, 0), first).create(game.id, {
      seats: SEATS,
      clock: 'none',
    });
    sit(host);
    hosts.push({ token: first, matchId: host.roomId });
    while (rooms.length < SEATS)
      sit(await clientFor(urlOf(number, rooms.length), await token()).joinById(host.roomId, {}));
    await host.request('start');
    await start;
    if (shortNews) await Promise.all(rooms.map((room) => room.request('short-news')));
    return gameTable(rooms, {
      game,
      choose,
      arrival,
      command: ({ type, decision, fields }) => [type, { decision, ...fields }],
    });
  };

  return {
    url: urlOf(0, 0),
    hosts,
    expect: async (tables) => {
      while (tokens.length < tables * SEATS) tokens.push(await newToken());
    },
    openTable,
    usage: async (tidy) => together(await Promise.all(servers.map((server) => server.usage(tidy)))),
    bytes: () => received.bytes,
    stop: async () => {
      await Promise.all(servers.map((server) => server.kill()));
    },
  };
}

function together(all: readonly Usage[]): Usage {
  const sum = (of: (usage: Usage) => number) => all.reduce((total, usage) => total + of(usage), 0);
  return {
    cpu: sum(({ cpu }) => cpu),
    residentBytes: sum(({ residentBytes }) => residentBytes),
    liveBytes: sum(({ liveBytes }) => liveBytes),
    descriptors: sum(({ descriptors }) => descriptors ?? 0),
    timers: sum(({ timers }) => timers),
    heldMs: Math.max(...all.map(({ heldMs }) => heldMs)),
  };
}
