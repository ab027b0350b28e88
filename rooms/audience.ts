// What a session says to those who watch it.
import type { Bulletin } from './news-memory.ts';

/** The one way out: each call brings what everybody sees up to date, in this order and at once. */
export interface Audience {
  /** A version: the synchronized state first, then the news of it. */
  advance(bulletin: Bulletin): void;
  /** What changed without a command: at the table alone, or in the game's clock too. */
  refresh(what: 'table' | 'all'): void;
  /** The next match of the same players. */
  rematch(matchId: string): void;
}
