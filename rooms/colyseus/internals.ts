// Everything of Colyseus and `ws` that is used without being public, with the reason and where it was last seen.
import type { Socket } from 'node:net';
import type { Encoder } from '@colyseus/schema';
import { type Client, Deferred, type MessageContext, type Room } from 'colyseus';
import type { WebSocket } from 'ws';
import type { MovedPlace } from '../berth/cluster.ts';
import { clearTimeout, setTimeout } from '../clockwork.ts';
import type { Identity, UnsentBytes } from '../ports.ts';

/** What Colyseus remembers of a place: options, identity, whether it was used, whether it waits for a return. */
type KeptPlace = readonly [
  visit: { readonly address?: string } | boolean,
  who: Identity,
  used: boolean,
  returning: boolean,
];

interface RoomInternals {
  readonly _reservedSeats: Record<string, KeptPlace>;
  readonly _reservedSeatTimeouts: Readonly<Record<string, NodeJS.Timeout | undefined>>;
  readonly _reconnections: Record<string, readonly [session: string, returning: Deferred<Client>]>;
  readonly _onLeave: (client: Client, code: number) => Promise<void>;
  readonly onMessageEvents: { events: Record<string, unknown[]> };
}

interface ClientInternals {
  /** Until the client has acknowledged its welcome. */
  _enqueuedMessages?: Uint8Array[];
}

interface RootInternals {
  readonly nextUniqueId: number;
}

/** Our own socket. */
interface Connected {
  readonly connection: Socket | undefined;
}

interface SocketInternals {
  readonly _socket?: Socket | null;
}

/** One of each kind, on which the internals can be looked for: the client has not acknowledged its welcome yet. */
export interface Exhibits {
  readonly room: object;
  readonly client: object;
  readonly root: object;
  readonly socket: object;
}

type Internal =
  | readonly [of: 'room', name: keyof RoomInternals, kind: 'object' | 'function']
  | readonly [of: 'client', name: keyof ClientInternals, kind: 'object']
  | readonly [of: 'root', name: keyof RootInternals, kind: 'number']
  | readonly [of: 'socket', name: keyof SocketInternals, kind: 'object'];

/** By package and the version in which they were last looked at. An update wants another look. */
export const INTERNALS: Readonly<Record<string, readonly Internal[]>> = {
  '@colyseus/core 0.18.17': [
    ['room', '_reservedSeats', 'object'],
    ['room', '_reservedSeatTimeouts', 'object'],
    ['room', '_reconnections', 'object'],
    ['room', '_onLeave', 'function'],
    ['room', 'onMessageEvents', 'object'],
    ['client', '_enqueuedMessages', 'object'],
  ],
  '@colyseus/schema 5.0.34': [['root', 'nextUniqueId', 'number']],
  'ws 8.23.0': [['socket', '_socket', 'object']],
};

export function missingInternals(exhibits: Exhibits): string[] {
  return Object.values(INTERNALS)
    .flat()
    .filter(([of, name, kind]) => typeof (exhibits[of] as Record<string, unknown>)[name] !== kind)
    .map(([of, name]) => `${of}.${name}`);
}

const insideOf = (room: Room) => room as unknown as RoomInternals;

type Handler = (client: Client, type: string, payload: unknown, context?: MessageContext) => unknown;

/**
 * Colyseus closes connections that send an unknown message type, answers such requests with its own
 * texts, and keeps several closures for each known type in each room. Here its table of handlers is a
 * proxy that returns one handler for every type. `known` is what the playground lists.
 */
export function answerAllTypes(room: Room, known: readonly string[], handler: Handler): void {
  insideOf(room).onMessageEvents.events = new Proxy<Record<string, unknown[]>>(
    {},
    {
      get: (_, type) =>
        typeof type === 'string'
          ? [
              (client: Client, payload: unknown, context?: MessageContext) =>
                handler(client, type.slice(0, 64), payload, context),
            ]
          : undefined,
      ownKeys: () => [...known],
      getOwnPropertyDescriptor: (_, type) => ({
        value: [],
        enumerable: known.includes(String(type)),
        configurable: true,
      }),
    },
  );
}

/** The cost of a queue entry besides its bytes. */
const ENTRY_BYTES = 64;

class HeldMessages extends Array<Uint8Array> {
  bytes = 0;
  #changed: () => void = () => undefined;

  #emptying: () => void = () => undefined;

  /** Results of `map` and similar methods are ordinary arrays. */
  static override get [Symbol.species](): ArrayConstructor {
    return Array;
  }

  onChange(changed: () => void): void {
    this.#changed = changed;
  }

  onEmptying(emptying: () => void): void {
    this.#emptying = emptying;
  }

  /** Colyseus sends them all, right after the whole state. */
  override forEach(...how: Parameters<Array<Uint8Array>['forEach']>): void {
    this.#emptying();
    super.forEach(...how);
  }

