// Assembles the whole process: its core, its transports, and the order of its shutdown.
// Holds no state outside what it returns.
import type { Server as HttpServer } from 'node:http';
import { hostname } from 'node:os';
import { pause, performance } from '../rooms/clockwork.ts';
import { shutDownFramework } from '../rooms/colyseus/framework.ts';
import type { Log, RoomDeps } from '../rooms/ports.ts';
import { type Core, type CoreOverrides, createCore } from './core.ts';
import { createDoors, type DefineRooms, type Doors } from './doors.ts';
import { watchStalls } from './process/clock.ts';
import type { Config } from './process/config.ts';
import { diskUse } from './process/disk.ts';
import type { Metrics } from './process/metrics.ts';
import { reasonOf } from './process/reason.ts';
import { within } from './process/within.ts';
import type { Outbox } from './store/outbox.ts';

const COUNT_MS = 500;

/** Parts that tests may replace. */
export interface Overrides extends CoreOverrides {
  readonly defineRooms?: DefineRooms;
}

export interface Quayside {
  readonly log: Log;
  readonly metrics: Metrics;
  readonly deps: RoomDeps;
  readonly http: HttpServer;
  listen(): Promise<{ readonly port: number }>;
  /** Its storage thread is in a call that may never return. */
  isWaitingForDisk(): boolean;
  /** Resolves when every write is refused until a restart. */
  readonly lost: Promise<void>;
  /** Breaks all connections at once. */
  cut(): void;
  /** Tells the clock that the process is running; called automatically. */
  beat(): void;
  /** Notifies the clients, completes pending work, closes everything. Once. */
  close(): Promise<void>;
}

/** Share of the shutdown time per part; a hanging part must not use up the others' time. The rest is for killing the process. */
const SHARES = {
  moving: 0.35,
  noticed: 0.15,
  rooms: 0.15,
  notices: 0.05,
  captains: 0.05,
  framework: 0.05,
  shared: 0.02,
  store: 0.15,
} as const;
/** The share of all that happens before the last connections are cut. */
const FIRST_PARTS =
  SHARES.moving + SHARES.noticed + SHARES.rooms + SHARES.notices + SHARES.captains + SHARES.framework;
/** Share of the time for moving matches in which each is awaited at its new owner, so that it is not flooded. */
const PACED = 0.6;
/** By then a proxy that probes `/ready` once a second has noticed that this process leaves, and sends nothing more. */
const NOTICED_MS = 1_500;

export async function createQuayside(config: Config, overrides: Overrides = {}): Promise<Quayside> {
  let closing: Promise<void> | undefined;
  let isEnding = false;
  const core = await createCore(config, overrides);
  const life = { isLeaving: () => closing !== undefined, isEnding: () => isEnding };
  const doors = createDoors(config, core, life, overrides.defineRooms);
  const { log, metrics, deps, clock, store, shared, shelf } = core;
  metrics.watch({
    rooms: () => doors.rooms.stats().rooms,
    clients: () => doors.rooms.stats().clients,
    sockets: () => doors.entrance.sockets.count,
    connections: () => doors.connections.count,
    peers: () => deps.ownership.peers().length,
    passedOn: () => doors.peers?.count ?? 0,
    clockDifference: () => core.time.difference / 1000,
    waitingWrites: () => store.waiting,
    redisAway: () => (shared?.isUp() === false ? 1 : 0),
    tablesInDirectory: () => deps.directory.size,
    noticesOverdue: () => overdueIn(store, deps.now()),
    disk: () => diskUse(config.dataDir),
  });
  let unwatchStalls = () => {};
  const listen = async () => {
    unwatchStalls = watchStalls(clock, {
      log,
      stalled: metrics.stalled,
      beaten: () => core.lag?.look(),
    });
    const { address, port } = await doors.listen();
    await core.cluster?.announce(config.peerAddress ?? `${hostOf(config)}:${port}`);
    // Only now: what it takes on must not wait for it longer than for any other process.
    await doors.rooms.start();
    if (config.notify) doors.courier.start(config.redisUrl !== undefined);
    log.info({ address, port, games: shelf.games }, 'listening');
    return { port };
  };
  const close = async () => {
    await closeInOrder(core, doors, config.shutdownSeconds, () => {
      isEnding = true;
    });
    unwatchStalls();
    metrics.close();
    log.info({}, 'closed');
  };
  return {
    log,
    metrics,
    deps,
    http: doors.http,
    listen,
    isWaitingForDisk: () => store.isWaitingForDisk,
    lost: core.lost,
    cut: () => {
      doors.entrance.sockets.destroyAll();
      doors.http.closeAllConnections();
    },
    beat: () => void clock.beat(),
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

/** `undefined`: the store cannot be read, or hangs, which must not keep the other metrics waiting. */
async function overdueIn(outbox: Pick<Outbox, 'readOutbox'>, now: number): Promise<number | undefined> {
  const counts = await within(COUNT_MS, outbox.readOutbox('countsByType', now)).catch(() => undefined);
  return counts?.reduce((sum, { overdue }) => sum + overdue, 0);
}

/** The default address at which other machines reach this one. */
function hostOf({ host }: Config): string {
  const isAny = host === undefined || host === '0.0.0.0' || host === '::';
  if (isAny) return hostname();
  return host.includes(':') ? `[${host}]` : host;
}

async function closeInOrder(
  { log, deps, store, shared, captains, silences, reach, devices }: Core,
  doors: Doors,
  seconds: number,
  ends: () => void,
): Promise<void> {
  const { http, server, rooms, entrance, peers, courier } = doors;
  // Without other processes the rooms get the time for moving matches too.
  const shares =
    peers === undefined ? { ...SHARES, rooms: SHARES.moving + SHARES.noticed + SHARES.rooms } : SHARES;
  const step = async (what: keyof typeof SHARES, work: Promise<unknown>) => {
    try {
      await within(shares[what] * seconds * 1000, work);
    } catch (error) {
      log.error({ what, reason: reasonOf(error) }, 'a part of the shutdown failed');
    }
  };
  const begun = performance.now();
  log.info({ ...rooms.stats() }, 'closing');
  http.closeIdleConnections();
  // Meanwhile requests are still answered, here or by the new owner of their match.
  if (peers !== undefined) {
    await step('moving', rooms.handOver(PACED * shares.moving * seconds * 1000));
    const most = Math.min(NOTICED_MS, shares.noticed * seconds * 1000);
    const isMissed = deps.isOwner() && deps.ownership.peers().length > 0;
    if (isMissed) await pause(Math.max(0, most - (performance.now() - begun)));
  }
  ends();
  await step('rooms', rooms.drain());
  // What is not handed over by then is delivered after the next start.
  await step('notices', courier.close());
  await step('captains', captains.close());
  await step('framework', shutDownFramework(server));
  // In the time that these parts have left.
  await peers?.matured(begun + FIRST_PARTS * seconds * 1000 - performance.now());
  entrance.sockets.destroyAll();
  peers?.close();
  http.closeAllConnections();
  silences.stop();
  reach.stop();
  if (shared !== undefined) await step('shared', shared.close());
  // What is to be noted is written before the store closes.
  await step(
    'store',
    devices.stop().then(() => store.close()),
  );
}
