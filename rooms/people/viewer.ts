// Connections of people to a table, whatever carries them: what is shown over them, and who asks.
import type { Parsed } from '../../shared/kernel/codes.ts';
import type { Language } from '../../shared/kernel/game.ts';
import type { Seat } from '../../shared/kernel/seat.ts';
import type { ClosingReason } from '../../shared/protocol/lines.ts';
import type { Identity } from '../ports.ts';
import type { Bulletin } from '../show/news-memory.ts';

/** One connection of a person. A person may have several, over several transports. */
export interface Viewer extends Asker {
  /** Different for each connection. */
  readonly id: string;
  readonly kind: 'socket' | 'stream';
  /** Takes back what it knew of a seat that its person has lost; `reseat` follows. */
  conceal(): void;
  /** Its person took or lost a seat: shows what may be seen from now on. */
  reseat(): void;
  /** Says why, and ends the connection. */
  close(reason: ClosingReason): void;
}

/** How much of a match may have changed: the table, what a command changes, or both. */
export type Changed = 'table' | 'progress' | 'all';

/** Reaches all viewers of one kind, and makes only once what is the same for several of them. */
export interface Transport {
  show(changed: Changed): void;
  /** The news of a version that has just been shown. */
  tell(bulletin: Bulletin): void;
  say(said: Said): void;
  /** The next match of the same players, unless the table itself says so to these viewers. */
  rematch?(matchId: string): void;
  /** For a client that returned with the state it knew. */
  restateAbsence?(): void;
}

/** A client that sends requests to a table. */
export interface Asker {
  readonly identity: Identity;
  /** The key of limits per address. */
  readonly address: string;
  language: Language;
  /** It gets the state and answers only: a program for Colyseus is warned of every other message. */
  readonly isQuiet?: boolean | undefined;
  /** From now on its news come in few bytes, after the book with which they are read. Only over sockets. */
  shortenNews?(): void;
}

export type Answer<Value extends object = object> = Parsed<Value>;

/** The only output of a session: each call updates all viewers, in this order and immediately. */
export interface Audience {
  /** A version: the synchronized state first, then the news of it. */
  advance(bulletin: Bulletin): void;
  /** What changed without a command: only the table, or the game's clock too. */
  refresh(what: 'table' | 'all'): void;
  /** A person took or lost a seat: first what they may see from now on, then what has changed for all. */
  reseat(id: string): void;
  /** The next match of the same players. */
  rematch(matchId: string): void;
}

export interface ChatLine {
  /** `null` for a spectator. */
  readonly seat: Seat | null;
  readonly name: string;
  readonly text: string;
  readonly at: number;
}

/** With the id of who said it, which no client learns. */
export interface Said {
  readonly from: string;
  readonly line: ChatLine;
}