  override push(...messages: Uint8Array[]): number {
    for (const { length } of messages) this.bytes += length + ENTRY_BYTES;
    const count = super.push(...messages);
    this.#changed();
    return count;
  }
}

/**
 * Colyseus queues all messages to a client until it acknowledges its welcome, without a
 * limit and invisible to the socket. Call it before anything is sent to the client.
 */
export function countHeldMessages(client: Client, unsent: UnsentBytes): void {
  const queueing = client as unknown as ClientInternals;
  const { connection } = client.ref as unknown as Connected;
  if (queueing._enqueuedMessages === undefined || connection === undefined) return;
  const held = new HeldMessages();
  held.push(...queueing._enqueuedMessages);
  queueing._enqueuedMessages = held;
  // Colyseus drops its queue once it is sent; named here, it and its messages would stay as long as the connection.
  unsent.holds(connection, () =>
    queueing._enqueuedMessages instanceof HeldMessages ? queueing._enqueuedMessages.bytes : 0,
  );
  held.onChange(() => unsent.holdsMore(connection));
}

/**
 * Colyseus sends the whole state when a client acknowledges its welcome, which need not be its first message, and then
 * what it has queued for it. `then` is called in between. After `countHeldMessages`, and before the acknowledgement.
 */
export function onceStated(client: Client, then: () => void): void {
  const { _enqueuedMessages: held } = client as unknown as ClientInternals;
  if (held instanceof HeldMessages) held.onEmptying(then);
}

/**
 * `client.leave` only asks the peer to leave: until it answers, it receives everything, and the room waits
 * for it to reconnect. A dismissed client is out immediately.
 */
export function dismiss(room: Room, client: Client, code: number): void {
  const socket = client.ref as unknown as WebSocket & { onleave?: (...parts: unknown[]) => void };
  socket.removeAllListeners('message');
  if (socket.onleave !== undefined) socket.removeListener('close', socket.onleave);
  void insideOf(room)
    ._onLeave(client, code)
    .then(() => client.leave(code));
}

/** Whether a person is about to connect or reconnect. */
export function isExpecting(room: Room): boolean {
  return Object.values(insideOf(room)._reservedSeats).some(([, , used]) => !used);
}

/** A place that has been promised to a client that has not connected yet. */
interface Reserved {
  readonly sessionId: string;
  readonly identity: Identity;
  /** The key of limits per address. */
  readonly address: string;
}

/** Oldest first. */
export function reservedIn(room: Room): Reserved[] {
  return Object.entries(insideOf(room)._reservedSeats).flatMap(
    ([sessionId, [visit, identity, used, returning]]) =>
      used || returning || typeof visit === 'boolean'
        ? []
        : [{ sessionId, identity, address: visit.address ?? '' }],
  );
}

/** Colyseus' own timer continues and corrects its number of clients. */
export function revoke(room: Room, sessionId: string): void {
  delete insideOf(room)._reservedSeats[sessionId];
  insideOf(room)._reservedSeatTimeouts[sessionId]?.unref();
}

/** A room that closes: Colyseus would wait for all unused reservations. */
export function revokeAll(room: Room): void {
  for (const { sessionId } of reservedIn(room)) {
    clearTimeout(insideOf(room)._reservedSeatTimeouts[sessionId]);
    revoke(room, sessionId);
  }
}

/** What `allowReconnection` of Colyseus records, which needs a client that was connected here. */
export function allowArrival(
  room: Room,
  { sessionId, token, identity }: MovedPlace,
  seconds: number,
): Deferred<Client> {
  const { _reservedSeats: seats, _reconnections: reconnections } = insideOf(room);
  const returning = new Deferred<Client>();
  seats[sessionId] = [true, identity, false, true];
  reconnections[token] = [sessionId, returning];
  const timer = setTimeout(() => returning.reject(false), seconds * 1000);
  const clear = () => {
    clearTimeout(timer);
    delete seats[sessionId];
    delete reconnections[token];
  };
  returning.then((client) => {
    client.auth = identity;
    clear();
  }, clear);
  return returning;
}

/**
 * Colyseus 0.18 drops the timer of a reconnection that ends early, or whose room is disposed of, without
 * clearing it: until it fires, it keeps the room in memory and the process alive.
 */
export function allowReturn(room: Room, client: Client, seconds: number): Deferred<Client> {
  const returning = room.allowReconnection(client, seconds);
  const timer = insideOf(room)._reservedSeatTimeouts[client.sessionId];
  const clear = () => clearTimeout(timer);
  returning.then(clear, clear);
  return returning;
}

/** No object of the state has had this number or a higher one. */
export function nextRefOf({ root }: Encoder): number {
  return (root as unknown as RootInternals).nextUniqueId;
}

/** The TCP connection below; none before the handshake and after the end. */
export function connectionOf(socket: WebSocket): Socket | undefined {
  return (socket as unknown as SocketInternals)._socket ?? undefined;
}
