// Maps table columns to the rows of the rooms. Every row has a checksum, so that a flipped bit is detected when it is read: damaged
// matches are reported once, and the rest of the server skips them.

import type { SQLInputValue, SQLOutputValue } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import type { JournalRow, MatchChange, MatchRow, MatchStatus } from '../../rooms/life/match-store.ts';
import { StoreError } from '../../rooms/life/store-error.ts';
import { players, type Table, tableSchema } from '../../rooms/life/table.ts';
import type { Result } from '../../shared/kernel/game.ts';
import type { Actor } from '../../shared/kernel/journal.ts';
import type { Notify } from './notice.ts';

/** Our own writes: the checksum and the table are verified when they are read. */
export interface MatchColumns {
  readonly match_id: string;
  readonly game: string;
  readonly edition: string;
  readonly edition_hash: string;
  readonly rules_version: number;
  readonly status: MatchStatus;
  readonly created_at: number;
  readonly updated_at: number;
  readonly wake_at: number | null;
  readonly seed: string;
  readonly table_json: string;
  readonly players_json: string;
  readonly result_json: string | null;
  readonly check_sum: number;
  /** Time of the last change, commands included: computed, not stored. */
  readonly changed_at?: number;
}

export interface JournalColumns {
  readonly version: number;
  readonly seat: number;
  readonly actor: Actor;
  readonly decision: number | null;
  readonly command_json: string;
  readonly accepted_at: number;
  readonly command_id: string | null;
  readonly check_sum: number;
}

/** The columns that the sum of a match covers, in this order. Released with version 4 of the tables: never change it. */
export const SUMMED_OF_MATCH = [
  'match_id',
  'game',
  'edition',
  'edition_hash',
  'rules_version',
  'status',
  'created_at',
  'updated_at',
  'wake_at',
  'seed',
  'table_json',
  'players_json',
  'result_json',
] as const;

/** The same for a row of a journal; the id of its match precedes them. */
export const SUMMED_OF_ROW = [
  'version',
  'seat',
  'actor',
  'decision',
  'command_json',
  'accepted_at',
  'command_id',
] as const;

export const STORED_OF_MATCH = [...SUMMED_OF_MATCH, 'check_sum'] as const;
export const STORED_OF_ROW = [...SUMMED_OF_ROW, 'check_sum'] as const;

type Summed = Omit<MatchColumns, 'check_sum' | 'changed_at'>;

function sumOfMatch(columns: Summed): number {
  return checkSum(SUMMED_OF_MATCH.map((name) => columns[name]));
}

function sumOfRow(matchId: string, columns: Omit<JournalColumns, 'check_sum'>): number {
  return checkSum([matchId, ...SUMMED_OF_ROW.map((name) => columns[name])]);
}

/** The columns of a new match. */
export function columnsOf(row: MatchRow): MatchColumns {
  return summed({
    match_id: row.matchId,
    game: row.game,
    edition: row.edition,
    edition_hash: row.editionHash,
    rules_version: row.rulesVersion,
    status: row.status,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
    wake_at: row.wakeAt,
    seed: row.seed,
    table_json: JSON.stringify(row.table),
    players_json: idsIn(row.table),
    result_json: row.result === null ? null : JSON.stringify(row.result),
  });
}

/** A stored match after a change. It is verified first: a new checksum must not hide earlier damage. */
export function changedColumns(stored: MatchColumns, change: MatchChange): MatchColumns {
  verify(stored);
  const { wakeAt = stored.wake_at, table, result } = change;
  return summed({
    match_id: stored.match_id,
    game: stored.game,
    edition: change.edition ?? stored.edition,
    edition_hash: change.editionHash ?? stored.edition_hash,
    rules_version: change.rulesVersion ?? stored.rules_version,
    status: change.status ?? stored.status,
    created_at: stored.created_at,
    updated_at: change.updatedAt ?? stored.updated_at,
    wake_at: wakeAt,
    seed: stored.seed,
    table_json: table === undefined ? stored.table_json : JSON.stringify(table),
    players_json: table === undefined ? stored.players_json : idsIn(table),
    result_json: result ? JSON.stringify(result) : result === null ? null : stored.result_json,
  });
}

/** Who has a seat, for finding a player's tables. */
function idsIn(table: Table): string {
  return JSON.stringify(players(table).map(({ id }) => id));
}

