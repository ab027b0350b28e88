// The transports of a process: HTTP and sockets on one port, behind the guard, with Colyseus.
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'colyseus';
import type { RequestHandler } from 'express';
import packageJson from '../../package.json' with { type: 'json' };
import { defineRooms, type RoomService } from '../../rooms/index.ts';
import type { RoomDeps } from '../../rooms/ports.ts';
import { createAdministration } from '../admin/assembly.ts';
import { createErrandDesk } from '../cluster/peers/errands.ts';
import { Peers } from '../cluster/peers/peers.ts';
import type { Core } from '../core.ts';
import type { Config } from '../process/config.ts';
import { SLOW_MS } from '../process/disk-pace.ts';
import type { ProcessLimits } from '../process/limits.ts';
import { frameworkLogger } from '../process/log.ts';
import { Readiness } from '../process/readiness.ts';
import { Connections } from './connections.ts';
import { Guard } from './guard.ts';
import { hostPolicy } from './hosts.ts';
import { createHttp } from './http.ts';
import { createSentences } from './language.ts';
import { createMatchmake } from './matchmake.ts';
import { originPolicy } from './origin.ts';
import { Pipelines } from './pipelined.ts';
import { playgroundRoutes } from './playground.ts';
import { createAnswers } from './problem.ts';
import { Transport } from './transport.ts';

/** How this process ends. */
export interface Life {
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
  readonly guard: Guard;
  readonly connections: Connections;
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
  const peers = peersOf(core, rooms);
  const administration = createAdministration(config, core, {
    rooms,
    version: packageJson.version,
    sentences,
    closing: isClosing,
  });
  const guard = new Guard({
    limits: bounds,
    hosts: hostPolicy(config, log),
    origins: originPolicy(config),
    proxies: config.trustProxy,
    answer,
    matchmake: createMatchmake((call, options) => rooms.reserve(call, options), log),
    connections,
    counting: core.counting,
    pipelines,
    log,
    metrics,
    closing: isClosing,
    isOwner: deps.isOwner,
    isLost: core.isLost,
    peers,
    runErrand: createErrandDesk(rooms, deps, administration.answer),
    isLeaving: life.isLeaving,
  });
  const app = createHttp({
    ...core,
    config,
    version: packageJson.version,
    identify: deps.identify,
    directory: deps.directory,
    rooms,
    openings: guard.rates.openings,
    limits: bounds,
    sentences,
    answer,
    // The guard lets nothing through to a match that may be another process's.
    closing: life.isEnding,
    personal: administration.personal,
    leaving: () => life.isLeaving() || life.isEnding(),
    readiness: new Readiness({
      check: () => core.store.check(),
      patienceMs: config.databaseUrl === undefined ? SLOW_MS : bounds.storePatienceSeconds * 1000,
      isWorseOff: () => isWorseOff(core),
      log,
    }),
    panels: panelsOf(config, administration.routes),
  });
  const listen = async () => {
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
    return http.address() as AddressInfo;
  };
  return { http, server, rooms, guard, connections, peers, listen };
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

function panelsOf(config: Config, administration: RequestHandler): Record<string, RequestHandler> {
  const panels: Record<string, RequestHandler> = {};
  if (config.administrators.size > 0) panels['/admin'] = administration;
  if (config.mode === 'development') panels['/playground'] = playgroundRoutes();
  return panels;
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
