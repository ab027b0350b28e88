// A process at which clients arrive and which owns no match: an entrance with peers and nothing behind it. Colyseus
// allows one server per process, so the owner of the matches is a real process, and this is the other one.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Ownership, Peer } from '../../rooms/berth/cluster.ts';
import { alone, nowhere } from '../../rooms/berth/cluster.ts';
import { type MatchRouteDeps, matchRoutes } from '../api/matches.ts';
import { type MyRouteDeps, myRoutes } from '../api/me.ts';
import { type TableRouteDeps, tableRoutes } from '../api/tables.ts';
import { Peers } from '../cluster/peers/peers.ts';
import { Pipes } from '../cluster/peers/pipes.ts';
import { Seals } from '../cluster/peers/seal.ts';
import { areasOf } from '../door/areas.ts';
import { Connections } from '../door/connections.ts';
import { Entrance, type EntranceDeps } from '../door/entrance.ts';
import { type MatchmakeDeps, matchmakingRoute } from '../door/matchmake.ts';
import { Pipelines } from '../door/pipelined.ts';
import { createRates } from '../door/rates.ts';
import type { Arrived } from '../http/arrival.ts';
import { countingAlone } from '../http/counting.ts';
import { createAnswers } from '../http/problem.ts';
import { RouteTable } from '../http/route-table.ts';
import { readConfig } from '../process/config.ts';
import { createSentences } from '../process/language.ts';
import { limitsOf, type ProcessLimits } from '../process/limits.ts';
import { createMetrics } from '../process/metrics.ts';
import { captureLog } from './scratch.ts';

export interface Entry {
  readonly port: number;
  readonly url: string;
  readonly peers: Peers;
  /** Its shutdown begins. */
  leave(): void;
  /** Tells it that this process is gone. */
  lose(peer: Peer): void;
  log(): string;
  metrics(): Promise<string>;
  stop(): Promise<void>;
}

export interface EntryOptions {
  readonly key: Uint8Array;
  readonly self: number;
  readonly ownerOf: Ownership['ownerOf'];
  /** The owner that a claim of this process finds. */
  readonly claimedBy?: Peer;
  readonly limits?: Partial<ProcessLimits>;
  /** By which a proxy knows it. */
  readonly name?: string;
  readonly parts?: Partial<EntranceDeps>;
  /** Wrong orders of the steps. */
  readonly orders?: ConstructorParameters<typeof Entrance>[1];
}

/** Requests that no peer answers get 501. */
export async function startEntry(options: EntryOptions): Promise<Entry> {
  const { key, self, ownerOf, claimedBy, limits: own, name, parts, orders } = options;
  let isLeaving = false;
  const config = readConfig({ RATE_LIMITS: 'off' });
  const limits = limitsOf(config);
  const bounds = { ...limits.process, ...own };
  const metrics = createMetrics(limits);
  const captured = captureLog();
  const { log } = captured;
  const listeners = new Set<(peer: Peer) => void>();
  const ownership: Ownership = {
    ...alone,
    self,
    ownerOf,
    onGone: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const seals = new Seals(key, Date.now);
  const pipes = new Pipes({ seals, most: bounds.passedOn, silentMs: bounds.stalledSeconds * 1000 });
  const peers = new Peers({
    name,
    ownership,
    seals,
    pipes,
    rooms: { isHere: () => false, departure: () => undefined },
    log,
    metrics,
  });
  const pipelines = new Pipelines(bounds.waitingRequests);
  const { connectionRefused: refused } = metrics;
  const connections = new Connections({ bounds, proxies: 0, refused, elsewhere: nowhere });
  const server = createServer({ IncomingMessage: pipelines.requestClass, requireHostHeader: false });
  connections.watch(server);
  const entrance = new Entrance(
    {
      limits: bounds,
      hosts: () => 'ours',
      origins: () => 'none',
      proxies: 0,
      answer: createAnswers({ sentences: createSentences(), shelf: { sentencesOf: () => undefined }, log }),
      routes: routesOf(bounds),
      rates: createRates(bounds, countingAlone.limiter),
      connections,
      counting: countingAlone,
      pipelines,
      log,
      metrics,
      closing: () => false,
      isOwner: () => true,
      isLost: () => false,
      isLeaving: () => isLeaving,
      peers,
      ...parts,
    },
    orders,
  );
  entrance.install(server, {
    request: ({ arrival }: Arrived, response) => {
      if (claimedBy === undefined || arrival?.elsewhere === undefined) response.writeHead(501).end();
      else arrival.elsewhere(claimedBy);
    },
    socket: (_request, socket) => socket.destroy(),
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    peers,
    leave: () => {
      isLeaving = true;
    },
    lose: (peer) => {
      for (const listener of listeners) listener(peer);
    },
    log: () => captured.text(),
    metrics: () => metrics.text(),
    stop: async () => {
      peers.close();
      entrance.sockets.destroyAll();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      metrics.close();
    },
  };
}

/** They say which match a request is about; nothing is answered here. */
function routesOf(limits: ProcessLimits): RouteTable {
  const deps = { limits, counting: countingAlone } as unknown as TableRouteDeps &
    MatchRouteDeps &
    MyRouteDeps;
  const never = () => false;
  return new RouteTable(
    areasOf({
      api: [...tableRoutes(deps), ...matchRoutes(deps), ...myRoutes(deps)],
      matchmaking: matchmakingRoute({} as MatchmakeDeps),
      signIn: [],
      mail: [],
      errands: [],
      administration: [],
      isEnding: never,
      isClosing: never,
    }),
  );
}