/** Players under whom a match is found; none if their list is damaged, since a damaged match is in no list. */
export function playersOf({ players_json }: MatchColumns): readonly string[] {
  try {
    return JSON.parse(players_json) as string[];
  } catch {
    return [];
  }
}

function summed(columns: Summed): MatchColumns {
  return { ...columns, check_sum: sumOfMatch(columns) };
}

/** The values of a journal row with their checksum, in the order of `STORED_OF_ROW`. */
export function valuesOfRow(matchId: string, row: JournalRow): SQLInputValue[] {
  const { version, seat, by, decision, at, commandId = null } = row;
  const values = [version, seat, by, decision, JSON.stringify(row.command), at, commandId];
  values.push(checkSum([matchId, ...values]));
  return values;
}

/** Throws a `StoreError` with the code `damaged` if the checksum does not match, or the table cannot be read. */
export function rowOf(columns: MatchColumns): MatchRow {
  verify(columns);
  return uncheckedRowOf(columns);
}

function verify(columns: MatchColumns): void {
  if (sumOfMatch(columns) !== columns.check_sum)
    throw damaged(`match ${columns.match_id}`, 'its checksum does not match');
}

/** For showing the rest of a damaged match; throws if its table cannot be read. */
export function uncheckedRowOf(columns: MatchColumns): MatchRow {
  const table = tableSchema.safeParse(JSON.parse(columns.table_json)).data;
  if (table === undefined) throw damaged(`match ${columns.match_id}`, 'its table cannot be read');
  return {
    matchId: columns.match_id,
    game: columns.game,
    edition: columns.edition,
    editionHash: columns.edition_hash,
    rulesVersion: columns.rules_version,
    status: columns.status,
    createdAt: columns.created_at,
    updatedAt: columns.changed_at ?? columns.updated_at,
    wakeAt: columns.wake_at,
    seed: columns.seed,
    table,
    result: columns.result_json === null ? null : (JSON.parse(columns.result_json) as Result),
  };
}

/** Likewise. */
export function journalOf(matchId: string, columns: JournalColumns): JournalRow {
  if (sumOfRow(matchId, columns) !== columns.check_sum)
    throw damaged(`version ${columns.version} of match ${matchId}`, 'its checksum does not match');
  return {
    version: columns.version,
    seat: columns.seat,
    by: columns.actor,
    decision: columns.decision,
    command: JSON.parse(columns.command_json) as { type: string },
    at: columns.accepted_at,
    ...(columns.command_id === null ? {} : { commandId: columns.command_id }),
  };
}

function damaged(what: string, why: string): StoreError {
  return new StoreError('damaged', `${what} is damaged: ${why}`);
}

/**
 * CRC-32 as SQLite stores it in four bytes (signed). It finds every error of up to three bits in rows of
 * our size and every burst of up to 32; it does not protect against forgery, and need not.
 */
export function checkSum(values: readonly SQLOutputValue[]): number {
  return crc32(values.join('\n')) | 0;
}

/** Further ones are reported again, and retried when due; such a disk has bigger problems. */
const REMEMBERED = 1_000;

export class Damaged {
  readonly #notify: Notify;
  readonly #known = new Set<string>();
  /** Their ids as a JSON list, for queries that exclude them. */
  json = '[]';

  constructor(notify: Notify) {
    this.#notify = notify;
  }

  /** Reads data of this match; damage is reported and rethrown. */
  told<T>(matchId: string, read: () => T): T {
    try {
      return read();
    } catch (error) {
      if (error instanceof StoreError && error.code === 'damaged') this.#note(matchId, error.message);
      throw error;
    }
  }

  /** The row, or nothing if it is damaged. */
  without(columns: MatchColumns): MatchRow[] {
    try {
      return [this.told(columns.match_id, () => rowOf(columns))];
    } catch (error) {
      if (error instanceof StoreError && error.code === 'damaged') return [];
      throw error;
    }
  }

  #note(matchId: string, reason: string): void {
    if (this.#known.has(matchId) || this.#known.size >= REMEMBERED) return;
    this.#known.add(matchId);
    this.json = JSON.stringify([...this.#known]);
    this.#notify({ level: 'error', message: 'damaged match', fields: { matchId, reason } });
  }
}
