// The entrance to everything on the port. It parses target and Host once, enforces limits, answers
// matchmaking itself, and passes sockets to the transport and the rest to express.
//
// Colyseus' own HTTP router never gets a request: it trusts the Host header, and its exceptions
// are never caught.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Log } from '../rooms/ports.ts';
import { addressOf, keyOf, settleAddress } from './address.ts';
import { type Body, readJsonBody } from './body.ts';
import type { Connections } from './connections.ts';
import type { HostPolicy } from './hosts.ts';
import type { ProcessLimits } from './limits.ts';
import type { Matchmake } from './matchmake.ts';
import type { Metrics } from './metrics.ts';
import { corsHeaders, type OriginPolicy } from './origin.ts';
import type { Pipelines } from './pipelined.ts';
import type { ProblemCode, ProblemOptions, TellProblem } from './problem.ts';
import { Rates } from './rates.ts';
import { reasonOf } from './reason.ts';
import { redactUrl } from './redact.ts';
import { setSecurityHeaders } from './security-headers.ts';
import { OpenCounter, refuseUpgrade } from './sockets.ts';
import {
  hasDoubledHeader,
  matchmakeCallOf,
  parseTarget,
  type SocketTarget,
  socketTargetOf,
  type Target,
} from './target.ts';

export interface GuardDeps {
  readonly limits: ProcessLimits;
  readonly hosts: HostPolicy;
  readonly origins: OriginPolicy;
  readonly proxies: number;
  readonly answer: TellProblem;
  readonly matchmake: Matchmake;
  readonly connections: Connections;
  readonly pipelines: Pipelines;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly closing: () => boolean;
  /** Otherwise another process has the matches, and this one may not show them. */
  readonly isOwner: () => boolean;
}

/** Where admitted requests and sockets go. */
export interface Doors {
  readonly request: (request: IncomingMessage, response: ServerResponse) => void;
  readonly socket: (request: IncomingMessage, socket: Socket, head: Buffer, target: SocketTarget) => void;
}

/** What the guard and express attach to a request. */
interface Guarded extends IncomingMessage {
  body?: unknown;
  route?: { path?: unknown };
  baseUrl?: string;
}

/** Why a request is refused. */
interface Refusal {
  readonly code: ProblemCode;
  readonly options?: ProblemOptions;
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'OPTIONS']);
/** Not used for the panels. */
const API_METHODS = new Set([...METHODS, 'PUT', 'DELETE']);

export class Guard {
  readonly #deps: GuardDeps;
  readonly #underway: OpenCounter;
  readonly rates: Rates;
  readonly sockets: OpenCounter;

  constructor(deps: GuardDeps) {
    const { limits } = deps;
    this.#deps = deps;
    this.rates = new Rates(limits);
    this.#underway = new OpenCounter(limits.connectionsPerAddress);
    this.sockets = new OpenCounter(limits.socketsPerAddress);
  }

