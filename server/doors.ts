// The transports of a process: HTTP and sockets on one port, behind the entrance, with Colyseus.
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'colyseus';
import packageJson from '../package.json' with { type: 'json' };
import { Lobby } from '../rooms/colyseus/lobby.ts';
import { defineRooms, type RoomService } from '../rooms/index.ts';
import type { RoomDeps } from '../rooms/ports.ts';
import { createAdministration } from './administration.ts';
import { authRoutes, NAMELESS } from './api/auth.ts';
import { GuestBook } from './api/guests.ts';
import { apiRoutes } from './api/index.ts';
import { Listing } from './api/listing.ts';
import { mailRoutes } from './api/mail.ts';
import { Peers } from './cluster/peers/peers.ts';
import type { Core } from './core.ts';
import { areasOf } from './door/areas.ts';
import { Connections } from './door/connections.ts';
import { Entrance } from './door/entrance.ts';
import { errandRoutes } from './door/errand-routes.ts';
import { hostPolicy, originPolicy } from './door/hosts.ts';
import { createHttp } from './door/http.ts';
import { matchmakingRoute } from './door/matchmake.ts';
import { Pipelines } from './door/pipelined.ts';
import { createRates } from './door/rates.ts';
import { Transport } from './door/transport.ts';
import { createAnswers } from './http/problem.ts';
import { RouteTable } from './http/route-table.ts';
import type { Courier } from './notices/courier.ts';
import { createNotifying } from './notices/index.ts';
import type { Config } from './process/config.ts';
import { createSentences } from './process/language.ts';
import type { ProcessLimits } from './process/limits.ts';
import { frameworkLogger } from './process/log.ts';
import { Readiness } from './process/readiness.ts';
import { SLOW_MS } from './store/group-commit.ts';

/** How this process ends. */
interface Life {
  /** Shutdown has begun: new requests go to other processes, if there are any. */
  readonly isLeaving: () => boolean;
  /** Nothing is answered any more. */
  readonly isEnding: () => boolean;
}

export type DefineRooms = (server: Server, deps: RoomDeps) => RoomService;

export interface Doors {
  readonly http: HttpServer;
  /** Colyseus. */
  readonly server: Server;
  readonly rooms: RoomService;
  readonly entrance: Entrance;
  readonly connections: Connections;
  readonly courier: Courier;
  /** `undefined` without other processes. */
  readonly peers: Peers | undefined;
  listen(): Promise<AddressInfo>;
}

