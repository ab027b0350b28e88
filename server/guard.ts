// The entrance to everything on the port. It parses target and Host once, enforces limits, answers
// matchmaking itself, and passes sockets to the transport and the rest to express.
//
// Colyseus' own HTTP router never gets a request: it trusts the Host header, and its exceptions
// are never caught.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Permission } from '../rooms/allowance.ts';
import type { Peer } from '../rooms/cluster.ts';
import type { Log } from '../rooms/ports.ts';
import { addressOf, keyOf, settleAddress } from './address.ts';
import { type Body, readBody } from './body.ts';
import type { Connections } from './connections.ts';
import type { Counting } from './counting.ts';
import type { HostPolicy } from './hosts.ts';
import type { ProcessLimits } from './limits.ts';
import type { Matchmake } from './matchmake.ts';
import type { Metrics } from './metrics.ts';
import { corsHeaders, isFromOwnPage, type OriginPolicy } from './origin.ts';
import { type Caller, type Elsewhere, isHandshake, isPeer, MISDIRECTED, misdirect } from './peers/caller.ts';
import { ERRANDS, type RunErrand } from './peers/errands.ts';
import type { Failure, Incoming, Peers, Upgrading } from './peers/peers.ts';
import { SEAL_HEADER } from './peers/seal.ts';
import { matchOf } from './peers/subject.ts';
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
  type SeatTarget,
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
  readonly counting: Counting;
  readonly pipelines: Pipelines;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly closing: () => boolean;
  /** Otherwise another process owns the matches, and this one may not show them. */
  readonly isOwner: () => boolean;
  /** The other processes; `undefined` if there are none. */
  readonly peers?: Peers | undefined;
  /** Answers their own requests. */
  readonly runErrand?: RunErrand | undefined;
  /** This process is handing its matches over: new requests go to others. */
  readonly isLeaving?: () => boolean;
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
  elsewhere?: Elsewhere;
}

/** Why a request is refused. */
interface Refusal {
  readonly code: ProblemCode;
  readonly options?: ProblemOptions;
}

const COUNTED: Permission = { ok: true, retryAfterSeconds: 0 };
const METHODS = new Set(['GET', 'HEAD', 'POST', 'OPTIONS']);
/** Not used for the panels. */
const API_METHODS = new Set([...METHODS, 'PUT', 'DELETE']);

export class Guard {
  readonly #deps: GuardDeps;
  readonly #underway: OpenCounter;
  readonly rates: Rates;
  readonly sockets: OpenCounter;

  constructor(deps: GuardDeps) {
    const { limits, counting } = deps;
    this.#deps = deps;
    this.rates = new Rates(limits, counting.limiter);
    this.#underway = new OpenCounter(limits.connectionsPerAddress, counting.elsewhere('requests'));
    this.sockets = new OpenCounter(limits.socketsPerAddress, counting.elsewhere('sockets'));
  }

