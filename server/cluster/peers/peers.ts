// The other processes of a cluster, for the entrance: looks up the owner of a match and passes requests on to it.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Ownership, Peer } from '../../../rooms/berth/cluster.ts';
import { pause, performance } from '../../../rooms/clockwork.ts';
import { processOfLobby } from '../../../rooms/colyseus/lobby.ts';
import type { RoomService } from '../../../rooms/index.ts';
import { codeOfUnavailable } from '../../../rooms/life/store-error.ts';
import type { Log } from '../../../rooms/ports.ts';
import type { Opened } from '../../http/arrival.ts';
import { Problem } from '../../http/problem.ts';
import type { SeatTarget, Target } from '../../http/target.ts';
import type { Metrics } from '../../process/metrics.ts';
import type { Outcome, Passed, Pipes } from './pipes.ts';
import { digestOf, SEAL_HEADER, type Seals } from './seal.ts';

interface PeersDeps {
  /** By which the proxy knows this process; `undefined`: it knows none. */
  readonly name: string | undefined;
  readonly ownership: Ownership;
  readonly seals: Seals;
  readonly pipes: Pipes;
  readonly rooms: Pick<RoomService, 'isHere' | 'departure'>;
  readonly log: Log;
  readonly metrics: Pick<Metrics, 'passedOn'>;
}

/** `here`: no other process owns the match. */
type Routed = 'answered' | 'here';

/**
 * Delay before the owner is looked up again: the match is moving, or its process has just died and is soon
 * declared gone.
 */
const PAUSES_MS = [150, 1_000, 2_500];
const EMPTY = Buffer.alloc(0);
/** As long as their clocks differ, this happens at every request. */
const TELL_AGAIN_MS = 10_000;

export class Peers {
  readonly #deps: PeersDeps;
  readonly #pipes: Pipes;
  readonly #unwatch: () => void;
  #turn = 0;
  #toldAt = Number.NEGATIVE_INFINITY;

  constructor(deps: PeersDeps) {
    const { pipes, ownership } = deps;
    this.#deps = deps;
    this.#pipes = pipes;
    this.#unwatch = ownership.onGone((peer) => pipes.drop(peer));
  }

  /** Requests, streams and sockets that are being passed on. */
  get count(): number {
    return this.#pipes.count;
  }

  get name(): string | undefined {
    return this.#deps.name;
  }

  isHere(matchId: string): boolean {
    return processOfLobby(matchId) === this.#deps.ownership.self || this.#deps.rooms.isHere(matchId);
  }

  /** One of them, in turn; `undefined`: there is none. */
  any(): Peer | undefined {
    const peers = this.#deps.ownership.peers();
    this.#turn += 1;
    return peers[this.#turn % Math.max(1, peers.length)];
  }

  /**
   * The peer that sent the request; an invalid seal is `forged`. `misdirected`: it is for the process that had
   * our address before, or its clock says another time; the peer seals it again.
   */
  callerOf({
    headers,
    method = '',
    url = '',
  }: IncomingMessage): Opened | 'forged' | 'misdirected' | undefined {
    const header = headers[SEAL_HEADER];
    if (header === undefined) return undefined;
    const { seals, ownership } = this.#deps;
    const sealed = { method, target: url, token: headers.authorization, to: ownership.self };
    const opened = typeof header === 'string' ? seals.open(header, sealed) : undefined;
    if (opened === 'untimely') this.#tellUntimely();
    return opened === 'untimely' ? 'misdirected' : (opened ?? 'forged');
  }

  #tellUntimely(): void {
    const now = performance.now();
    if (now - this.#toldAt < TELL_AGAIN_MS) return;
    this.#toldAt = now;
    this.#deps.log.warn(
      {},
      'a request from another process is refused: by the time that it states it is too old, or of the future',
    );
  }

  /** Whether the body is the sealed one. */
  hasBody(caller: Opened, body: Buffer): boolean {
    return digestOf(body) === caller.digest;
  }

