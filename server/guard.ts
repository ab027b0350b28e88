// Stands in front of everything on the port: Colyseus' own routes, express and WebSocket upgrades.
//
// Colyseus answers `/matchmake` from a router that it puts before express, so no middleware sees
// those requests. The guard takes the place of all listeners on the HTTP server and lets through
// to them what keeps the bounds.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import helmet from 'helmet';
import type { Log } from '../rooms/ports.ts';
import { addressKey, addressOf, settleAddress } from './address.ts';
import { type Body, readJsonBody } from './body.ts';
import type { ProcessLimits } from './limits.ts';
import type { Matchmake } from './matchmake.ts';
import type { Metrics } from './metrics.ts';
import { corsHeaders, type OriginPolicy } from './origin.ts';
import type { Answer } from './problem.ts';
import { RateLimiter } from './rate.ts';
import { reasonOf } from './reason.ts';
import { redactUrl } from './redact.ts';
import { refuseUpgrade, SocketCounter } from './sockets.ts';

export interface GuardDeps {
  readonly limits: ProcessLimits;
  readonly origins: OriginPolicy;
  readonly proxies: number;
  readonly answer: Answer;
  readonly matchmake: Matchmake;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly closing: () => boolean;
}

/** What the guard and express leave on a request. */
interface Guarded extends IncomingMessage {
  body?: unknown;
  route?: { path?: unknown };
  baseUrl?: string;
}

type Listener = (...parts: unknown[]) => void;

const METHODS = new Set(['GET', 'HEAD', 'POST', 'OPTIONS']);
/** Colyseus and the panels never meet the others. */
const API_METHODS = new Set([...METHODS, 'PUT', 'DELETE']);
const MATCHMAKE = /^\/matchmake\/([^/?]+)\/[^/?]+\/?(?:\?|$)/;
const OPENING = new Set(['create', 'joinOrCreate']);

const secure = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      imgSrc: ["'self'", 'data:'],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  },
  // A café serves plain HTTP in its own network; HTTPS and its promises belong to the proxy.
  strictTransportSecurity: false,
  crossOriginOpenerPolicy: false,
  xFrameOptions: { action: 'deny' },
  originAgentCluster: false,
});

export class Guard {
  readonly #deps: GuardDeps;
  readonly #matchmaking: RateLimiter;
  /** What opens tables, through whichever door. */
  readonly openings: RateLimiter;
  readonly sockets: SocketCounter;

  constructor(deps: GuardDeps) {
    const { limits } = deps;
    const perMinute = (amount: number) =>
      new RateLimiter({ amount, seconds: 60, maxKeys: limits.rememberedKeys });
    this.#deps = deps;
    this.#matchmaking = perMinute(limits.matchmakingPerMinute);
    this.openings = perMinute(limits.openingsPerMinute);
    this.sockets = new SocketCounter(limits.socketsPerAddress);
  }

