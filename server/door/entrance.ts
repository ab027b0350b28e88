// The entrance to everything on the port: requests and handshakes take their steps, then express or the transport has
// them.
//
// Colyseus' own HTTP router never gets a request: it trusts the Host header, and its exceptions
// are never caught.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { performance } from '../../rooms/clockwork.ts';
import { Tally } from '../../rooms/people/rate-limits.ts';
import type { Log } from '../../rooms/ports.ts';
import type { Peers } from '../cluster/peers/peers.ts';
import { type Arrival, arrivalOf, follow, type Step } from '../http/arrival.ts';
import type { Counting } from '../http/counting.ts';
import { type AnswerError, problemOf } from '../http/problem.ts';
import { API_METHODS, type RouteTable } from '../http/route-table.ts';
import { parseTarget, type SocketTarget, socketTargetOf } from '../http/target.ts';
import type { ProcessLimits } from '../process/limits.ts';
import { redactUrl } from '../process/log.ts';
import type { Metrics } from '../process/metrics.ts';
import { reasonOf } from '../process/reason.ts';
import type { Connections } from './connections.ts';
import type { HostPolicy, OriginPolicy } from './hosts.ts';
import type { Pipelines } from './pipelined.ts';
import type { Rates } from './rates.ts';
import { REQUEST_STEPS } from './request-steps.ts';
import { OpenSockets, refuseUpgrade } from './sockets.ts';
import { UPGRADE_STEPS, type Upgrade } from './upgrade-steps.ts';

export interface EntranceDeps {
  readonly limits: ProcessLimits;
  readonly routes: RouteTable;
  readonly rates: Rates;
  readonly hosts: HostPolicy;
  readonly origins: OriginPolicy;
  readonly proxies: number;
  readonly answer: AnswerError;
  readonly connections: Connections;
  readonly counting: Counting;
  readonly pipelines: Pipelines;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly closing: () => boolean;
  /** Otherwise another process owns the matches, and this one may not show them. */
  readonly isOwner: () => boolean;
  /** It will not own them again. */
  readonly isLost: () => boolean;
  /** The other processes; `undefined` if there are none. */
  readonly peers?: Peers | undefined;
  /** This process is handing its matches over: new requests go to others. */
  readonly isLeaving?: () => boolean;
}

/** Tests try wrong orders. */
interface Orders {
  readonly requests: readonly Step<Arrival, Door>[];
  readonly upgrades: readonly Step<Upgrade, Door>[];
}

const RIGHT: Orders = { requests: Object.values(REQUEST_STEPS), upgrades: Object.values(UPGRADE_STEPS) };

/** What the steps need. */
export interface Door extends EntranceDeps {
  readonly underway: Tally;
  readonly sockets: OpenSockets;
}

/** Where admitted requests and sockets go. */
interface Inside {
  readonly request: (request: IncomingMessage, response: ServerResponse) => void;
  readonly socket: (request: IncomingMessage, socket: Socket, head: Buffer, target: SocketTarget) => void;
}

export class Entrance {
  readonly #door: Door;
  readonly #orders: Orders;

  constructor(deps: EntranceDeps, orders: Partial<Orders> = {}) {
    this.#orders = { ...RIGHT, ...orders };
    const { limits, counting } = deps;
    this.#door = {
      ...deps,
      underway: new Tally(limits.connectionsPerAddress, counting.elsewhere('requests')),
      sockets: new OpenSockets(limits.socketsPerAddress, counting.elsewhere('sockets')),
    };
  }

  get sockets(): OpenSockets {
    return this.#door.sockets;
  }

  /** Call it once all other listeners are attached: it replaces them. */
  install(server: Server, inside: Inside): void {
    const { pipelines } = this.#door;
    server.removeAllListeners('request').removeAllListeners('upgrade');
    const handle = (request: IncomingMessage, response: ServerResponse) =>
      void this.#take(request, response, inside);
    const take = (request: IncomingMessage, response: ServerResponse) =>
      pipelines.take(request, response, handle);
    // An unknown expectation is ignored.
    server.on('request', take).on('checkExpectation', take);
    server.on(
      'upgrade',
      (request: IncomingMessage, socket: Socket, head: Buffer) =>
        void this.#takeUpgrade(request, socket, head, inside),
    );
  }

  /** Never rejects: whatever goes wrong is answered. */
  async #take(request: IncomingMessage, response: ServerResponse, inside: Inside): Promise<void> {
    const arrival = arrivalOf(request, response, this.#door.routes);
    this.#watch(arrival);
    this.#door.connections.during(request.socket, response);
    try {
      const isAnswered = await follow(this.#orders.requests, arrival, this.#door);
      if (!isAnswered) inside.request(request, response);
    } catch (error) {
      this.#door.answer(arrival, error);
    }
  }

  async #takeUpgrade(request: IncomingMessage, socket: Socket, head: Buffer, inside: Inside): Promise<void> {
    const { metrics, log } = this.#door;
    const parsed = parseTarget(request.url);
    const target = parsed && socketTargetOf(parsed);
    const unknown = { caller: undefined, address: '', key: '' };
    try {
      const upgrade: Upgrade = { request, socket, head, target, ...unknown };
      const isAnswered = await follow(this.#orders.upgrades, upgrade, this.#door);
      if (!isAnswered && target !== undefined) inside.socket(request, socket, head, target);
    } catch (error) {
      const problem = problemOf(error);
      if (problem !== undefined) {
        metrics.socketRefused(problem.code);
        refuseUpgrade(socket, problem.code);
        return;
      }
      log.error({ reason: reasonOf(error) }, 'an upgrade failed');
      socket.destroy();
    }
  }

  #watch({ request, response, place }: Arrival): void {
    const begun = performance.now();
    const { log, metrics } = this.#door;
    response.once('close', () => {
      const seconds = (performance.now() - begun) / 1000;
      const method = API_METHODS.has(request.method ?? '') ? String(request.method) : 'other';
      const status = response.statusCode;
      metrics.httpAnswered(place.label ?? pageOf(request) ?? 'other', method, status, seconds);
      const url = redactUrl(request.url ?? '');
      log.debug({ method, url, status, ms: Math.round(seconds * 1000) }, 'answered');
    });
  }
}

/** The pattern of a page's address, never the address itself: the number of labels stays small. */
function pageOf({ route, baseUrl = '' }: Arrival['request']): string | undefined {
  const path = route?.path;
  return typeof path === 'string' ? `${baseUrl}${path}` : undefined;
}
