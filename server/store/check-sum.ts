// A checksum with every stored row, so that a flipped bit is detected when the row is read.
import type { SQLOutputValue } from 'node:sqlite';
import { crc32 } from 'node:zlib';

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

/**
 * CRC-32 as SQLite stores it in four bytes (signed). It finds every error of up to three bits in rows of
 * our size and every burst of up to 32; it does not protect against forgery, and need not.
 */
export function checkSum(values: readonly SQLOutputValue[]): number {
  return crc32(values.join('\n')) | 0;
}