  /** Call it once all other listeners are attached: it replaces them. */
  install(server: Server, doors: Doors): void {
    server.removeAllListeners('request').removeAllListeners('upgrade');
    const handle = (request: IncomingMessage, response: ServerResponse) => {
      this.#request(request, response, doors).catch((error: unknown) =>
        this.#broke(request, response, error),
      );
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
    const { answer, limits, connections, peers } = this.#deps;
    const target = parseTarget(request.url);
    this.#watch(request, response, target);
    connections.during(request.socket, response);
    const caller = this.#settle(request);
    setSecurityHeaders(request, response);
    // The sender looks up the owner again.
    if (caller === 'misdirected') return void response.writeHead(MISDIRECTED, { Connection: 'close' }).end();
    // A peer has checked and counted it.
    const refusal = isPeer(caller) ? undefined : this.#refusal(request, response, target, caller);
    if (refusal !== undefined || target === undefined) {
      const { code, options } = refusal ?? { code: 'bad-target' };
      if (code !== 'rate-limited') response.setHeader('Connection', 'close');
      return answer(request, response, code, options);
    }
    const methods = target.path.startsWith('/api/') ? API_METHODS : METHODS;
    if (!methods.has(request.method ?? '')) return answer(request, response, 'method-not-allowed');
    if (!this.#origin(request, response, isPeer(caller) ? undefined : target)) return;
    // The administrators' pages work without scripts, so they send forms.
    const acceptsForms = isForAdministrators(target);
    const isErrand = isPeer(caller) && target.path.startsWith(ERRANDS);
    const maxBytes = isErrand ? limits.errandBytes : limits.bodyBytes;
    const body: Body = await readBody(request, { maxBytes, acceptsForms });
    if (!body.ok) {
      if (body.code === 'aborted') return;
      // The rest of the body is not read: the connection ends with this answer.
      response.setHeader('Connection', 'close');
      return answer(request, response, body.code);
    }
    if (isPeer(caller) && peers?.hasBody(caller, body.bytes) !== true)
      return answer(request, response, 'bad-header');
    if (request.method !== 'GET' && request.method !== 'HEAD') request.body = body.value ?? {};
    if (target.path.startsWith('/api/') && !this.#deps.isOwner())
      return answer(request, response, 'shutting-down', { retryAfterSeconds: 2 });
    if (isErrand) return this.#runErrand(request, response, target);
    const address = String(request.headers['x-real-ip'] ?? '');
    const incoming: Incoming = { request, response, target, address, body: body.bytes };
    if (peers !== undefined && (await this.#passOn(incoming, request, isPeer(caller), peers))) return;
    if (!this.#matchmake(request, response, target, caller)) doors.request(request, response);
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
      const routed = await peers.pass(matchId ?? '', known, incoming);
      if (typeof routed === 'object') this.#fail(incoming, routed);
      return routed !== 'here';
    };
    request.elsewhere = (peer) => {
      pass(peer)
        .then((isAnswered) => {
          if (!isAnswered) this.#fail(incoming, { code: 'shutting-down', options: { retryAfterSeconds: 1 } });
        })
        .catch((error: unknown) => this.#broke(request, response, error));
    };
    if (matchId !== undefined && peers.isHere(matchId)) return false;
    if (matchId !== undefined && (await pass())) return true;
    const isForRooms = target.path.startsWith('/api/') || matchmakeCallOf(target) !== undefined;
    const other = isForRooms && this.#deps.isLeaving?.() === true ? peers.any() : undefined;
    return other !== undefined && (await pass(other));
  }

  #runErrand(request: Guarded, response: ServerResponse, { path }: Target): void {
    const { authorization = '', 'accept-language': acceptLanguage = '', 'x-real-ip': from } = request.headers;
    const token = authorization.startsWith('Bearer ') ? authorization.slice(7) : undefined;
    const { body } = request;
    this.#deps.runErrand?.({ path, body, token, acceptLanguage, address: String(from ?? '') }, response);
  }

  #fail({ request, response }: Incoming, { code, options }: Failure): void {
    this.#deps.answer(request, response, code, options);
  }

  #broke(request: IncomingMessage, response: ServerResponse, error: unknown): void {
    this.#deps.log.error({ err: error, url: redactUrl(request.url ?? '') }, 'a request failed');
    this.#deps.answer(request, response, 'internal-error');
  }

  /** Leaves only trusted headers, and returns the peer that sealed the request, if any. */
  #settle(request: IncomingMessage): Caller {
    const caller = this.#deps.peers?.callerOf(request);
    delete request.headers[SEAL_HEADER];
    if (isPeer(caller)) {
      settleAddress(request, caller.address);
      this.#deps.connections.trust(request.socket);
    } else settleHeaders(request, this.#deps.proxies);
    return caller;
  }

  /** What is wrong with a request, regardless of its route. */
  #refusal(
    request: IncomingMessage,
    response: ServerResponse,
    target: Target | undefined,
    caller: Caller,
  ): Refusal | undefined {
    const key = keyOf(request);
    const allowance = this.rates.takeRequest(key, target);
    if (!allowance.ok) return { code: 'rate-limited', options: allowance };
    if (target === undefined) return { code: 'bad-target' };
    if (caller === 'forged') return { code: 'bad-header' };
    const doubt = this.#doubt(request);
    if (doubt !== undefined) return { code: doubt };
    if (!this.#underway.admit(key, response))
      return { code: 'rate-limited', options: { retryAfterSeconds: 1 } };
    return undefined;
  }

  /** Whether its headers can be trusted. */
  #doubt(request: IncomingMessage): ProblemCode | undefined {
    if (hasDoubledHeader(request)) return 'bad-header';
    // HTTP/1.0 has none: load balancers' probes omit it, browsers never.
    if (request.headers.host === undefined && request.httpVersion !== '1.0') return 'bad-header';
    const host = this.#deps.hosts(request);
    if (host === 'malformed') return 'bad-header';
    return host === 'unknown' ? 'unknown-host' : undefined;
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
  #matchmake(request: Guarded, response: ServerResponse, target: Target, caller: Caller): boolean {
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
      const allowance = isPeer(caller) ? COUNTED : this.rates.takeOpening(keyOf(request), call);
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
    const caller = this.#settle(request);
    if (caller === 'misdirected') {
      misdirect(socket);
      return;
    }
    const verdict = isPeer(caller)
      ? this.#judgePeersUpgrade(request, socket)
      : this.#judgeUpgrade(request, socket, caller);
    if ('code' in verdict) {
      this.#deps.metrics.socketRefused(verdict.code);
      refuseUpgrade(socket, verdict.code);
      return;
    }
    this.#deps.connections.begin(socket);
    const { peers } = this.#deps;
    const accept = () => doors.socket(request, socket, head, verdict);
    const { seat } = verdict;
    // The transport refuses what is no proper handshake.
    const isHere = seat === undefined || peers === undefined || peers.isHere(seat.roomId);
    if (isHere || !isHandshake(request)) accept();
    else if (isPeer(caller)) misdirect(socket);
    else {
      const address = String(request.headers['x-real-ip'] ?? '');
      this.#connect(seat, { request, socket, head, address }, peers, accept);
    }
  }

  /** Connects a socket with the owner of its match; without an owner it is accepted here. */
  #connect(seat: SeatTarget, upgrading: Upgrading, peers: Peers, accept: () => void): void {
    const { socket } = upgrading;
    const fail = () => socket.destroy();
    socket.once('error', fail);
    peers
      .connect(seat, upgrading)
      .then((routed) => {
        socket.off('error', fail);
        if (routed === 'here') accept();
        else if (routed !== 'answered') {
          this.#deps.metrics.socketRefused(routed.code);
          refuseUpgrade(socket, routed.code);
        }
      })
      .catch((error: unknown) => {
        this.#deps.log.error({ reason: reasonOf(error) }, 'an upgrade failed');
        socket.destroy();
      });
  }

