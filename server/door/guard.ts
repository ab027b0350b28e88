// The entrance to everything on the port: handshakes that pass go to the transport, matchmaking is answered here, other
// requests that pass go to express.
//
// Colyseus' own HTTP router never gets a request: it trusts the Host header, and its exceptions
// are never caught.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Log } from '../../rooms/ports.ts';
import type { RunErrand } from '../cluster/peers/errands.ts';
import type { Peers } from '../cluster/peers/peers.ts';
import type { ProcessLimits } from '../process/limits.ts';
import type { Metrics } from '../process/metrics.ts';
import type { Connections } from './connections.ts';
import type { Counting } from './counting.ts';
import type { HostPolicy } from './hosts.ts';
import type { Matchmake } from './matchmake.ts';
import type { OriginPolicy } from './origin.ts';
import type { Pipelines } from './pipelined.ts';
import type { AnswerError } from './problem.ts';
import { Rates } from './rates.ts';
import { RequestGuard } from './request-guard.ts';
import type { OpenCounter } from './sockets.ts';
import type { SocketTarget } from './target.ts';
import { UpgradeGuard } from './upgrade-guard.ts';

export interface GuardDeps {
  readonly limits: ProcessLimits;
  readonly hosts: HostPolicy;
  readonly origins: OriginPolicy;
  readonly proxies: number;
  readonly answer: AnswerError;
  readonly matchmake: Matchmake;
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
  /** Answers their own requests. */
  readonly runErrand?: RunErrand | undefined;
  /** This process is handing its matches over: new requests go to others. */
  readonly isLeaving?: () => boolean;
}

/** Where admitted requests and sockets go. */
export interface Inside {
  readonly request: (request: IncomingMessage, response: ServerResponse) => void;
  readonly socket: (request: IncomingMessage, socket: Socket, head: Buffer, target: SocketTarget) => void;
}

export class Guard {
  readonly #pipelines: Pipelines;
  readonly #requests: RequestGuard;
  readonly #upgrades: UpgradeGuard;
  readonly rates: Rates;

  constructor(deps: GuardDeps) {
    this.#pipelines = deps.pipelines;
    this.rates = new Rates(deps.limits, deps.counting.limiter);
    this.#requests = new RequestGuard(deps, this.rates);
    this.#upgrades = new UpgradeGuard(deps, this.rates);
  }

  get sockets(): OpenCounter {
    return this.#upgrades.sockets;
  }

  /** Call it once all other listeners are attached: it replaces them. */
  install(server: Server, inside: Inside): void {
    server.removeAllListeners('request').removeAllListeners('upgrade');
    const handle = (request: IncomingMessage, response: ServerResponse) =>
      this.#requests.take(request, response, inside);
    const take = (request: IncomingMessage, response: ServerResponse) =>
      this.#pipelines.take(request, response, handle);
    // An unknown expectation is ignored.
    server.on('request', take).on('checkExpectation', take);
    server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) =>
      this.#upgrades.take(request, socket, head, inside),
    );
  }
}
