// What happens to a request before a route sees it: headers, limits, method, origin and body are checked; requests for
// other processes are passed on, and matchmaking is answered.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Peer } from '../../rooms/berth/cluster.ts';
import type { Permission } from '../../rooms/people/allowance.ts';
import { type Caller, type Elsewhere, isPeer, MISDIRECTED } from '../cluster/peers/caller.ts';
import { ERRANDS } from '../cluster/peers/errands.ts';
import type { Incoming, Peers } from '../cluster/peers/peers.ts';
import { isAboutMatch, MEMBER_HEADER, matchOf, needsMatches } from '../cluster/peers/subject.ts';
import { redactUrl } from '../process/redact.ts';
import { keyOf } from './address.ts';
import { type Body, readBody } from './body.ts';
import type { GuardDeps, Inside } from './guard.ts';
import { corsHeaders, isFromOwnPage } from './origin.ts';
import { Problem } from './problem.ts';
import type { Rates } from './rates.ts';
import { setSecurityHeaders } from './security-headers.ts';
import { OpenCounter } from './sockets.ts';
import { matchmakeCallOf, parseTarget, type Target } from './target.ts';
import { headerFault, settleHeaders } from './trusted-headers.ts';

/** What the guard and express attach to a request. */
interface Guarded extends IncomingMessage {
  body?: unknown;
  route?: { path?: unknown };
  baseUrl?: string;
  elsewhere?: Elsewhere;
}

const COUNTED: Permission = { ok: true, retryAfterSeconds: 0 };
const METHODS = new Set(['GET', 'HEAD', 'POST', 'OPTIONS']);
/** How often a waiting request looks whether this process is sure of its matches again. */
const SURE_AGAIN_MS = 50;
/** Not used for the panels. */
const API_METHODS = new Set([...METHODS, 'PUT', 'DELETE']);

export class RequestGuard {
  readonly #deps: GuardDeps;
  readonly #rates: Rates;
  readonly #underway: OpenCounter;

  constructor(deps: GuardDeps, rates: Rates) {
    const { limits, counting } = deps;
    this.#deps = deps;
    this.#rates = rates;
    this.#underway = new OpenCounter(limits.connectionsPerAddress, counting.elsewhere('requests'));
  }

