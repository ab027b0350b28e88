// Access to a room without a Colyseus socket: single requests, and visitors with a stream.
import { type Rejection, reject } from '../../shared/kernel/codes.ts';
import type { Language } from '../../shared/kernel/game.ts';
import type { Seat } from '../../shared/kernel/seat.ts';
import type { TableCode } from '../../shared/protocol/codes.ts';
import type { ClosingReason, Truth } from '../../shared/protocol/lines.ts';
import { PROTOCOL_VERSION } from '../../shared/protocol/version.ts';
import type { Desk } from '../play/desk.ts';
import type { Session } from '../play/session.ts';
import type { Identity, RoomDeps } from '../ports.ts';
import type { Delivery } from '../show/delivery.ts';
import type { History } from '../show/history.ts';
import { newsSince, type Recalled, recallNews } from '../show/missed-news.ts';
import { type Bulletin, messageFor } from '../show/news-memory.ts';
import { clockFactsOf, invitationOf, tableFactsOf } from '../show/truth.ts';
import type { Attendance } from './attendance.ts';
import type { Blocks } from './blocks.ts';
import type { Talk } from './chat.ts';
import type { Looker, Seating } from './seating.ts';
import type { Answer, Asker, Said, Transport, Viewer } from './viewer.ts';

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

/** A connection of any kind that carries text, one JSON object per line. */
export interface Visitor {
  /** Different for each connection. */
  readonly id: string;
  readonly identity: Identity;
  readonly language: Language;
  /** The key of limits per address. */
  readonly address: string;
  send(line: string): void;
  /** After the last line. */
  end(): void;
}

/** Where a visitor's news begin. */
interface Missed {
  /** The last version that it saw. */
  readonly since: number;
  readonly recalled: Recalled;
}

class StreamViewer implements Viewer {
  readonly kind = 'stream';
  readonly id: string;
  readonly identity: Identity;
  readonly address: string;
  language: Language;
  /** What it received last. */
  seat: Seat | null = null;
  table = '';
  clock = '';
  readonly reseat: () => void;
  readonly #visitor: Visitor;

  constructor(visitor: Visitor, sendFull: (viewer: StreamViewer) => void) {
    this.#visitor = visitor;
    this.id = visitor.id;
    this.identity = visitor.identity;
    this.address = visitor.address;
    this.language = visitor.language;
    this.reseat = () => sendFull(this);
  }

  send(line: object): void {
    this.sendText(JSON.stringify(line));
  }

  sendText(line: string): void {
    this.#visitor.send(line);
  }

  conceal(): void {
    // Nothing changes what has been sent; from now on lines are made for the new seat.
  }

  close(reason: ClosingReason): void {
    this.send({ type: 'closing', reason });
    this.#visitor.end();
  }
}

/** Streams: each visitor gets lines of JSON, first everything, then changes. */
export class Visits implements Transport {
  readonly #session: Session;
  readonly #talk: Talk;
  readonly #blocks: Blocks;
  readonly #attendance: Attendance;
  /** The last version whose news were sent. */
  #told: number;

  constructor(session: Session, talk: Talk, blocks: Blocks) {
    this.#session = session;
    this.#talk = talk;
    this.#blocks = blocks;
    this.#attendance = session.people.attendance;
    this.#told = session.version;
  }

  /** A visitor that says what it saw last gets the news after it, if available, and then everything. */
  admit(visitor: Visitor, missed: Missed | undefined): void {
    const viewer = new StreamViewer(visitor, (reseated) => this.#sendFull(reseated));
    this.#attendance.come(viewer);
    if (missed !== undefined) this.#catchUp(viewer, missed);
    viewer.reseat();
  }

  tell(bulletin: Bulletin): void {
    this.#told = bulletin.version;
    const viewers = this.#viewers;
    if (viewers.length === 0) return;
    const lines = new Map<Seat | null, string>();
    const clock = JSON.stringify(clockFactsOf(this.#session));
    const isNewest = bulletin.version === this.#session.version;
    for (const viewer of viewers) {
      const line = lines.get(viewer.seat) ?? this.#newsLine(bulletin, viewer.seat, isNewest);
      lines.set(viewer.seat, line);
      viewer.sendText(line);
      if (isNewest) viewer.clock = clock;
    }
    this.show();
  }

  /** The table may have changed; visitors that are up to date get nothing. */
  show(): void {
    const viewers = this.#viewers;
    if (viewers.length === 0) return;
    const session = this.#session;
    // A new version is sent with its news, which follow immediately; a broken match has none.
    if (session.version !== this.#told && session.status !== 'frozen') return;
    const facts = tableFactsOf(session);
    const table = JSON.stringify(facts);
    const times = clockFactsOf(session);
    const clock = JSON.stringify(times);
    const { version } = session;
    for (const viewer of viewers) {
      if (viewer.table === table && viewer.clock === clock) continue;
      viewer.table = table;
      viewer.clock = clock;
      const { seat } = viewer;
      const invitation = seat === null ? null : invitationOf(session.table);
      viewer.send({ type: 'table', version, seat, table: facts, invitation, ...times });
    }
  }

  say({ from, line }: Said): void {
    const text = JSON.stringify({ type: 'chat', ...line });
    for (const viewer of this.#viewers)
      if (!this.#blocks.known(viewer.identity.id).has(from)) viewer.sendText(text);
  }

  closeAll(reason: ClosingReason): void {
    for (const viewer of this.#viewers) viewer.close(reason);
  }

  get #viewers(): StreamViewer[] {
    return [...this.#attendance.viewers].filter((viewer) => viewer instanceof StreamViewer);
  }

  #catchUp(viewer: StreamViewer, { since, recalled }: Missed): void {
    const seat = this.#session.seatOf(viewer.identity.id) ?? null;
    const { complete, news } = newsSince(this.#session, since, seat, recalled);
    if (complete) for (const message of news) viewer.send({ type: 'news', ...message });
    else viewer.send({ type: 'gap', since, version: this.#session.version });
  }

  #sendFull(viewer: StreamViewer): void {
    const seat = this.#session.seatOf(viewer.identity.id) ?? null;
    const truth = this.#session.truth(seat);
    const { table, decisions, banks } = truth;
    viewer.seat = seat;
    viewer.table = JSON.stringify(table);
    viewer.clock = JSON.stringify({ decisions, banks });
    const chat = this.#talk.linesFor(viewer.identity);
    viewer.send({ type: 'full', protocol: PROTOCOL_VERSION, ...truth, chat });
  }

  /** What was held back while others followed has its events alone: its views are gone. */
  #newsLine(bulletin: Bulletin, seat: Seat | null, isNewest: boolean): string {
    if (!isNewest) return JSON.stringify({ type: 'news', ...messageFor(bulletin, seat) });
    const { view, seatView, decisions, banks } = this.#session.truth(seat);
    const news = messageFor(bulletin, seat);
    return JSON.stringify({ type: 'news', ...news, view, seatView, decisions, banks });
  }
}
