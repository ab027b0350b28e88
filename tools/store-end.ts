// One end of a migration of all matches: rows as stored, checksums included.
import type { BlockColumns } from '../server/store/block-statements.ts';
import type { ActionColumns } from '../server/store/ledger.ts';
import type { JournalColumns, MatchColumns } from '../server/store/rows.ts';

export interface StoredMatch {
  /** Its place in the order of creation. */
  readonly id: number;
  readonly columns: MatchColumns;
  readonly rows: readonly JournalColumns[];
}

export interface StoreEnd {
  /** Where it is, for people. */
  readonly place: string;
  /** The database's name, which moves with its matches. */
  readonly name: string;
  count(): Promise<number>;
  /** The next matches in the order of their creation. */
  page(after: number, limit: number): Promise<readonly StoredMatch[]>;
  /** In any order; those that are not there are missing. */
  those(matchIds: readonly string[]): Promise<readonly StoredMatch[]>;
  /** Administrators' actions, in order. */
  actions(): Promise<readonly ActionColumns[]>;
  /** Those that are there already stay as they are. */
  addActions(actions: readonly ActionColumns[]): Promise<void>;
  /** Whom players block. */
  blocks(): Promise<readonly BlockColumns[]>;
  /** Those that are there already stay as they are. */
  addBlocks(blocks: readonly BlockColumns[]): Promise<void>;
  /** All of them or none. */
  add(matches: readonly StoredMatch[]): Promise<void>;
  /** From now on this is the server's database. */
  take(name: string): Promise<void>;
  /** From now on no server starts on it. */
  leave(place: string): Promise<void>;
  close(): Promise<void>;
}
