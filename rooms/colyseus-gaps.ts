// What Colyseus 0.18 leaves open and gives no hook for: each with the fault it mends.
import type { Client, MessageContext, Room } from '@colyseus/core';

/**
 * Where a whole state outgrows its buffer, Colyseus encodes it into a larger one, forgets that, and
 * appends a player's private part to the small one: what did not fit would be lost. So everybody's
 * part is encoded by itself first, and the larger buffer kept.
 */
export function keepGrownBuffer(room: Room): void {
  const serializer = (room as unknown as { _serializer: WholeStates })._serializer;
  const encode = serializer.getFullState.bind(serializer);
  serializer.getFullState = (client, timing) => {
    const { buffer } = encode();
    if (buffer !== serializer.fullEncodeBuffer.buffer) serializer.fullEncodeBuffer = new Uint8Array(buffer);
    return encode(client, timing);
  };
}

/** The part of Colyseus' serializer that encodes whole states. */
interface WholeStates {
  fullEncodeBuffer: Uint8Array;
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
 * Colyseus closes the connection of whoever sends an unknown message type, and answers a request
 * of one in its own words. Its table of handlers is asked through a proxy instead, so that an
 * unknown type finds a handler like any other. To be called when all known types are registered.
 */
export function answerUnknownTypes(room: Room, handler: Handler): void {
  const registry = (room as unknown as { onMessageEvents: { events: Record<string, unknown[]> } })
    .onMessageEvents;
  registry.events = new Proxy(registry.events, {
    get(known, type) {
      if (typeof type !== 'string') return undefined;
      return (
        known[type] ?? [
          (client: Client, payload: unknown, context?: MessageContext) =>
            handler(client, type.slice(0, 64), payload, context),
        ]
      );
    },
  });
}