export function createDoors(
  config: Config,
  core: Core,
  life: Life,
  define: DefineRooms = defineRooms,
): Doors {
  const { log, limits, metrics, deps, clock } = core;
  const isClosing = () => life.isEnding() || !deps.isOwner();
  const bounds = limits.process;
  const pipelines = new Pipelines(bounds.waitingRequests);
  const http = createHttpServer(bounds, pipelines);
  const sentences = createSentences();
  const answer = createAnswers({ sentences, shelf: core.shelf, log });
  const connections = new Connections({
    bounds,
    proxies: config.trustProxy,
    refused: metrics.connectionRefused,
    elsewhere: core.counting.elsewhere('connections'),
  });
  connections.watch(http);
  http.on('connection', (socket) => deps.unsent.watch(socket));
  const transport = new Transport(http, bounds, clock.sinceStall);
  const server = new Server({
    transport,
    logger: frameworkLogger(log, metrics.frameworkError),
    greet: false,
    gracefullyShutdown: false,
  });
  const rooms = define(server, deps);
  core.devices.revoked.onSignedOut((devices) => rooms.signOut(devices));
  const peers = peersOf(core, rooms);
  const listing = new Listing({ ...core, rooms, directory: deps.directory, limits: bounds });
  const lobby = new Lobby(server, { deps, list: (status) => listing.tables({ status }) });
  const { now, newId } = deps;
  const notifying = createNotifying(config, { ...core, rooms, sentences, now, newId });
  const administration = createAdministration(config, core, {
    rooms,
    version: packageJson.version,
    sentences,
    closing: isClosing,
    tally: notifying.tally,
  });
  const rates = createRates(bounds, core.counting.limiter);
  const guests = new GuestBook({ ...core, limits: bounds });
  const api = apiRoutes({
    ...core,
    guests,
    listing,
    version: packageJson.version,
    rooms,
    openings: rates.openings,
    limits: bounds,
    sentences,
    personal: administration.personal,
    notices: notifying.office,
    publicUrl: config.publicUrl,
    calendars: notifying.calendars,
  });
  const routes = new RouteTable(
    areasOf({
      api,
      matchmaking: matchmakingRoute({
        rooms,
        lobby,
        openings: rates.openings,
        log,
        guestToken: config.mode === 'development' ? () => core.identities.issue(NAMELESS).token : undefined,
      }),
      signIn: authRoutes({ guests }),
      mail: notifying.desk === undefined ? [] : mailRoutes({ desk: notifying.desk, sentences }),
      errands: errandRoutes({ ...deps, rooms, here: () => administration.office.here() }),
      administration: administration.areas,
      isEnding: life.isEnding,
      isClosing,
    }),
  );
  const entrance = new Entrance({
    limits: bounds,
    routes,
    rates,
    hosts: hostPolicy(config, log),
    origins: originPolicy(config),
    proxies: config.trustProxy,
    answer,
    connections,
    counting: core.counting,
    pipelines,
    log,
    metrics,
    closing: isClosing,
    isOwner: deps.isOwner,
    isLost: core.isLost,
    peers,
    isLeaving: life.isLeaving,
  });
  const app = createHttp({
    ...core,
    config,
    version: packageJson.version,
    identify: deps.identify,
    rooms,
    perPlayer: core.counting.limiter({
      name: 'player',
      amount: bounds.playerRequestsPerMinute,
      seconds: 60,
      maxKeys: bounds.rememberedKeys,
    }),
    sentences,
    answer,
    leaving: () => life.isLeaving() || life.isEnding(),
    readiness: new Readiness({
      check: async () => {
        await core.store.check();
        await core.devices.revoked.check();
      },
      patienceMs: config.databaseUrl === undefined ? SLOW_MS : bounds.storePatienceSeconds * 1000,
      isWorseOff: () => isWorseOff(core),
      log,
    }),
  });
  const listen = async () => {
    await new Promise<void>((resolve, reject) => {
      // The framework's promise never settles if the port is taken.
      http.once('error', reject);
      server
        .listen(config.port, config.host, undefined, () => {
          entrance.install(http, {
            request: app,
            socket: (...admitted) => transport.accept(...admitted, rooms),
          });
          http.off('error', reject);
          resolve();
        })
        .catch(reject);
    });
    return http.address() as AddressInfo;
  };
  const { courier } = notifying;
  return { http, server, rooms, entrance, connections, peers, courier, listen };
}

function peersOf({ passing, deps, log, metrics }: Core, rooms: RoomService): Peers | undefined {
  const { ownership, memberName: name } = deps;
  return passing && new Peers({ ...passing, name, ownership, rooms, log, metrics });
}

/** Without the database, than a process that has it. */
async function isWorseOff({ deps, isLost }: Core): Promise<boolean> {
  const { ownership, errands } = deps;
  return isLost() || ownership.peers().length === 0 || (await errands.isAnyoneSure());
}

function createHttpServer(bounds: ProcessLimits, pipelines: Pipelines): HttpServer {
  const http = createServer({
    IncomingMessage: pipelines.requestClass,
    // All requests are answered by our own code, in turn.
    requireHostHeader: false,
    maxHeaderSize: bounds.headerBytes,
    headersTimeout: bounds.headersSeconds * 1000,
    requestTimeout: bounds.requestSeconds * 1000,
    keepAliveTimeout: bounds.keepAliveSeconds * 1000,
    connectionsCheckingInterval: Math.min(5_000, bounds.headersSeconds * 500),
  });
  http.timeout = bounds.stalledSeconds * 1000;
  return http;
}
