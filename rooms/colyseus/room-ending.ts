// How a room ends: its match goes to sleep, is closed, or moves to another process.
import { CloseCode, type Room } from 'colyseus';
import type { ClosingReason } from '../../shared/protocol/lines.ts';
import { CLOSE } from '../../shared/protocol/messages.ts';
import type { MovedMatch, MovedPlace, Ownership } from '../berth/cluster.ts';
import { placeOf } from './reconnection.ts';
import type { RoomParts } from './room-parts.ts';

/** What streams are told when the room ends with this code. */
const REASONS: Readonly<Record<number, ClosingReason>> = {
  [CLOSE.sleeping]: 'sleeping',
  [CLOSE.closed]: 'closed',
};

/** Resolves with whether another process has taken the match. */
export type HandOver = (moved: MovedMatch) => Promise<boolean>;

interface RoomEndingDeps {
  readonly room: Room;
  readonly parts: RoomParts;
  readonly ownership: Ownership;
  /** No object of the synchronized state had this number or a higher one. */
  readonly nextRef: () => number;
}

export class RoomEnding {
  readonly #room: Room;
  readonly #parts: RoomParts;
  readonly #ownership: Ownership;
  readonly #nextRef: () => number;
  #closing: Promise<unknown> | undefined;

  constructor({ room, parts, ownership, nextRef }: RoomEndingDeps) {
    this.#room = room;
    this.#parts = parts;
    this.#ownership = ownership;
    this.#nextRef = nextRef;
  }

  /** Resolves when the room is gone; `undefined` unless it is closing. */
  get closing(): Promise<unknown> | undefined {
    return this.#closing;
  }

  /**
   * Leaves memory until a player returns or a time-out is due. While the storage accepts no writes it stays
   * awake, since it would not be woken for its time-outs.
   */
  async sleep(): Promise<void> {
    const { presence, reservations, session } = this.#parts;
    if (!presence.isEmpty) return;
    const isStored = await session.storeWakeTime();
    if (!presence.isEmpty || this.#closing !== undefined) return;
    // A client that has reserved a place and not connected yet would find the room gone.
    if (isStored && !reservations.arePending) await this.shut(CLOSE.sleeping);
    else presence.becomeIdle();
  }

  async shut(code: number): Promise<void> {
    this.#closing ??= this.#shut(code, () => Promise.resolve(false));
    await this.#closing;
  }

  /**
   * Moves to another process: `handOver` is called once nothing is under way; then clients return to it
   * there. Resolves with whether it was handed over; otherwise it has gone to sleep.
   */
  async move(handOver: HandOver): Promise<boolean> {
    let isMoved = false;
    const noting = async (moved: MovedMatch) => {
      isMoved = await handOver(moved);
      return isMoved;
    };
    this.#closing ??= this.#shut(CloseCode.SERVER_SHUTDOWN, noting);
    await this.#closing;
    return isMoved;
  }

  async #shut(code: number, handOver: HandOver): Promise<void> {
    const { delivery, listed, presence, reservations, returns, session, talk, visits } = this.#parts;
    const places = this.#places();
    listed.close();
    presence.close();
    reservations.close();
    returns.close();
    if (code === CLOSE.closed) this.#room.broadcast('closing', { reason: 'closed' });
    await session.close();
    delivery.close();
    const { roomId: matchId } = this.#room;
    const isMoved = await handOver({
      matchId,
      places,
      chat: talk.chat.lines,
      firstRef: this.#nextRef(),
    });
    if (!isMoved) await this.#ownership.release(matchId);
    // Clients reopen their streams at once.
    visits.closeAll(isMoved ? 'expired' : (REASONS[code] ?? 'shutting-down'));
    await this.#room.disconnect(isMoved ? CloseCode.MAY_TRY_RECONNECT : code);
  }

  /** Sockets: their SDK reconnects by itself. */
  #places(): MovedPlace[] {
    const { presence, returns, session } = this.#parts;
    const connected = [...presence.attendees].flatMap((attendee) => {
      const { client, identity } = attendee;
      if (client === undefined || session.seatOf(identity.id) === undefined) return [];
      return [placeOf(client, attendee)];
    });
    return [...connected, ...returns.places];
  }
}
