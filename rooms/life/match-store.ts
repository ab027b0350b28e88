// The store of matches: rows, journals, and what every store must guarantee.
import type { Result } from '../../shared/kernel/game.ts';
import type { Entry } from '../../shared/kernel/journal.ts';
import type { Owing } from './notices.ts';
import type { Table } from './table.ts';

export type MatchStatus = 'lobby' | 'playing' | 'finished' | 'frozen' | 'abandoned';

/** The stored match without its journal. */
export interface MatchRow {
  readonly matchId: string;
  readonly game: string;
  /** Name and hash of its edition. */
  readonly edition: string;
  readonly editionHash: string;
  readonly rulesVersion: number;
  readonly status: MatchStatus;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** Or when its last command was accepted, if that is later. */
  readonly updatedAt: number;
  /**
   * When the next time-out of a sleeping match is due; 0 while the match is in memory (so that it is
   * found after a crash); `null` without a clock. Of a lobby, when its players are to be reminded.
   */
  readonly wakeAt: number | null;
  /** Secret until the match is finished. */
  readonly seed: string;
  /** The table as the rooms describe it (seats, options, clock…). */
  readonly table: Table;
  readonly result: Result | null;
}

/** What a match is played with, from its beginning to its end. */
export type PlayedWith = Pick<MatchRow, 'game' | 'editionHash' | 'rulesVersion'>;

/** An accepted command as stored. */
export interface JournalRow extends Entry {
  /** When it was accepted, in milliseconds since 1970. */
  readonly at: number;
}

/** Consecutive entries of a journal. */
export interface JournalPart {
  /** Only later versions. */
  readonly after: number;
  readonly most: number;
}

export type MatchChange = Partial<Omit<MatchRow, 'matchId' | 'game' | 'createdAt' | 'seed'>>;

export interface OldQuery {
  readonly status: MatchStatus;
  readonly unchangedSince: number;
  /** Where the last answer ended. */
  readonly after: OldMatches['next'];
  /** How many are examined, whether old or not. */
  readonly limit: number;
}

export interface OldMatches {
  readonly matches: readonly MatchRow[];
  /** There may be more. */
  readonly next?: { readonly createdAt: number; readonly id: number } | undefined;
}

export interface MatchCount {
  readonly status: MatchStatus;
  readonly game: string;
  readonly matches: number;
}

/** Unfinished matches that are played with the same rules and edition. */
export interface OpenMatches extends PlayedWith {
  readonly edition: string;
  readonly matches: number;
}

/** Durable storage. Promises resolve only when the data would survive the end of the process. */
export interface MatchStore {
  /** Refuses a `matchId` that exists (rejects with an Error). */
  create(row: MatchRow): Promise<void>;
  /**
   * Appends journal rows and changes the match row, all or nothing. Writes of one turn of the
   * event loop share a transaction (group commit); one match's failing write fails alone.
   * Rejects if a row's version is already there: two owners of one match would show here. A `StoreError`
   * says whether the refused data may exist after a restart (`unconfirmed`). What players are to be told of it belongs
   * to the same transaction.
   */
  commit(matchId: string, rows: readonly JournalRow[], change: MatchChange, told?: Owing): Promise<void>;
  /** Rejects with a `StoreError` of code `damaged` if the stored data is not what was written, or no table. */
  load(matchId: string): Promise<MatchRow | undefined>;
  /** Rejects in the same way. Without `part`: all of it. */
  journal(matchId: string, part?: JournalPart): Promise<readonly JournalRow[]>;
  /** Newest first, without damaged ones; at most `limit`. */
  list(filter: {
    readonly status?: readonly MatchStatus[];
    /** Who has a seat now. */
    readonly player?: string;
    /** Only if unchanged since. */
    readonly unchangedSince?: number;
    /** Only what has changed later than that. */
    readonly changedSince?: number;
    readonly limit: number;
  }): Promise<readonly MatchRow[]>;
  /** Playing matches with `from` ≤ `wakeAt` ≤ `to`, and lobbies with any up to `to`, earliest first; at most `limit`. */
  due(
    from: number,
    to: number,
    limit: number,
  ): Promise<readonly { readonly matchId: string; readonly game: string }[]>;
  /** The earliest `wakeAt` of all lobbies, and from `from` on of all playing matches. */
  nextWake(from: number): Promise<number | undefined>;
  /** Some of the matches with this status, oldest first. */
  old(query: OldQuery): Promise<OldMatches>;
  /** Removes this many rows of a match's journal, and the match with the last of them; `true` if it is gone. */
  removeSome(matchId: string, rows: number): Promise<boolean>;
  /** Returns this many unused pages to the system; `true` if there may be more. */
  shrink(pages: number): Promise<boolean>;
  /** Counts some matches by status, starting after `after`. */
  countSome(
    after: number,
    limit: number,
  ): Promise<{ readonly counts: readonly MatchCount[]; readonly next?: number }>;
  /** Lobbies and running matches, counted by what they are played with. */
  countOpen(): Promise<readonly OpenMatches[]>;
  /** Rejects if the storage accepts no writes. */
  check(): Promise<void>;
  /** Completes pending work, then closes. */
  close(): Promise<void>;
}
