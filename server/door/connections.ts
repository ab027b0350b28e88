// TCP connections: how many each address holds, and which one is closed when they run out.
//
// An idle connection can always be closed (its client just opens another one), one with a pending request
// or a WebSocket should not be. So idle ones are closed first, those of the address that holds most;
// then the newest of that address, down to an equal share for all. A new address always gets in.
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { CountElsewhere } from '../../rooms/berth/cluster.ts';
import { nowhere } from '../../rooms/berth/cluster.ts';
import { Tally } from '../../rooms/people/rate-limits.ts';
import { addressKey } from '../http/address.ts';

interface ConnectionBounds {
  readonly connections: number;
  readonly connectionsPerAddress: number;
  readonly keepAliveSeconds: number;
  readonly crowdedKeepAliveSeconds: number;
}

interface ConnectionOptions {
  readonly bounds: ConnectionBounds;
  /** Behind a proxy all connections belong to it, so addresses are not counted. */
  readonly proxies: number;
  readonly refused: (reason: 'address' | 'full') => void;
  /** Connections of peers. */
  readonly elsewhere: CountElsewhere;
}

interface Held {
  readonly key: string;
  underway: number;
}

/** Accepted in one turn of the event loop, before the connections they replace are closed. */
const BACKLOG = 512;

export class Connections {
  readonly #options: ConnectionOptions;
  #server: Server | undefined;
  readonly #held = new Map<Socket, Held>();
  /** The same connections by address, oldest first; the idle ones, idle for longest first. */
  readonly #all = new Map<string, Set<Socket>>();
  readonly #idle = new Map<string, Set<Socket>>();
  readonly #byAll: Tally;
  readonly #byIdle = new Tally();

  constructor(options: ConnectionOptions) {
    const { bounds, proxies, elsewhere } = options;
    this.#options = options;
    // Behind a proxy they are all its own.
    this.#byAll = new Tally(bounds.connectionsPerAddress, proxies === 0 ? elsewhere : nowhere);
  }

  get count(): number {
    return this.#held.size;
  }

  /** Call it before the server listens. */
  watch(server: Server): void {
    const { bounds, proxies } = this.#options;
    this.#server = server;
    server.maxConnections = bounds.connections + BACKLOG;
    const pace = () => {
      // A proxy must not find its connections closed earlier than announced.
      const crowded = proxies === 0 && this.count > bounds.connections / 2;
      server.keepAliveTimeout = (crowded ? bounds.crowdedKeepAliveSeconds : bounds.keepAliveSeconds) * 1000;
    };
    server.prependListener('connection', (socket: Socket) => {
      this.#admit(socket);
      socket.once('close', () => {
        this.#remove(socket);
        pace();
      });
      pace();
    });
  }

  /** While a request is answered its connection is not idle. */
  during(socket: Socket, response: ServerResponse): void {
    this.begin(socket);
    response.once('close', () => this.#end(socket));
  }

  /** A request of this connection is being answered. */
  isBusy(socket: Socket): boolean {
    return (this.#held.get(socket)?.underway ?? 0) > 0;
  }

  /** Permanently: an upgraded connection. */
  begin(socket: Socket): void {
    const held = this.#held.get(socket);
    if (held === undefined) return;
    held.underway += 1;
    if (held.underway === 1) leave(this.#idle, this.#byIdle, held.key, socket);
  }

  /** A connection of a peer, which limits its clients itself: it counts for no address and is kept. */
  trust(socket: Socket): void {
    const server = this.#server;
    if (!this.#held.has(socket) || server === undefined) return;
    this.#remove(socket);
    server.maxConnections += 1;
    socket.once('close', () => {
      server.maxConnections -= 1;
    });
  }

  #end(socket: Socket): void {
    const held = this.#held.get(socket);
    if (held === undefined) return;
    held.underway -= 1;
    if (held.underway === 0) enter(this.#idle, this.#byIdle, held.key, socket);
  }

  #admit(socket: Socket): void {
    const { bounds, proxies, refused } = this.#options;
    const key = addressKey(socket.remoteAddress ?? '');
    if (proxies === 0 && this.#byAll.isFull(key) && !this.#evictIdle(key)) {
      refused('address');
      socket.destroy();
      return;
    }
    if (this.count >= bounds.connections && !this.#makeRoom(key)) {
      refused('full');
      socket.destroy();
      return;
    }
    this.#held.set(socket, { key, underway: 0 });
    enter(this.#all, this.#byAll, key, socket);
    enter(this.#idle, this.#byIdle, key, socket);
  }

  #makeRoom(newcomer: string): boolean {
    if (this.#evictIdle(this.#byIdle.first)) return true;
    const greediest = this.#byAll.first;
    if (greediest === undefined || this.#byAll.of(greediest) <= this.#byAll.of(newcomer) + 1) return false;
    return this.#evict([...(this.#all.get(greediest) ?? [])].at(-1));
  }

  #evictIdle(key: string | undefined): boolean {
    const [oldest] = this.#idle.get(key ?? '') ?? [];
    return this.#evict(oldest);
  }

  #evict(socket: Socket | undefined): boolean {
    if (socket === undefined) return false;
    this.#remove(socket);
    socket.destroy();
    return true;
  }

  #remove(socket: Socket): void {
    const held = this.#held.get(socket);
    if (held === undefined) return;
    this.#held.delete(socket);
    leave(this.#all, this.#byAll, held.key, socket);
    if (held.underway === 0) leave(this.#idle, this.#byIdle, held.key, socket);
  }
}

function enter(sets: Map<string, Set<Socket>>, tally: Tally, key: string, socket: Socket): void {
  const set = sets.get(key) ?? new Set();
  sets.set(key, set.add(socket));
  tally.add(key, 1);
}

function leave(sets: Map<string, Set<Socket>>, tally: Tally, key: string, socket: Socket): void {
  const set = sets.get(key);
  if (set?.delete(socket) !== true) return;
  if (set.size === 0) sets.delete(key);
  tally.add(key, -1);
}
