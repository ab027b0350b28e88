// Visitors without a Colyseus socket: each gets lines of JSON, first everything, then changes.
import type { Language } from '../../shared/kernel/game.ts';
import type { Seat } from '../../shared/kernel/seat.ts';
import type { ClosingReason } from '../../shared/protocol/lines.ts';
import { PROTOCOL_VERSION } from '../../shared/protocol/version.ts';
import type { Session } from '../play/session.ts';
import type { Identity } from '../ports.ts';
import { newsSince, type Recalled } from '../show/missed.ts';
import { type Bulletin, messageFor } from '../show/news-memory.ts';
import { clockFactsOf, invitationOf, tableFactsOf } from '../show/truth.ts';
import type { Chat, ChatLine } from './chat.ts';

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
export interface Missed {
  /** The last version that it saw. */
  readonly since: number;
  readonly recalled: Recalled;
}

/** What a visitor received last. */
interface Shown {
  seat: Seat | null;
  table: string;
  clock: string;
}

export class Visits {
  readonly #session: Session;
  readonly #chat: Chat;
  readonly #shown = new Map<Visitor, Shown>();
  /** The last version whose news were sent. */
  #told: number;

  constructor(session: Session, chat: Chat) {
    this.#session = session;
    this.#chat = chat;
    this.#told = session.version;
  }

  get count(): number {
    return this.#shown.size;
  }

  /** A visitor that says what it saw last gets the news after it, if available. */
  add(visitor: Visitor, missed: Missed | undefined): void {
    if (missed !== undefined) this.#catchUp(visitor, missed);
    this.#sendFull(visitor);
  }

  remove(visitor: Visitor): void {
    this.#shown.delete(visitor);
  }

  /** A person took or left a seat: everything they may see has changed. */
  seatChanged(id: string | undefined): void {
    for (const visitor of this.#shown.keys()) if (visitor.identity.id === id) this.#sendFull(visitor);
  }

  tell(bulletin: Bulletin): void {
    this.#told = bulletin.version;
    if (this.#shown.size === 0) return;
    const lines = new Map<Seat | null, string>();
    const clock = JSON.stringify(clockFactsOf(this.#session));
    for (const [visitor, shown] of this.#shown) {
      const line = lines.get(shown.seat) ?? this.#newsLine(bulletin, shown.seat);
      lines.set(shown.seat, line);
      visitor.send(line);
      shown.clock = clock;
    }
    this.changed();
  }

  /** The table may have changed; visitors that are up to date get nothing. */
  changed(): void {
    if (this.#shown.size === 0) return;
    // A new version is sent with its news, which follow immediately; a broken match has none.
    if (this.#session.version !== this.#told && this.#session.status !== 'frozen') return;
    const session = this.#session;
    const facts = tableFactsOf(session);
    const table = JSON.stringify(facts);
    const times = clockFactsOf(session);
    const clock = JSON.stringify(times);
    for (const [visitor, shown] of this.#shown) {
      if (shown.table === table && shown.clock === clock) continue;
      shown.table = table;
      shown.clock = clock;
      const { seat } = shown;
      const invitation = seat === null ? null : invitationOf(session.table);
      const version = this.#session.version;
      visitor.send(JSON.stringify({ type: 'table', version, seat, table: facts, invitation, ...times }));
    }
  }

  said(line: ChatLine): void {
    const text = JSON.stringify({ type: 'chat', ...line });
    for (const visitor of this.#shown.keys()) visitor.send(text);
  }

  close(visitor: Visitor, reason: ClosingReason): void {
    visitor.send(JSON.stringify({ type: 'closing', reason }));
    visitor.end();
  }

  closeAll(reason: ClosingReason): void {
    for (const visitor of [...this.#shown.keys()]) this.close(visitor, reason);
  }

  #catchUp(visitor: Visitor, { since, recalled }: Missed): void {
    const seat = this.#session.seatOf(visitor.identity.id) ?? null;
    const { complete, news } = newsSince(this.#session, since, seat, recalled);
    if (complete) for (const message of news) visitor.send(JSON.stringify({ type: 'news', ...message }));
    else visitor.send(JSON.stringify({ type: 'gap', since, version: this.#session.version }));
  }

  #sendFull(visitor: Visitor): void {
    const seat = this.#session.seatOf(visitor.identity.id) ?? null;
    const truth = this.#session.truth(seat);
    const { table, decisions, banks } = truth;
    this.#shown.set(visitor, {
      seat,
      table: JSON.stringify(table),
      clock: JSON.stringify({ decisions, banks }),
    });
    const chat = this.#chat.lines;
    visitor.send(JSON.stringify({ type: 'full', protocol: PROTOCOL_VERSION, ...truth, chat }));
  }

  #newsLine(bulletin: Bulletin, seat: Seat | null): string {
    const { view, seatView, decisions, banks } = this.#session.truth(seat);
    const news = messageFor(bulletin, seat);
    return JSON.stringify({ type: 'news', ...news, view, seatView, decisions, banks });
  }
}