  /** Call it once all other listeners are attached: it replaces them. */
  install(server: Server, doors: Doors): void {
    server.removeAllListeners('request').removeAllListeners('upgrade');
    const handle = (request: IncomingMessage, response: ServerResponse) => {
      this.#request(request, response, doors).catch((error: unknown) => {
        this.#deps.log.error({ err: error, url: redactUrl(request.url ?? '') }, 'a request failed');
        this.#deps.answer(request, response, 'internal-error');
      });
    };
    const take = (request: IncomingMessage, response: ServerResponse) =>
      this.#deps.pipelines.take(request, response, handle);
    // An unknown expectation is ignored.
    server.on('request', take).on('checkExpectation', take);
    server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
      try {
        this.#upgrade(request, socket, head, doors);
      } catch (error) {
        this.#deps.log.error({ reason: reasonOf(error) }, 'an upgrade failed');
        socket.destroy();
      }
    });
  }

  async #request(request: Guarded, response: ServerResponse, doors: Doors): Promise<void> {
    const { answer, limits } = this.#deps;
    const target = parseTarget(request.url);
    this.#watch(request, response, target);
    this.#deps.connections.during(request.socket, response);
    settleHeaders(request, this.#deps.proxies);
    setSecurityHeaders(request, response);
    const refusal = this.#refusal(request, response, target);
    if (refusal !== undefined || target === undefined) {
      const { code, options } = refusal ?? { code: 'bad-target' };
      if (code !== 'rate-limited') response.setHeader('Connection', 'close');
      return answer(request, response, code, options);
    }
    const methods = target.path.startsWith('/api/') ? API_METHODS : METHODS;
    if (!methods.has(request.method ?? '')) return answer(request, response, 'method-not-allowed');
    if (!this.#origin(request, response)) return;
    const body: Body = await readJsonBody(request, limits.bodyBytes);
    if (!body.ok) {
      if (body.code === 'aborted') return;
      // The rest of the body is not read: the connection ends with this answer.
      response.setHeader('Connection', 'close');
      return answer(request, response, body.code);
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') request.body = body.value ?? {};
    if (target.path.startsWith('/api/') && !this.#deps.isOwner())
      return answer(request, response, 'shutting-down', { retryAfterSeconds: 2 });
    if (!this.#matchmake(request, response, target)) doors.request(request, response);
  }

  /** What is wrong with a request, regardless of its route. */
  #refusal(
    request: IncomingMessage,
    response: ServerResponse,
    target: Target | undefined,
  ): Refusal | undefined {
    const key = keyOf(request);
    const allowance = this.rates.takeRequest(key, target);
    if (!allowance.ok) return { code: 'rate-limited', options: allowance };
    if (target === undefined) return { code: 'bad-target' };
    const doubt = this.#doubt(request);
    if (doubt !== undefined) return { code: doubt };
    if (!this.#underway.admit(key, response))
      return { code: 'rate-limited', options: { retryAfterSeconds: 1 } };
    return undefined;
  }

  /** Whether its headers can be believed. */
  #doubt(request: IncomingMessage): ProblemCode | undefined {
    if (hasDoubledHeader(request)) return 'bad-header';
    // HTTP/1.0 has none: load balancers' probes omit it, browsers never.
    if (request.headers.host === undefined && request.httpVersion !== '1.0') return 'bad-header';
    const host = this.#deps.hosts(request);
    if (host === 'malformed') return 'bad-header';
    return host === 'unknown' ? 'unknown-host' : undefined;
  }

  /** Answers preflights and refuses what pages of foreign origins send. */
  #origin(request: IncomingMessage, response: ServerResponse): boolean {
    response.setHeader('Vary', 'Origin');
    const kind = this.#deps.origins(request);
    const { origin } = request.headers;
    if (kind === 'listed' && origin !== undefined) {
      for (const [name, value] of Object.entries(corsHeaders(origin))) response.setHeader(name, value);
    }
    if (kind === 'foreign' && request.method !== 'GET' && request.method !== 'HEAD') {
      this.#deps.answer(request, response, 'origin-not-allowed');
      return false;
    }
    if (request.method === 'OPTIONS') {
      response.writeHead(204).end();
      return false;
    }
    return true;
  }

  /** Whether it was a matchmaking call, which is then answered. */
  #matchmake(request: Guarded, response: ServerResponse, target: Target): boolean {
    const call = matchmakeCallOf(target);
    if (call === undefined) return false;
    const { answer, closing, matchmake } = this.#deps;
    const { body } = request;
    if (request.method !== 'POST') {
      response.setHeader('Allow', 'POST');
      answer(request, response, 'method-not-allowed');
    } else if (closing()) {
      answer(request, response, 'shutting-down', { retryAfterSeconds: 2 });
    } else if (typeof body !== 'object' || body === null || Array.isArray(body)) {
      answer(request, response, 'bad-payload', { detail: 'an object is needed' });
    } else {
      const allowance = this.rates.takeOpening(keyOf(request), call);
      if (!allowance.ok) answer(request, response, 'rate-limited', allowance);
      else matchmake(request, response, call, body);
    }
    return true;
  }

  #upgrade(request: IncomingMessage, socket: Socket, head: Buffer, doors: Doors): void {
    if (this.#deps.pipelines.isFull(socket)) this.#deps.metrics.connectionRefused('pipelined');
    // An answer is still on its way over this connection: frames would end up in the middle of it.
    if (this.#deps.connections.isBusy(socket)) {
      socket.destroy();
      return;
    }
    settleHeaders(request, this.#deps.proxies);
    const verdict = this.#judgeUpgrade(request, socket);
    if ('code' in verdict) {
      this.#deps.metrics.socketRefused(verdict.code);
      refuseUpgrade(socket, verdict.code);
    } else {
      this.#deps.connections.begin(socket);
      doors.socket(request, socket, head, verdict);
    }
  }

  #judgeUpgrade(request: IncomingMessage, socket: Socket): SocketTarget | Refusal {
    const key = keyOf(request);
    if (!this.rates.takeUpgrade(key).ok) return { code: 'rate-limited' };
    const parsed = parseTarget(request.url);
    const target = parsed && socketTargetOf(parsed);
    if (target === undefined) return { code: 'bad-target' };
    const doubt = this.#doubt(request);
    if (doubt !== undefined) return { code: doubt };
    if (this.#deps.closing()) return { code: 'shutting-down' };
    if (this.#deps.origins(request) === 'foreign') return { code: 'origin-not-allowed' };
    return this.sockets.admit(key, socket) ? target : { code: 'rate-limited' };
  }

  #watch(request: Guarded, response: ServerResponse, target: Target | undefined): void {
    const begun = performance.now();
    const { log, metrics } = this.#deps;
    response.once('close', () => {
      const seconds = (performance.now() - begun) / 1000;
      const method = API_METHODS.has(request.method ?? '') ? String(request.method) : 'other';
      metrics.httpAnswered(routeOf(request, target), method, response.statusCode, seconds);
      log.debug(
        {
          method,
          url: redactUrl(request.url ?? ''),
          status: response.statusCode,
          ms: Math.round(seconds * 1000),
        },
        'answered',
      );
    });
  }
}

/** Leaves only headers we vouch for: whose request it is, and how it reached the proxy. */
function settleHeaders(request: IncomingMessage, proxies: number): void {
  settleAddress(request, addressOf(request, proxies));
  const scheme = request.headers['x-forwarded-proto'];
  if (proxies === 0 || (scheme !== 'http' && scheme !== 'https')) delete request.headers['x-forwarded-proto'];
}

/** The pattern, never the address itself: the number of labels stays small. */
function routeOf(request: Guarded, target: Target | undefined): string {
  if (target !== undefined && matchmakeCallOf(target) !== undefined) return '/matchmake';
  const path = request.route?.path;
  if (typeof path === 'string') return `${request.baseUrl ?? ''}${path}`;
  return 'other';
}
