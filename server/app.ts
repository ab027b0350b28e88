// Builds the whole process from its parts and hands each what it needs. No state outside of what it returns.
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Server } from 'colyseus';
import type { RequestHandler } from 'express';
import packageJson from '../package.json' with { type: 'json' };
import { shutDownFramework } from '../rooms/framework-shutdown.ts';
import { defineRooms, type RoomService } from '../rooms/index.ts';
import type { Log, RoomDeps } from '../rooms/ports.ts';
import { Unsent } from '../rooms/unsent.ts';
import { families as allFamilies } from '../shared/games/index.ts';
import type { GameFamily } from '../shared/kernel/game.ts';
import { addressKey } from './address.ts';
import { monitorRoutes, playgroundRoutes } from './admin.ts';
import { newId, newSeed, sha256 } from './chance.ts';
import { type ClockSources, SteadyClock } from './clock.ts';
import type { Config } from './config.ts';
import { Connections } from './connections.ts';
import { diskUse } from './disk.ts';
import { DiskPace } from './disk-pace.ts';
import { Guard } from './guard.ts';
import { hostPolicy } from './hosts.ts';
import { createHttp } from './http.ts';
import { Identities, loadKey } from './identity.ts';
import { issuedBy } from './issuer.ts';
import { createSentences } from './language.ts';
import { type Limits, limitsOf } from './limits.ts';
import { createLog, frameworkLogger } from './log.ts';
import { createMatchmake } from './matchmake.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { originPolicy } from './origin.ts';
import { createProblems } from './problem.ts';
import { reasonOf } from './reason.ts';
import { loadRuleTexts } from './rule-texts.ts';
import { createShelf } from './shelf.ts';
import { watchStalls } from './stall.ts';
import { openStore } from './store/open.ts';
import { Transport } from './transport.ts';
import { within } from './within.ts';

/** What a test may put in the place of the real thing. */
export interface Overrides {
  readonly families?: readonly GameFamily[];
  readonly log?: Log;
  readonly limits?: Limits;
  readonly clock?: ClockSources;
  /** A storage thread that misbehaves. */
  readonly storeThread?: URL;
  readonly defineRooms?: (server: Server, deps: RoomDeps) => RoomService;
}

export interface Quayside {
  readonly log: Log;
  readonly metrics: Metrics;
  readonly deps: RoomDeps;
  readonly http: HttpServer;
  listen(): Promise<{ readonly port: number }>;
  /** Its storage thread is in the middle of something that may take for ever. */
  isWaitingForDisk(): boolean;
  /** Tells the clock that the process is well; it happens by itself. */
  beat(): void;
  /** Says goodbye to the clients, finishes what was begun, closes everything. Once. */
  close(): Promise<void>;
}

/** Of the time to close; a part that hangs must not eat the others'. What is left is for ending by force. */
const SHARES = { rooms: 0.6, framework: 0.2, store: 0.15 } as const;

