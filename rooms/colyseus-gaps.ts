// What Colyseus 0.18 leaves open and gives no hook for: each with the fault it mends.

import type { StateView } from '@colyseus/schema';
import { type Client, type MessageContext, Protocol, type Room } from 'colyseus';
import type { GatheringSocket } from './gathering-socket.ts';
import type { Unsent } from './unsent.ts';

/** Grows with the largest state there is. */
let wholeStateBuffer: Uint8Array = new Uint8Array(256 * 1024);
const patchBuffer = new Uint8Array(64 * 1024);

/**
 * Two faults of Colyseus' buffers. Each room has two of its own, though only one room encodes at a
 * time and what is sent is copied at once (`gathering-socket.ts`): all rooms share ours. And where a
 * whole state outgrows its buffer, Colyseus encodes it into a larger one, forgets that, and appends
 * a player's private part to the small one: what did not fit would be lost. So everybody's part is
 * encoded by itself first, and the larger buffer kept.
 */
export function shareBuffers(room: Room): void {
  const serializer = (room as unknown as { _serializer: Serializer })._serializer;
  const encode = serializer.getFullState.bind(serializer);
  serializer.encoder.sharedBuffer = patchBuffer;
  serializer.fullEncodeBuffer = wholeStateBuffer;
  serializer.getFullState = (client, timing) => {
    wholeStateBuffer[0] = Protocol.ROOM_STATE;
    serializer.fullEncodeBuffer = wholeStateBuffer;
    // What another room left there is not to be taken for this one's.
    serializer.needFullEncode = true;
    const { buffer } = encode();
    if (buffer !== wholeStateBuffer.buffer) {
      wholeStateBuffer = new Uint8Array(buffer);
      serializer.fullEncodeBuffer = wholeStateBuffer;
    }
    return encode(client, timing);
  };
}

/**
 * Colyseus copies everybody's part of a patch once more for each client with a private part. As what
 * is sent is copied anyway, the private part is written behind everybody's, one client's after the
 * other's in the same place. Private parts that were just opened go Colyseus' own way.
 */
export function patchWithoutCopies(room: Room): void {
  const { encoder } = (room as unknown as { _serializer: Serializer })._serializer;
  const encodeView = encoder.encodeView.bind(encoder);
  encoder.encodeView = (view, sharedOffset, it, bytes = encoder.sharedBuffer) => {
    if (view.changes.size > 0) return encodeView(view, sharedOffset, it, bytes);
    it.offset = sharedOffset;
    return encoder.encode(it, view, bytes, sharedOffset);
  };
}

interface Cursor {
  offset: number;
}

interface Encoder {
  sharedBuffer: Uint8Array;
  encode(it: Cursor, view: StateView, buffer: Uint8Array, initialOffset: number): Uint8Array;
  encodeView(view: StateView, sharedOffset: number, it: Cursor, bytes?: Uint8Array): Uint8Array;
}

/** The part of Colyseus' serializer that has the buffers. */
interface Serializer {
  readonly encoder: Encoder;
  fullEncodeBuffer: Uint8Array;
  needFullEncode: boolean;
  getFullState(client?: Client, timing?: unknown): Uint8Array;
}

/**
 * Colyseus describes the classes of the state to whoever joins, and works that out anew for each room,
 * with schema objects of its own. All states of one class have the same description, so it is made once.
 * To be called when the room has its state. `known`: by class of the state.
 */
export function shareHandshake(room: Room, known: WeakMap<object, Uint8Array>): void {
  const serializer = (room as unknown as { _serializer: Handshaking })._serializer;
  const kind = (room.state as object).constructor;
  const handshake = known.get(kind) ?? serializer.handshake();
  known.set(kind, handshake);
  serializer.handshakeCache = handshake;
}

/** The part of the serializer that greets. */
interface Handshaking {
  handshakeCache?: Uint8Array;
  handshake(): Uint8Array;
}

type Handler = (client: Client, type: string, payload: unknown, context?: MessageContext) => unknown;

/**
 * Colyseus closes the connection of whoever sends an unknown message type, answers a request of one
 * in its own words, and keeps several closures for each known type in each room. Its table of
 * handlers is a proxy instead: whatever the type, it finds the one handler. `known` is what the
 * playground lists.
 */
export function answerAllTypes(room: Room, known: readonly string[], handler: Handler): void {
  const registry = (room as unknown as { onMessageEvents: { events: Record<string, unknown[]> } })
    .onMessageEvents;
  registry.events = new Proxy<Record<string, unknown[]>>(
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

/** What an entry of a queue costs besides its bytes. */
const ENTRY_BYTES = 64;

class HeldMessages extends Array<Uint8Array> {
  bytes = 0;
  #changed: () => void = () => undefined;

  /** Of results of `map` and the like, an ordinary array is enough. */
  static override get [Symbol.species](): ArrayConstructor {
    return Array;
  }

  onChange(changed: () => void): void {
    this.#changed = changed;
  }

  override push(...messages: Uint8Array[]): number {
    for (const { length } of messages) this.bytes += length + ENTRY_BYTES;
    const count = super.push(...messages);
    this.#changed();
    return count;
  }
}

/**
 * Colyseus keeps whatever it has to say to a client until the client acknowledges its welcome, without
 * a bound and out of sight of the socket. To be called before anything is sent to it.
 */
export function countHeldMessages(client: Client, unsent: Unsent): void {
  const queueing = client as unknown as { _enqueuedMessages?: Uint8Array[] };
  const { connection } = client.ref as GatheringSocket;
  if (queueing._enqueuedMessages === undefined || connection === undefined) return;
  const held = new HeldMessages();
  held.push(...queueing._enqueuedMessages);
  queueing._enqueuedMessages = held;
  unsent.holds(connection, () => (queueing._enqueuedMessages === held ? held.bytes : 0));
  held.onChange(() => unsent.holdsMore(connection));
}

/** What Colyseus does itself where a client asks to leave; private there. */
interface Leaving {
  _onLeave(client: Client, code: number): Promise<void>;
}

/**
 * `client.leave` only asks the peer to go: until it answers, it is told everything, and its return is
 * waited for like that of a broken connection. Whoever is dismissed is out at once.
 */
export function dismiss(room: Room, client: Client, code: number): void {
  const socket = client.ref as GatheringSocket & { onleave?: (...parts: unknown[]) => void };
  socket.removeAllListeners('message');
  if (socket.onleave !== undefined) socket.removeListener('close', socket.onleave);
  void (room as unknown as Leaving)._onLeave(client, code).then(() => client.leave(code));
}
