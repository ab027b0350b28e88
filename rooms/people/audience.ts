// What a session sends to its viewers.
import type { Bulletin } from '../show/news-memory.ts';

/** The only output: each call updates all viewers, in this order and immediately. */
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
