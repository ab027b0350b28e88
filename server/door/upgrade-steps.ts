// What happens to a handshake before the transport sees it, in the order of `request-steps.ts`: sockets for the
// matches of other processes are connected there.
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { addressKey } from '../http/address.ts';
import { type Caller, isHandshake, isPeer, misdirect, type Step } from '../http/arrival.ts';
import { Problem, take } from '../http/problem.ts';
import type { SocketTarget } from '../http/target.ts';
import type { Door } from './entrance.ts';
import { headerFault, settleHeaders } from './headers.ts';

export interface Upgrade {
  readonly request: IncomingMessage;
  readonly socket: Socket;
  readonly head: Buffer;
  readonly target: SocketTarget | undefined;
  caller: Caller;
  address: string;
  key: string;
}

type UpgradeStep = Step<Upgrade, Door>;

const fromClients =
  (step: UpgradeStep): UpgradeStep =>
  (upgrade, door) =>
    isPeer(upgrade.caller) ? undefined : step(upgrade, door);

/** In the order in which they are taken. */
export const UPGRADE_STEPS = {
  /** An answer is still on its way over this connection: frames would end up in the middle of it. */
  dropBusy: ({ socket }, { pipelines, connections, metrics }) => {
    if (pipelines.isFull(socket)) metrics.connectionRefused('pipelined');
    if (!connections.isBusy(socket)) return undefined;
    socket.destroy();
    return 'answered';
  },
  settle: (upgrade, door) => {
    const { request } = upgrade;
    upgrade.caller = settleHeaders(request, door);
    upgrade.address = String(request.headers['x-real-ip'] ?? '');
    upgrade.key = addressKey(upgrade.address);
    return undefined;
  },
  returnMisdirected: ({ caller, socket }) => {
    if (caller !== 'misdirected') return undefined;
    misdirect(socket);
    return 'answered';
  },
  count: fromClients(({ key }, { rates }) => {
    take(rates.upgrades, key);
    return undefined;
  }),
  demandTarget: ({ target }) => {
    if (target === undefined) throw new Problem('bad-target');
    return undefined;
  },
  refuseForged: ({ caller }) => {
    if (caller === 'forged') throw new Problem('bad-header');
    return undefined;
  },
  checkHeaders: fromClients(({ request }, { hosts }) => {
    const fault = headerFault(request, hosts);
    if (fault !== undefined) throw new Problem(fault);
    return undefined;
  }),
  /** Those of clients are still passed on. */
  refuseClosing: (upgrade, { closing, peers }) => {
    const isPassedOn = !isPeer(upgrade.caller) && peers !== undefined && isElsewhere(upgrade, { peers });
    if (!isPassedOn && closing()) throw new Problem('shutting-down');
    return undefined;
  },
  checkOrigin: fromClients(({ request }, { origins }) => {
    if (origins(request) === 'foreign') throw new Problem('origin-not-allowed');
    return undefined;
  }),
  /** The peer has counted it for its address. */
  countOpen: ({ caller, key, socket }, { sockets }) => {
    if (isPeer(caller)) sockets.hold(socket);
    else if (!sockets.admit(key, socket)) throw new Problem('rate-limited');
    return undefined;
  },
  begin: ({ socket }, { connections }) => {
    connections.begin(socket);
    return undefined;
  },
  /** Without an owner elsewhere it is accepted here. */
  passOn: async (upgrade, { peers, isLeaving }) => {
    const { request, socket, caller, target } = upgrade;
    // The transport refuses what is no proper handshake.
    if (peers === undefined || !isElsewhere(upgrade, { peers }) || !isHandshake(request)) return undefined;
    const seat = target?.seat;
    if (isPeer(caller)) misdirect(socket);
    // The connection would soon end with this process. Without an answer the proxy tries the next one.
    else if (seat?.member === peers.name && isLeaving?.() === true) socket.destroy();
    else if (seat !== undefined) {
      const fail = () => socket.destroy();
      socket.once('error', fail);
      if ((await peers.connect(seat, upgrade)) === 'here') {
        socket.off('error', fail);
        return undefined;
      }
    }
    return 'answered';
  },
} satisfies Readonly<Record<string, UpgradeStep>>;

function isElsewhere({ target }: Upgrade, { peers }: Required<Pick<Door, 'peers'>>): boolean {
  return target?.seat !== undefined && peers?.isHere(target.seat.roomId) === false;
}