  /** To be called once all others listen; they then hear only what the guard lets through. */
  install(server: Server): void {
    const onRequest = takeListeners(server, 'request');
    const onUpgrade = takeListeners(server, 'upgrade');
    server.on('request', (request: Guarded, response: ServerResponse) => {
      this.#request(request, response, () => onRequest(request, response)).catch((error: unknown) => {
        this.#deps.log.error({ err: error, url: redactUrl(request.url ?? '') }, 'a request failed');
        this.#deps.answer(request, response, 'internal-error');
      });
    });
    server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      try {
        this.#upgrade(request, socket, () => onUpgrade(request, socket, head));
      } catch (error) {
        this.#deps.log.error({ reason: reasonOf(error) }, 'an upgrade failed');
        socket.destroy();
      }
    });
  }

  async #request(request: Guarded, response: ServerResponse, pass: () => void): Promise<void> {
    const { answer, limits } = this.#deps;
    this.#watch(request, response);
    settleHeaders(request, addressOf(request, this.#deps.proxies), this.#deps.proxies);
    // By itself synchronous: it only sets headers.
    secure(request, response, () => {});
    if (!isSound(request)) {
      response.setHeader('Connection', 'close');
      return answer(request, response, 'bad-payload', { detail: 'address or Host header' });
    }
    const methods = request.url?.startsWith('/api/') ? API_METHODS : METHODS;
    if (!methods.has(request.method ?? '')) return answer(request, response, 'method-not-allowed');
    if (!this.#origin(request, response)) return;
    const body: Body = await readJsonBody(request, limits.bodyBytes);
    if (!body.ok) {
      if (body.code === 'aborted') return;
      // What is still on its way is not read: the connection ends with this answer.
      response.setHeader('Connection', 'close');
      return answer(request, response, body.code);
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') request.body = body.value ?? {};
    if (!this.#matchmake(request, response)) return;
    if (!this.#deps.matchmake(request, response)) pass();
  }

  /** Answers preflights and turns away what pages of foreign origins send. */
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

  #matchmake(request: Guarded, response: ServerResponse): boolean {
    const [, method] = MATCHMAKE.exec(request.url ?? '') ?? [];
    if (method === undefined || request.method !== 'POST') return true;
    const { answer } = this.#deps;
    if (this.#deps.closing()) {
      answer(request, response, 'shutting-down', { retryAfterSeconds: 2 });
      return false;
    }
    const key = keyOf(request);
    for (const limiter of OPENING.has(method) ? [this.#matchmaking, this.openings] : [this.#matchmaking]) {
      const allowance = limiter.take(key);
      if (allowance.ok) continue;
      answer(request, response, 'rate-limited', allowance);
      return false;
    }
    if (typeof request.body !== 'object' || request.body === null || Array.isArray(request.body)) {
      answer(request, response, 'bad-payload', { detail: 'an object is needed' });
      return false;
    }
    return true;
  }

  #upgrade(request: IncomingMessage, socket: Duplex, pass: () => void): void {
    const refuse = (status: number, reason: string) => {
      this.#deps.metrics.socketRefused(reason);
      refuseUpgrade(socket, status);
    };
    settleHeaders(request, addressOf(request, this.#deps.proxies), this.#deps.proxies);
    if (!isSound(request)) refuse(400, 'malformed');
    else if (this.#deps.closing()) refuse(503, 'shutting-down');
    else if (this.#deps.origins(request) === 'foreign') refuse(403, 'origin');
    else if (!this.sockets.admit(keyOf(request), socket)) refuse(429, 'address');
    else pass();
  }

  #watch(request: Guarded, response: ServerResponse): void {
    const begun = performance.now();
    const { log, metrics } = this.#deps;
    response.once('close', () => {
      const seconds = (performance.now() - begun) / 1000;
      const method = API_METHODS.has(request.method ?? '') ? String(request.method) : 'other';
      metrics.httpAnswered(routeOf(request), method, response.statusCode, seconds);
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

/** Whom limits count a guarded request for. */
export function keyOf(request: IncomingMessage): string {
  return addressKey(String(request.headers['x-real-ip'] ?? ''));
}

function settleHeaders(request: IncomingMessage, address: string, proxies: number): void {
  settleAddress(request, address);
  // Colyseus builds a URL from it without looking; what does not fit would throw where nobody catches.
  const scheme = request.headers['x-forwarded-proto'];
  if (proxies === 0 || (scheme !== 'http' && scheme !== 'https')) delete request.headers['x-forwarded-proto'];
}

/** Colyseus parses address and Host into URLs where a failure would go unanswered. */
function isSound(request: IncomingMessage): boolean {
  const { url = '', headers } = request;
  return (
    url.startsWith('/') &&
    URL.canParse(`http://${headers.host ?? ''}${url}`) &&
    URL.canParse(`ws://server${url}`)
  );
}

/** The pattern, never the address itself: the number of labels stays small. */
function routeOf(request: Guarded): string {
  if (MATCHMAKE.test(request.url ?? '')) return '/matchmake';
  const path = request.route?.path;
  if (typeof path === 'string') return `${request.baseUrl ?? ''}${path}`;
  return 'other';
}

function takeListeners(server: Server, event: 'request' | 'upgrade'): Listener {
  const listeners = server.listeners(event) as Listener[];
  server.removeAllListeners(event);
  return (...parts) => {
    for (const listener of listeners) listener.apply(server, parts);
  };
}
