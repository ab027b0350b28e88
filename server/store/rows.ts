// Maps table columns to the rows of the rooms.
import type { SQLInputValue } from 'node:sqlite';
import type { JournalRow, MatchRow, MatchStatus } from '../../rooms/life/match-store.ts';
import { StoreError } from '../../rooms/life/store-error.ts';
import type { Result } from '../../shared/kernel/game.ts';
import type { Actor } from '../../shared/kernel/journal.ts';
import { checkSum, SUMMED_OF_MATCH, SUMMED_OF_ROW } from './check-sum.ts';

/** Reads our own writes: columns were validated when written, and the checksum is verified now. */
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

export const STORED_OF_MATCH = [...SUMMED_OF_MATCH, 'check_sum'] as const;
export const STORED_OF_ROW = [...SUMMED_OF_ROW, 'check_sum'] as const;

/** A stored row. */
function sumOfMatch(columns: Omit<MatchColumns, 'check_sum' | 'changed_at'>): number {
  return checkSum(SUMMED_OF_MATCH.map((name) => columns[name]));
}

function sumOfRow(matchId: string, columns: Omit<JournalColumns, 'check_sum'>): number {
  return checkSum([matchId, ...SUMMED_OF_ROW.map((name) => columns[name])]);
}

/** Columns of a new match, or of one that changes. */
export function columnsOf(row: MatchRow): MatchColumns {
  const columns = {
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
    players_json: JSON.stringify(row.players),
    result_json: row.result === null ? null : JSON.stringify(row.result),
  };
  return { ...columns, check_sum: sumOfMatch(columns) };
}

/** The values of a journal row with their checksum, in the order of `STORED_OF_ROW`. */
export function valuesOfRow(matchId: string, row: JournalRow): SQLInputValue[] {
  const { version, seat, by, decision, at, commandId = null } = row;
  const values = [version, seat, by, decision, JSON.stringify(row.command), at, commandId];
  values.push(checkSum([matchId, ...values]));
  return values;
}

/** Throws a `StoreError` with the code `damaged` if the checksum does not match. */
export function rowOf(columns: MatchColumns): MatchRow {
  if (sumOfMatch(columns) !== columns.check_sum) throw damaged(`match ${columns.match_id}`);
  return uncheckedRowOf(columns);
}

/** For showing the rest of a damaged match; throws if it is no longer JSON. */
export function uncheckedRowOf(columns: MatchColumns): MatchRow {
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
    table: JSON.parse(columns.table_json) as unknown,
    players: JSON.parse(columns.players_json) as string[],
    result: columns.result_json === null ? null : (JSON.parse(columns.result_json) as Result),
  };
}

/** Likewise. */
export function journalOf(matchId: string, columns: JournalColumns): JournalRow {
  if (sumOfRow(matchId, columns) !== columns.check_sum)
    throw damaged(`version ${columns.version} of match ${matchId}`);
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

function damaged(what: string): StoreError {
  return new StoreError('damaged', `${what} is damaged: its checksum does not match`);
}
