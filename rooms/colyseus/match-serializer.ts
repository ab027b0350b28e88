// Colyseus' serializer of synchronized states, with buffers and descriptions that all rooms share.
import { $refId, Encoder, Root, type Schema } from '@colyseus/schema';
import { Protocol, SchemaSerializer } from 'colyseus';
import { nextRefOf } from './internals.ts';

/** Shared by the rooms of one server: only one room encodes at a time, and sent data is copied immediately. */
export class SharedEncoding {
  /** Grows with the largest state there is. */
  wholeState: Uint8Array = new Uint8Array(256 * 1024);
  readonly patch = new Uint8Array(64 * 1024);
  /** The description of a state that clients get when they join, by its class: the same for all states of one class. */
  readonly handshakes = new WeakMap<object, Uint8Array>();
}

export class MatchSerializer extends SchemaSerializer<Schema> {
  readonly #shared: SharedEncoding;
  readonly #firstRef: number | undefined;

  /**
   * Clients know the objects of a state by number. Those that return from another process still know its
   * numbers, so none may be used again: `firstRef` is the first free one.
   */
  constructor(shared: SharedEncoding, firstRef: number | undefined) {
    super();
    this.#shared = shared;
    this.#firstRef = firstRef;
    this.fullEncodeBuffer = shared.wholeState;
  }

  /**
   * Colyseus copies the public part of a patch once more for each client with a private part. As what is
   * sent is copied anyway, the private part is written after the public one, one client's after the
   * other's in the same place. Private parts that were just opened go Colyseus' own way.
   */
  override reset(state: Schema): void {
    if (this.#firstRef === undefined) super.reset(state);
    else this.#resetFrom(state, this.#firstRef);
    const { encoder } = this;
    const encodeView = encoder.encodeView.bind(encoder);
    encoder.sharedBuffer = this.#shared.patch;
    encoder.encodeView = (view, sharedOffset, it, bytes = encoder.sharedBuffer) => {
      if (view.changes.size > 0) return encodeView(view, sharedOffset, it, bytes);
      it.offset = sharedOffset;
      return encoder.encode(it, view, bytes, sharedOffset);
    };
  }

  #resetFrom(state: Schema, firstRef: number): void {
    // Of an empty state, for everything else that is set.
    super.reset(Reflect.construct(state.constructor, []) as Schema);
    // All clients know the number of the root.
    Object.defineProperty(state, $refId, { value: 0, writable: true });
    this.encoder = new Encoder(state, new Root(this.encoder.context, Math.max(1, firstRef)));
  }

  /** No object of the state has had this number or a higher one. */
  get nextRef(): number {
    return nextRefOf(this.encoder);
  }

  /**
   * If a full state outgrows its buffer, Colyseus encodes it into a larger one, discards that, and
   * appends a player's private part to the small one, so what did not fit would be lost. Here the public part
   * is encoded separately first, and the larger buffer is kept.
   */
  override getFullState(
    ...[client, timing]: Parameters<SchemaSerializer<Schema>['getFullState']>
  ): Uint8Array {
    const shared = this.#shared;
    shared.wholeState[0] = Protocol.ROOM_STATE;
    this.fullEncodeBuffer = shared.wholeState;
    // The buffer may hold another room's state.
    this.needFullEncode = true;
    const { buffer } = super.getFullState();
    if (buffer !== shared.wholeState.buffer) shared.wholeState = new Uint8Array(buffer);
    this.fullEncodeBuffer = shared.wholeState;
    return super.getFullState(client, timing);
  }

  /** Colyseus builds it again for each room, with separate schema objects. */
  override handshake(): Uint8Array {
    const { handshakes } = this.#shared;
    const kind = this.encoder.state.constructor;
    this.handshakeCache = handshakes.get(kind) ?? super.handshake();
    handshakes.set(kind, this.handshakeCache);
    return this.handshakeCache;
  }
}
