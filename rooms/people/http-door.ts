// Access to a room without a Colyseus socket: single requests, and visitors with a stream.
import { type Rejection, reject } from '../../shared/kernel/codes.ts';
import type { Seat } from '../../shared/kernel/seat.ts';
import type { TableCode } from '../../shared/protocol/codes.ts';
import type { Truth } from '../../shared/protocol/lines.ts';
import type { Desk } from '../play/desk.ts';
import type { Session } from '../play/session.ts';
import type { RoomDeps } from '../ports.ts';
import type { Delivery } from '../show/delivery.ts';
import type { History } from '../show/history.ts';
import { type Recalled, recallNews } from '../show/missed-news.ts';
import type { Answer, Asker } from './asker.ts';
import type { Attendance } from './attendance.ts';
import type { Looker, Seating } from './seating.ts';
import type { Missed, Visitor, Visits } from './visits.ts';

/** A client that makes requests without a connection. */
export interface HttpCaller extends Asker, Looker {}

interface Context {
  readonly deps: RoomDeps;
  readonly session: Session;
  readonly attendance: Attendance;
  readonly seating: Seating;
  readonly desk: Desk;
  readonly history: History;
  readonly visits: Visits;
  readonly delivery: Delivery;
  readonly isClosing: () => boolean;
}

const NOTHING: Recalled = { viewer: null, news: [] };

export class HttpDoor {
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
  }

  /** News that the room's memory no longer has, for the visit that follows. */
  async recall(caller: HttpCaller, since: number): Promise<Missed> {
    const { seating, session, history } = this.#context;
    if (seating.lookRefusal(caller, false) !== undefined) return { since, recalled: NOTHING };
    return { since, recalled: await recallNews(session, history, since, caller) };
  }

  /** Admits a visitor, which then receives everything it may know. */
  visit(visitor: Visitor, invitation: string | undefined, missed: Missed | undefined): TableCode | undefined {
    const { isClosing, seating, attendance, visits, delivery, deps } = this.#context;
    if (isClosing()) return 'shutting-down';
    const join = { spectate: true, ...(invitation && { invitation }) };
    const refusal = seating.entryRefusal(visitor, join);
    if (refusal !== undefined) return refusal;
    attendance.supersede(visitor.identity.id, 'stream', deps.limits.streamsPerPlayerAndMatch);
    visits.admit(visitor, missed);
    delivery.flush();
    return undefined;
  }

  /** Ends a stream that the client will reopen at once: the player counts as present meanwhile. */
  expire(visitor: Visitor): void {
    const { attendance, session, isClosing } = this.#context;
    const viewer = attendance.viewer(visitor.id);
    if (viewer === undefined) return;
    if (session.seatOf(viewer.identity.id) !== undefined && !isClosing()) attendance.call(viewer);
    attendance.dismiss(viewer, 'expired');
  }

  leave({ id }: Visitor): void {
    this.#context.attendance.go(id);
  }

  /** What a polling client may know. */
  look(caller: HttpCaller): Answer<Truth> {
    const { session } = this.#context;
    const refusal = this.#callRefusal(caller);
    if (refusal !== undefined) return refusal;
    return { ok: true, value: session.truth(session.seatOf(caller.identity.id) ?? null) };
  }

  /** A request of a polling client to the table. */
  async ask(caller: HttpCaller, type: string, payload: unknown): Promise<Answer> {
    return this.#callRefusal(caller) ?? (await this.#context.desk.answer(caller, type, payload));
  }

  /** A command of a polling client. */
  async play(caller: HttpCaller, type: string, payload: unknown): Promise<Answer> {
    return this.#callRefusal(caller) ?? (await this.#context.desk.play(caller, type, payload));
  }

  /** A seat for a polling client; by default the first free one. */
  async seat(caller: HttpCaller, wish: Seat | undefined): Promise<Answer<{ seat: Seat }>> {
    const { isClosing, seating, session, attendance, delivery } = this.#context;
    if (isClosing()) return reject('shutting-down', null);
    const { identity, invitation } = caller;
    if (seating.lookRefusal(caller, false) === 'invitation-required')
      return reject('invitation-required', null);
    const { begun } = session;
    if (begun !== undefined && !seating.invitesToSeat(invitation))
      return reject(session.table.seatInvitation === '' ? begun : 'invitation-required', null);
    const options = { spectate: false, ...(wish !== undefined && { seat: wish }) };
    const refusal = await seating.admit(caller, { ...options, ...(invitation && { invitation }) });
    if (refusal !== undefined) return reject(refusal, null);
    attendance.call(caller);
    delivery.flush();
    return { ok: true, value: { seat: session.seatOf(identity.id) ?? -1 } };
  }

  #callRefusal(caller: HttpCaller): Rejection | undefined {
    const { isClosing, seating, session, attendance, desk } = this.#context;
    if (isClosing()) return reject('shutting-down', null);
    const refusal = seating.lookRefusal(caller, false);
    if (refusal !== undefined) return reject(refusal, null);
    if (!desk.mayAsk(caller)) return reject('rate-limited', null);
    if (session.seatOf(caller.identity.id) !== undefined) attendance.call(caller);
    return undefined;
  }
}