  /** The peer has counted it. */
  #judgePeersUpgrade(request: IncomingMessage, socket: Socket): SocketTarget | Refusal {
    const parsed = parseTarget(request.url);
    const target = parsed && socketTargetOf(parsed);
    if (target === undefined) return { code: 'bad-target' };
    if (this.#deps.closing()) return { code: 'shutting-down' };
    this.sockets.hold(socket);
    return target;
  }

  #judgeUpgrade(request: IncomingMessage, socket: Socket, caller: Caller): SocketTarget | Refusal {
    const key = keyOf(request);
    if (!this.rates.takeUpgrade(key).ok) return { code: 'rate-limited' };
    const parsed = parseTarget(request.url);
    const target = parsed && socketTargetOf(parsed);
    if (target === undefined) return { code: 'bad-target' };
    if (caller === 'forged') return { code: 'bad-header' };
    const doubt = this.#doubt(request);
    if (doubt !== undefined) return { code: doubt };
    // Passed-on requests are still accepted.
    const { peers } = this.#deps;
    const isElsewhere = peers !== undefined && target.seat !== undefined && !peers.isHere(target.seat.roomId);
    if (!isElsewhere && this.#deps.closing()) return { code: 'shutting-down' };
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

/** Leaves only trusted headers: the client's address, and how the request reached the proxy. */
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

function isForAdministrators({ path }: Target): boolean {
  return path === '/admin' || path.startsWith('/admin/');
}