export async function createQuayside(config: Config, overrides: Overrides = {}): Promise<Quayside> {
  const limits = overrides.limits ?? limitsOf(config);
  const bounds = limits.process;
  const log = overrides.log ?? createLog(config.logLevel);
  const families = overrides.families ?? allFamilies;
  const clock = new SteadyClock(overrides.clock);
  const { now, sinceStall } = clock;
  const metrics = createMetrics(limits);
  const pace = new DiskPace(log);
  const sentences = createSentences();
  const answer = createProblems(sentences);
  let closing: Promise<void> | undefined;
  const isClosing = () => closing !== undefined;

  const shelf = createShelf({
    families,
    editionsDir: config.editionsDir,
    maxBytes: bounds.editionBytes,
    maxPerGame: bounds.editionsPerGame,
    log,
  });
  const identities = new Identities({
    key: loadKey(config.dataDir),
    days: config.guestTokenDays,
    nameLength: limits.rooms.nameLength,
    remembered: bounds.rememberedTokens,
    now,
  });
  const foreign =
    config.auth === undefined
      ? () => Promise.resolve(undefined)
      : issuedBy({ ...config.auth, nameLength: limits.rooms.nameLength, now, log });
  const { store, ...choice } = await openStore(
    {
      file: join(config.dataDir, 'quayside.sqlite'),
      maxWaiting: bounds.waitingWrites,
      report: (batch) => {
        metrics.batchWritten(batch);
        pace.note(batch);
      },
      notify: ({ level, message, fields }) => log[level](fields, message),
      now,
      // It goes on without: matches stand still, players see why, `/ready` says 503 to the supervisor.
      lost: (error) => {
        metrics.storeLost();
        log.error({ reason: reasonOf(error) }, 'the storage is lost until a restart');
      },
      ...(overrides.storeThread === undefined ? {} : { script: overrides.storeThread }),
    },
    config.storeThread,
  );
  log.info(choice, 'storage');
  const deps: RoomDeps = {
    shelf,
    store,
    log,
    metrics,
    limits: limits.rooms,
    unsent: new Unsent({ limits: limits.rooms, log, metrics }),
    addressKey,
    newSeed,
    newId,
    hash: sha256,
    identify: async (token) => identities.guestOf(token) ?? (await foreign(token)),
    now,
    sinceStall,
  };

  const panels: Record<string, RequestHandler> = {};
  if (config.adminPassword !== undefined)
    panels['/admin/monitor'] = monitorRoutes(config.adminPassword, bounds, config.trustProxy);
  if (config.mode === 'development') panels['/playground'] = playgroundRoutes();

  const http = createHttpServer(limits);
  const connections = new Connections({
    bounds,
    proxies: config.trustProxy,
    refused: metrics.connectionRefused,
  });
  connections.watch(http);
  http.on('connection', (socket) => deps.unsent.watch(socket));
  const guard = new Guard({
    limits: bounds,
    hosts: hostPolicy(config, log),
    origins: originPolicy(config),
    proxies: config.trustProxy,
    answer,
    matchmake: createMatchmake((call, options) => rooms.reserve(call, options), log),
    connections,
    log,
    metrics,
    closing: isClosing,
  });
  const app = createHttp({
    config,
    version: packageJson.version,
    families,
    shelf,
    ruleTexts: loadRuleTexts({
      families,
      folder: join(import.meta.dirname, '../docs/rules'),
      maxBytes: bounds.ruleTextBytes,
      log,
    }),
    store,
    identities,
    identify: deps.identify,
    rooms: () => rooms,
    openings: guard.rates.openings,
    limits: bounds,
    log,
    metrics,
    sentences,
    answer,
    pace,
    closing: isClosing,
    panels,
  });

  const transport = new Transport(http, bounds, sinceStall);
  const server = new Server({
    transport,
    logger: frameworkLogger(log, metrics.frameworkError),
    greet: false,
    gracefullyShutdown: false,
  });
  const rooms = (overrides.defineRooms ?? defineRooms)(server, deps);
  metrics.watch({
    rooms: () => rooms.stats().rooms,
    clients: () => rooms.stats().clients,
    sockets: () => guard.sockets.count,
    connections: () => connections.count,
    waitingWrites: () => store.waiting,
    disk: () => diskUse(config.dataDir),
  });

  let unwatchStalls = () => {};
  const listen = async () => {
    unwatchStalls = watchStalls(clock, { log, stalled: metrics.stalled });
    await new Promise<void>((resolve, reject) => {
      // The framework's promise never settles if the port is taken.
      http.once('error', reject);
      server
        .listen(config.port, config.host, undefined, () => {
          guard.install(http, { request: app, socket: transport.accept.bind(transport) });
          http.off('error', reject);
          resolve();
        })
        .catch(reject);
    });
    await rooms.start();
    const { address, port } = http.address() as AddressInfo;
    log.info({ address, port, games: shelf.games }, 'listening');
    return { port };
  };

  const close = async () => {
    const seconds = config.shutdownSeconds;
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
    await step('framework', shutDownFramework(server));
    guard.sockets.destroyAll();
    http.closeAllConnections();
    await step('store', store.close());
    unwatchStalls();
    metrics.close();
    log.info({}, 'closed');
  };

  return {
    log,
    metrics,
    deps,
    http,
    listen,
    isWaitingForDisk: () => store.isWaitingForDisk,
    beat: () => void clock.beat(),
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

function createHttpServer({ process: bounds }: Limits): HttpServer {
  const http = createServer({
    maxHeaderSize: bounds.headerBytes,
    headersTimeout: bounds.headersSeconds * 1000,
    requestTimeout: bounds.requestSeconds * 1000,
    keepAliveTimeout: bounds.keepAliveSeconds * 1000,
    connectionsCheckingInterval: Math.min(5_000, bounds.headersSeconds * 500),
  });
  http.timeout = bounds.stalledSeconds * 1000;
  return http;
}
