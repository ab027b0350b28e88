// One end of a migration of all matches: rows as stored, checksums included.

import { ACCOUNT_COLUMNS, DEVICE_COLUMNS } from '../server/store/devices.ts';
import { STORED_OF_ACTION, STORED_OF_BLOCK } from '../server/store/ledger-statements.ts';
import { OUTBOX_COLUMNS, TARGET_COLUMNS } from '../server/store/outbox.ts';
import { PASSKEY_COLUMNS, SPENT_COLUMNS } from '../server/store/passkeys.ts';
import type { JournalColumns, MatchColumns } from '../server/store/rows.ts';

export interface StoredMatch {
  /** Its place in the order of creation. */
  readonly id: number;
  readonly columns: MatchColumns;
  readonly rows: readonly JournalColumns[];
}

/** A table that belongs to no match. */
export interface Beside {
  readonly name: string;
  readonly columns: readonly string[];
  readonly key: string;
  readonly order: string;
}

export const BESIDE: readonly Beside[] = [
  { name: 'actions', columns: STORED_OF_ACTION, key: 'action_id', order: 'id' },
  { name: 'blocks', columns: STORED_OF_BLOCK, key: 'player, other', order: 'player, other' },
  {
    name: 'notice_people',
    columns: ['player', 'settings_json', 'changed_at'],
    key: 'player',
    order: 'changed_at, player',
  },
  // With their numbers, to which what is to be delivered refers.
  { name: 'notice_targets', columns: ['id', ...TARGET_COLUMNS], key: 'target_id', order: 'id' },
  { name: 'outbox', columns: OUTBOX_COLUMNS, key: 'target, notice_id', order: 'id' },
  { name: 'devices', columns: DEVICE_COLUMNS, key: 'device_id', order: 'device_id' },
  { name: 'passkeys', columns: PASSKEY_COLUMNS, key: 'passkey_id', order: 'passkey_id' },
  { name: 'spent_challenges', columns: SPENT_COLUMNS, key: 'challenge', order: 'challenge' },
  { name: 'accounts', columns: ACCOUNT_COLUMNS, key: 'account', order: 'account' },
];

export type BesideRow = Readonly<Record<string, string | number | null>>;

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
  /** The rows of a table beside the matches, in order. */
  beside(table: Beside): Promise<readonly BesideRow[]>;
  /** Those that are there already stay as they are. */
  addBeside(table: Beside, rows: readonly BesideRow[]): Promise<void>;
  /** All of them or none. */
  add(matches: readonly StoredMatch[]): Promise<void>;
  /** From now on this is the server's database. */
  take(name: string): Promise<void>;
  /** From now on no server starts on it. */
  leave(place: string): Promise<void>;
  close(): Promise<void>;
}