  /** Passes a request on to the owner of its match, even if the match moves meanwhile. */
  async pass(
    matchId: string,
    known: Peer | undefined,
    { request, response, target, address, body }: Incoming,
  ): Promise<Routed> {
    const { method = 'GET', headers } = request;
    const passed: Passed = { method, target: textOf(target), headers, body, address };
    const isSafe = method === 'GET' || method === 'HEAD';
    return await this.#follow(
      { kind: 'request', matchId, known, isSafe, isGone: () => response.destroyed },
      (peer) => this.#pipes.request(peer, passed, response),
    );
  }

  /** Connects a socket with the owner of its match. */
  async connect(
    { roomId, sessionId, reconnectionToken, skipHandshake }: SeatTarget,
    { request, socket, head, address }: Upgrading,
  ): Promise<Routed> {
    // The match may be moving to the process that expects this client.
    await Promise.allSettled([this.#deps.rooms.departure(roomId)]);
    const query = new URLSearchParams({ sessionId });
    if (reconnectionToken !== undefined) query.set('reconnectionToken', reconnectionToken);
    if (skipHandshake) query.set('skipHandshake', '1');
    const target = `/peer/${roomId}?${query.toString()}`;
    const passed: Passed = { method: 'GET', target, headers: request.headers, body: EMPTY, address };
    const client = { socket, head, isReturning: reconnectionToken !== undefined };
    return await this.#follow(
      { kind: 'socket', matchId: roomId, known: undefined, isSafe: true, isGone: () => socket.destroyed },
      (peer) => this.#pipes.socket(peer, passed, client),
    );
  }

  /** Resolves when all who are connected through here would reconnect, or the time is up. */
  async matured(ms: number): Promise<void> {
    await this.#pipes.matured(ms);
  }

  close(): void {
    this.#unwatch();
    this.#pipes.close();
  }

  async #follow(
    { kind, matchId, known, isSafe, isGone }: Followed,
    pass: (peer: Peer) => Promise<Outcome>,
  ): Promise<Routed> {
    const { metrics, log } = this.#deps;
    for (let attempt = 0; ; attempt++) {
      const how = attempt === 0 ? undefined : 'fresh';
      const owner = attempt === 0 && known !== undefined ? known : await this.#ownerOf(matchId, how);
      if (owner === undefined || owner === 'mine') return 'here';
      // The match left this process while the owner was looked up.
      if (isGone()) return 'answered';
      const outcome = await pass(owner);
      metrics.passedOn(kind, outcome);
      if (outcome === 'answered' || outcome === 'left') return 'answered';
      if (outcome === 'crowded') throw new Problem('server-full', { obstacle: 'pipes full' });
      log.debug({ kind, outcome, peer: owner.number, attempt }, 'not answered by a peer');
      if (outcome === 'lost' && !isSafe) throw new Problem('outcome-unknown', { obstacle: 'answer lost' });
      const wait = PAUSES_MS[attempt];
      if (wait === undefined) throw new Problem('shutting-down');
      await pause(wait);
    }
  }

  async #ownerOf(matchId: string, how?: 'fresh'): Promise<Peer | 'mine' | undefined> {
    const { ownership } = this.#deps;
    const lobbyOf = processOfLobby(matchId);
    if (lobbyOf !== undefined) return ownership.peers().find(({ number }) => number === lobbyOf);
    try {
      return await ownership.ownerOf(matchId, how);
    } catch (fault) {
      const code = codeOfUnavailable(fault);
      if (code === 'storage-unavailable') throw new Problem(code);
      // This process has closed its store: it is almost gone.
      if (code === 'shutting-down') throw new Problem(code, { obstacle: 'storage closed' });
      throw fault;
    }
  }
}

/** What is passed on to the owner of a match, wherever it is. */
interface Followed {
  readonly kind: 'request' | 'socket';
  readonly matchId: string;
  /** The owner, as known here. */
  readonly known: Peer | undefined;
  /** Whether it may be done twice. */
  readonly isSafe: boolean;
  readonly isGone: () => boolean;
}

/** A request that the entrance has checked. */
interface Incoming {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly target: Target;
  /** Of the client. */
  readonly address: string;
  readonly body: Buffer;
}

/** A handshake that the entrance has checked. */
interface Upgrading {
  readonly request: IncomingMessage;
  readonly socket: Socket;
  readonly head: Buffer;
  readonly address: string;
}

function textOf({ path, query }: Target): string {
  return query === '' ? path : `${path}?${query}`;
}
