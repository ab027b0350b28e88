// Assembles the whole process: its core, its transports, and the order of its shutdown.
// Holds no state outside what it returns.
import type { Server as HttpServer } from 'node:http';
import { shutDownFramework } from '../rooms/framework-shutdown.ts';
import type { Log, RoomDeps } from '../rooms/ports.ts';
import type { Config } from './config.ts';
import { type Core, type CoreOverrides, createCore } from './core.ts';
import { diskUse } from './disk.ts';
import { createDoors, type DefineRooms, type Doors } from './doors.ts';
import type { Metrics } from './metrics.ts';
import { reasonOf } from './reason.ts';
import { watchStalls } from './stall.ts';
import { within } from './within.ts';

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
  /** Tells the clock that the process is running; called automatically. */
  beat(): void;
  /** Notifies the clients, completes pending work, closes everything. Once. */
  close(): Promise<void>;
}

/** Share of the shutdown time per part; a hanging part must not use up the others' time. The rest is for killing the process. */
const SHARES = { rooms: 0.6, captains: 0.05, framework: 0.15, store: 0.15 } as const;

export async function createQuayside(config: Config, overrides: Overrides = {}): Promise<Quayside> {
  let closing: Promise<void> | undefined;
  const core = await createCore(config, overrides);
  const doors = createDoors(config, core, () => closing !== undefined, overrides.defineRooms);
  const { log, metrics, deps, clock, store, shelf } = core;
  metrics.watch({
    rooms: () => doors.rooms.stats().rooms,
    clients: () => doors.rooms.stats().clients,
    sockets: () => doors.guard.sockets.count,
    connections: () => doors.connections.count,
    waitingWrites: () => store.waiting,
    disk: () => diskUse(config.dataDir),
  });
  let unwatchStalls = () => {};
  const listen = async () => {
    unwatchStalls = watchStalls(clock, { log, stalled: metrics.stalled });
    const { address, port } = await doors.listen();
    log.info({ address, port, games: shelf.games }, 'listening');
    return { port };
  };
  const close = async () => {
    await closeInOrder(core, doors, config.shutdownSeconds);
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
    beat: () => void clock.beat(),
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

async function closeInOrder({ log, store, captains }: Core, doors: Doors, seconds: number): Promise<void> {
  const { http, server, rooms, guard } = doors;
  const step = async (what: keyof typeof SHARES, work: Promise<unknown>) => {
    try {
      await within(SHARES[what] * seconds * 1000, work);
    } catch (error) {
      log.error({ what, reason: reasonOf(error) }, 'closing went wrong');
    }
  };
  log.info({ ...rooms.stats() }, 'closing');
  http.closeIdleConnections();
  await step('rooms', rooms.drain());
  await step('captains', captains.close());
  await step('framework', shutDownFramework(server));
  guard.sockets.destroyAll();
  http.closeAllConnections();
  await step('store', store.close());
}
