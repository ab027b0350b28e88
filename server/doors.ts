// The doors of a process: HTTP and sockets on one port, guarded, with Colyseus behind.
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'colyseus';
import type { RequestHandler } from 'express';
import packageJson from '../package.json' with { type: 'json' };
import { defineRooms, type RoomService } from '../rooms/index.ts';
import type { RoomDeps } from '../rooms/ports.ts';
import { monitorRoutes, playgroundRoutes } from './admin.ts';
import type { Config } from './config.ts';
import { Connections } from './connections.ts';
import type { Core } from './core.ts';
import { Guard } from './guard.ts';
import { hostPolicy } from './hosts.ts';
import { createHttp } from './http.ts';
import { createSentences } from './language.ts';
import type { Limits, ProcessLimits } from './limits.ts';
import { frameworkLogger } from './log.ts';
import { createMatchmake } from './matchmake.ts';
import { originPolicy } from './origin.ts';
import { Pipelines } from './pipelined.ts';
import { createProblems } from './problem.ts';
import { Transport } from './transport.ts';

export type DefineRooms = (server: Server, deps: RoomDeps) => RoomService;

export interface Doors {
  readonly http: HttpServer;
  /** Colyseus. */
  readonly server: Server;
  readonly rooms: RoomService;
  readonly guard: Guard;
  readonly connections: Connections;
  listen(): Promise<AddressInfo>;
}

export function createDoors(
  config: Config,
  core: Core,
  isEnding: () => boolean,
  define: DefineRooms = defineRooms,
): Doors {
  const { log, limits, metrics, deps, clock } = core;
  const isClosing = () => isEnding() || !deps.isOwner();
  const bounds = limits.process;
  const pipelines = new Pipelines(bounds.waitingRequests);
  const http = createHttpServer(bounds, pipelines);
  const sentences = createSentences();
  const answer = createProblems(sentences);
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
    pipelines,
    log,
    metrics,
    closing: isClosing,
    isOwner: deps.isOwner,
  });
  const app = createHttp({
    ...core,
    config,
    version: packageJson.version,
    identify: deps.identify,
    rooms: () => rooms,
    openings: guard.rates.openings,
    limits: bounds,
    sentences,
    answer,
    closing: isClosing,
    panels: panelsOf(config, limits),
  });
  const transport = new Transport(http, bounds, clock.sinceStall);
  const server = new Server({
    transport,
    logger: frameworkLogger(log, metrics.frameworkError),
    greet: false,
    gracefullyShutdown: false,
  });
  const rooms = define(server, deps);
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
    await rooms.start();
    return http.address() as AddressInfo;
  };
  return { http, server, rooms, guard, connections, listen };
}

function panelsOf(config: Config, { process: bounds }: Limits): Record<string, RequestHandler> {
  const panels: Record<string, RequestHandler> = {};
  if (config.adminPassword !== undefined)
    panels['/admin/monitor'] = monitorRoutes(config.adminPassword, bounds, config.trustProxy);
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
