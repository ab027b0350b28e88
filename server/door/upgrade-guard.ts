// What happens to a handshake before the transport sees it: headers, limits, target and origin are checked, and sockets
// for the matches of other processes are connected there.
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { type Caller, isHandshake, isPeer, misdirect } from '../cluster/peers/caller.ts';
import type { Peers, Upgrading } from '../cluster/peers/peers.ts';
import { reasonOf } from '../process/reason.ts';
import { keyOf } from './address.ts';
import type { GuardDeps, Inside } from './guard.ts';
import type { ProblemCode } from './problem.ts';
import type { Rates } from './rates.ts';
import { OpenCounter, refuseUpgrade } from './sockets.ts';
import { parseTarget, type SeatTarget, type SocketTarget, socketTargetOf } from './target.ts';
import { headerFault, settleHeaders } from './trusted-headers.ts';

export class UpgradeGuard {
  readonly #deps: GuardDeps;
  readonly #rates: Rates;
  readonly sockets: OpenCounter;

  constructor(deps: GuardDeps, rates: Rates) {
    const { limits, counting } = deps;
    this.#deps = deps;
    this.#rates = rates;
    this.sockets = new OpenCounter(limits.socketsPerAddress, counting.elsewhere('sockets'));
  }

  take(request: IncomingMessage, socket: Socket, head: Buffer, inside: Inside): void {
    try {
      this.#admit(request, socket, head, inside);
    } catch (error) {
      this.#broke(socket, error);
    }
  }

  #refuse(socket: Socket, code: string): void {
    this.#deps.metrics.socketRefused(code);
    refuseUpgrade(socket, code);
  }

  #broke(socket: Socket, error: unknown): void {
    this.#deps.log.error({ reason: reasonOf(error) }, 'an upgrade failed');
    socket.destroy();
  }

  #admit(request: IncomingMessage, socket: Socket, head: Buffer, inside: Inside): void {
    if (this.#deps.pipelines.isFull(socket)) this.#deps.metrics.connectionRefused('pipelined');
    // An answer is still on its way over this connection: frames would end up in the middle of it.
    if (this.#deps.connections.isBusy(socket)) {
      socket.destroy();
      return;
    }
    const caller = settleHeaders(request, this.#deps);
    if (caller === 'misdirected') {
      misdirect(socket);
      return;
    }
    const verdict = isPeer(caller)
      ? this.#judgePeersUpgrade(request, socket)
      : this.#judgeUpgrade(request, socket, caller);
    if (typeof verdict === 'string') {
      this.#refuse(socket, verdict);
      return;
    }
    this.#deps.connections.begin(socket);
    const { peers, isLeaving } = this.#deps;
    const accept = () => inside.socket(request, socket, head, verdict);
    const { seat } = verdict;
    // The transport refuses what is no proper handshake.
    const isHere = seat === undefined || peers === undefined || peers.isHere(seat.roomId);
    if (isHere || !isHandshake(request)) accept();
    else if (isPeer(caller)) misdirect(socket);
    else if (seat.member === peers.name && isLeaving?.() === true) {
      // The connection would soon end with this process. Without an answer the proxy tries the next one.
      socket.destroy();
    } else {
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
        else if (routed !== 'answered') this.#refuse(socket, routed.code);
      })
      .catch((error: unknown) => this.#broke(socket, error));
  }

  /** The peer has counted it. */
  #judgePeersUpgrade(request: IncomingMessage, socket: Socket): SocketTarget | ProblemCode {
    const parsed = parseTarget(request.url);
    const target = parsed && socketTargetOf(parsed);
    if (target === undefined) return 'bad-target';
    if (this.#deps.closing()) return 'shutting-down';
    this.sockets.hold(socket);
    return target;
  }

  #judgeUpgrade(request: IncomingMessage, socket: Socket, caller: Caller): SocketTarget | ProblemCode {
    const key = keyOf(request);
    if (!this.#rates.takeUpgrade(key).ok) return 'rate-limited';
    const parsed = parseTarget(request.url);
    const target = parsed && socketTargetOf(parsed);
    if (target === undefined) return 'bad-target';
    if (caller === 'forged') return 'bad-header';
    const fault = headerFault(request, this.#deps.hosts);
    if (fault !== undefined) return fault;
    // Passed-on requests are still accepted.
    const { peers } = this.#deps;
    const isElsewhere = peers !== undefined && target.seat !== undefined && !peers.isHere(target.seat.roomId);
    if (!isElsewhere && this.#deps.closing()) return 'shutting-down';
    if (this.#deps.origins(request) === 'foreign') return 'origin-not-allowed';
    return this.sockets.admit(key, socket) ? target : 'rate-limited';
  }
}