  /** Whatever goes wrong is answered. */
  take(request: IncomingMessage, response: ServerResponse, inside: Inside): void {
    this.#handle(request, response, inside).catch((error: unknown) =>
      this.#deps.answer(request, response, error),
    );
  }

  async #handle(request: Guarded, response: ServerResponse, inside: Inside): Promise<void> {
    const { answer, limits, connections, peers } = this.#deps;
    const target = parseTarget(request.url);
    this.#watch(request, response, target);
    connections.during(request.socket, response);
    const caller = settleHeaders(request, this.#deps);
    setSecurityHeaders(request, response);
    // The sender looks up the owner again.
    if (caller === 'misdirected') return void response.writeHead(MISDIRECTED, { Connection: 'close' }).end();
    // A peer has checked and counted it.
    const refusal = isPeer(caller) ? undefined : this.#refusal(request, response, target, caller);
    if (refusal !== undefined || target === undefined) {
      return answer(request, response, refusal ?? new Problem('bad-target', { closes: true }));
    }
    const methods = target.path.startsWith('/api/') ? API_METHODS : METHODS;
    if (!methods.has(request.method ?? ''))
      return answer(request, response, new Problem('method-not-allowed'));
    if (!this.#origin(request, response, isPeer(caller) ? undefined : target)) return;
    // The administrators' pages work without scripts, so they send forms.
    const acceptsForms = isForAdministrators(target);
    const isErrand = isPeer(caller) && target.path.startsWith(ERRANDS);
    const maxBytes = isErrand ? limits.errandBytes : limits.bodyBytes;
    const body: Body = await readBody(request, { maxBytes, acceptsForms });
    if (!body.ok) {
      if (body.code === 'aborted') return;
      return answer(request, response, new Problem(body.code, { closes: true }));
    }
    if (isPeer(caller) && peers?.hasBody(caller, body.bytes) !== true)
      return answer(request, response, new Problem('bad-header'));
    if (request.method !== 'GET' && request.method !== 'HEAD') request.body = body.value ?? {};
    if (needsMatches(request.method ?? '', target) && !(await this.#isSure(response)))
      return answer(request, response, new Problem('shutting-down'));
    if (isErrand) return this.#runErrand(request, response, target);
    const address = String(request.headers['x-real-ip'] ?? '');
    const incoming: Incoming = { request, response, target, address, body: body.bytes };
    if (peers !== undefined && (await this.#passOn(incoming, request, isPeer(caller), peers))) return;
    if (peers?.name !== undefined && isAboutMatch(request.method ?? '', target, request.body))
      response.setHeader(MEMBER_HEADER, peers.name);
    if (!this.#matchmake(request, response, target, caller)) inside.request(request, response);
  }

  /** Whether a peer answered it or it was refused; otherwise it is answered here. */
  async #passOn(incoming: Incoming, request: Guarded, isPassedOn: boolean, peers: Peers): Promise<boolean> {
    const { response, target } = incoming;
    const matchId = matchOf(target, request.body);
    if (isPassedOn) {
      // Not passed on again: the sender looks up the owner.
      request.elsewhere = () => void response.writeHead(MISDIRECTED).end();
      return false;
    }
    const pass = async (known?: Peer): Promise<boolean> => {
      response.removeHeader(MEMBER_HEADER);
      const routed = await peers.pass(matchId ?? '', known, incoming);
      if (typeof routed === 'object') this.#deps.answer(request, response, routed);
      return routed !== 'here';
    };
    request.elsewhere = (peer) => {
      pass(peer)
        .then((isAnswered) => {
          if (!isAnswered)
            this.#deps.answer(request, response, new Problem('shutting-down', { obstacle: 'owner gone' }));
        })
        .catch((error: unknown) => this.#deps.answer(request, response, error));
    };
    if (matchId !== undefined && peers.isHere(matchId)) return false;
    if (matchId !== undefined && (await pass())) return true;
    const isForRooms = target.path.startsWith('/api/') || matchmakeCallOf(target) !== undefined;
    const other = isForRooms && this.#deps.isLeaving?.() === true ? peers.any() : undefined;
    return other !== undefined && (await pass(other));
  }

  /** While the database does not answer for a moment, requests wait like the moves that have arrived. */
  async #isSure(response: ServerResponse): Promise<boolean> {
    const { isOwner, isLost, limits } = this.#deps;
    const until = performance.now() + limits.storePatienceSeconds * 1000;
    while (!isOwner()) {
      if (isLost() || response.destroyed || performance.now() > until) return false;
      await pause(SURE_AGAIN_MS);
    }
    return true;
  }

  #runErrand(request: Guarded, response: ServerResponse, { path }: Target): void {
    const { authorization = '', 'accept-language': acceptLanguage = '', 'x-real-ip': from } = request.headers;
    const token = authorization.startsWith('Bearer ') ? authorization.slice(7) : undefined;
    const { body } = request;
    this.#deps.runErrand?.({ path, body, token, acceptLanguage, address: String(from ?? '') }, response);
  }

  /** What is wrong with a request, regardless of its route. */
  #refusal(
    request: IncomingMessage,
    response: ServerResponse,
    target: Target | undefined,
    caller: Caller,
  ): Problem | undefined {
    const key = keyOf(request);
    const allowance = this.#rates.takeRequest(key, target);
    const { ok, retryAfterSeconds } = allowance;
    if (!ok) return new Problem('rate-limited', { retryAfterSeconds });
    if (target === undefined) return new Problem('bad-target', { closes: true });
    if (caller === 'forged') return new Problem('bad-header', { closes: true });
    const fault = headerFault(request, this.#deps.hosts);
    if (fault !== undefined) return new Problem(fault, { closes: true });
    return this.#underway.admit(key, response) ? undefined : new Problem('rate-limited');
  }

  /** Answers preflights and refuses what pages of foreign origins send. Without a target a peer has checked it. */
  #origin(request: IncomingMessage, response: ServerResponse, target: Target | undefined): boolean {
    response.setHeader('Vary', 'Origin');
    const kind = this.#deps.origins(request);
    const { origin } = request.headers;
    // Other origins may use the API, but not the administrators' pages, for which browsers would send the
    // password.
    const isAdmins = target !== undefined && isForAdministrators(target);
    if (kind === 'listed' && origin !== undefined && !isAdmins) {
      for (const [name, value] of Object.entries(corsHeaders(origin))) response.setHeader(name, value);
    }
    const isChange = request.method !== 'GET' && request.method !== 'HEAD';
    const isDoubtful = isAdmins && !isFromOwnPage(request, this.#deps.proxies);
    if (isChange && (kind === 'foreign' || isDoubtful)) {
      this.#deps.answer(request, response, new Problem('origin-not-allowed'));
      return false;
    }
    if (request.method === 'OPTIONS') {
      response.writeHead(204).end();
      return false;
    }
    return true;
  }

  /** Whether it was a matchmaking call, which is then answered. */
  #matchmake(request: Guarded, response: ServerResponse, target: Target, caller: Caller): boolean {
    const call = matchmakeCallOf(target);
    if (call === undefined) return false;
    const { answer, closing, matchmake } = this.#deps;
    const { body } = request;
    if (request.method !== 'POST') {
      response.setHeader('Allow', 'POST');
      answer(request, response, new Problem('method-not-allowed'));
    } else if (closing()) {
      answer(request, response, new Problem('shutting-down'));
    } else if (typeof body !== 'object' || body === null || Array.isArray(body)) {
      answer(request, response, new Problem('bad-payload', { detail: 'an object is needed' }));
    } else {
      const allowance = isPeer(caller) ? COUNTED : this.#rates.takeOpening(keyOf(request), call);
      if (!allowance.ok) answer(request, response, new Problem('rate-limited', allowance));
      else matchmake(request, response, call, body);
    }
    return true;
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

/** The pattern, never the address itself: the number of labels stays small. */
function routeOf(request: Guarded, target: Target | undefined): string {
  if (target !== undefined && matchmakeCallOf(target) !== undefined) return '/matchmake';
  const path = request.route?.path;
  if (typeof path === 'string') return `${request.baseUrl ?? ''}${path}`;
  return 'other';
}

function isForAdministrators({ path }: Target): boolean {
  return path === '/admin' || path.startsWith('/admin/');
}
