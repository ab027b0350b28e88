// Workarounds for Colyseus 0.18 where it has no hook, each with its reason.
import type { Client, MessageContext, Room } from 'colyseus';
import type { UnsentBytes } from '../ports.ts';
import type { GatheringSocket } from './gathering-socket.ts';

type Handler = (client: Client, type: string, payload: unknown, context?: MessageContext) => unknown;

/**
 * Colyseus closes connections that send an unknown message type, answers such requests with its own
 * texts, and keeps several closures for each known type in each room. Here its table of handlers is a
 * proxy that returns one handler for every type. `known` is what the playground lists.
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
  const queueing = client as unknown as { _enqueuedMessages?: Uint8Array[] };
  const { connection } = client.ref as GatheringSocket;
  if (queueing._enqueuedMessages === undefined || connection === undefined) return;
  const held = new HeldMessages();
  held.push(...queueing._enqueuedMessages);
  queueing._enqueuedMessages = held;
  unsent.holds(connection, () => (queueing._enqueuedMessages === held ? held.bytes : 0));
  held.onChange(() => unsent.holdsMore(connection));
}

/**
 * Colyseus sends the whole state when a client acknowledges its welcome, which need not be its first message, and then
 * what it has queued for it. `then` is called in between. After `countHeldMessages`, and before the acknowledgement.
 */
export function onceStated(client: Client, then: () => void): void {
  const { _enqueuedMessages: held } = client as unknown as { _enqueuedMessages?: Uint8Array[] };
  if (held instanceof HeldMessages) held.onEmptying(then);
}

/** What Colyseus itself does when a client asks to leave; private there. */
interface Leaving {
  _onLeave(client: Client, code: number): Promise<void>;
}

/**
 * `client.leave` only asks the peer to leave: until it answers, it receives everything, and the room waits
 * for it to reconnect. A dismissed client is out immediately.
 */
export function dismiss(room: Room, client: Client, code: number): void {
  const socket = client.ref as GatheringSocket & { onleave?: (...parts: unknown[]) => void };
  socket.removeAllListeners('message');
  if (socket.onleave !== undefined) socket.removeListener('close', socket.onleave);
  void (room as unknown as Leaving)._onLeave(client, code).then(() => client.leave(code));
}
