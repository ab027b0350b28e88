// How a room ends: its match goes to sleep, is closed, or moves to another process.
import { CloseCode, type Room } from 'colyseus';
import type { ClosingReason } from '../../shared/protocol/lines.ts';
import { CLOSE } from '../../shared/protocol/messages.ts';
import type { Berth } from '../berth/berth.ts';
import type { MovedMatch } from '../berth/cluster.ts';
import type { RoomParts } from './room-parts.ts';

/** What streams are told when the room ends with this code. */
const REASONS: Readonly<Record<number, ClosingReason>> = {
  [CLOSE.sleeping]: 'sleeping',
  [CLOSE.closed]: 'closed',
};

/** Resolves with whether another process has taken the match. */
export type HandOver = (moved: MovedMatch) => Promise<boolean>;

interface RoomEndingContext {
  readonly room: Room;
  readonly parts: RoomParts;
  readonly berth: Pick<Berth<Room>, 'leave'>;
  /** No object of the synchronized state had this number or a higher one. */
  readonly nextRef: () => number;
}

export class RoomEnding {
  readonly #context: RoomEndingContext;
  #closing: Promise<boolean> | undefined;

  constructor(context: RoomEndingContext) {
    this.#context = context;
  }

  get isClosing(): boolean {
    return this.#closing !== undefined;
  }

  /**
   * Leaves memory until a player returns or a time-out is due. While the storage accepts no writes it stays
   * awake, since it would not be woken for its time-outs.
   */
  async sleep(): Promise<void> {
    const { attendance, places, session } = this.#context.parts;
    if (!attendance.isEmpty) return;
    const isStored = await session.storeWakeTime();
    if (!attendance.isEmpty || this.#closing !== undefined) return;
    // A client that has reserved a place and not connected yet would find the room gone.
    if (isStored && !places.arePending) await this.shut(CLOSE.sleeping);
    else attendance.becomeIdle();
  }

  async shut(code: number): Promise<void> {
    this.#closing ??= this.#leave(code, () => Promise.resolve(false));
    await this.#closing;
  }

  /**
   * Moves to another process: `handOver` is called once nothing is under way; then clients return to it
   * there. Resolves with whether it was handed over; otherwise it has gone to sleep.
   */
  async move(handOver: HandOver): Promise<boolean> {
    this.#closing ??= this.#leave(CloseCode.SERVER_SHUTDOWN, handOver);
    return await this.#closing;
  }

  #leave(code: number, handOver: HandOver): Promise<boolean> {
    const { room, parts, berth, nextRef } = this.#context;
    const { delivery, listed, attendance, places, session, sockets, talk, visits } = parts;
    // Their SDK reconnects by itself.
    const back = [...sockets.places, ...places.kept];
    if (code === CLOSE.closed) sockets.broadcast('closing', { reason: 'closed' });
    listed.close();
    attendance.close();
    places.close();
    const { roomId: matchId } = room;
    return berth.leave({
      finish: async () => {
        await session.close();
        delivery.close();
      },
      handOver: () => handOver({ matchId, places: back, chat: talk.chat.lines, firstRef: nextRef() }),
      disband: async (isMoved) => {
        // Clients reopen their streams at once.
        visits.closeAll(isMoved ? 'expired' : (REASONS[code] ?? 'shutting-down'));
        await room.disconnect(isMoved ? CloseCode.MAY_TRY_RECONNECT : code);
      },
    });
  }
}
