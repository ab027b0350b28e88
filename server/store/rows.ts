// Between table columns and the rows that the rooms know.
import type { JournalRow, MatchRow, MatchStatus } from '../../rooms/ports.ts';
import type { Result } from '../../shared/kernel/game.ts';
import type { Actor } from '../../shared/kernel/journal.ts';

/** Our own writes come back: what a column holds was checked when it was written. */
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
}

export interface JournalColumns {
  readonly version: number;
  readonly seat: number;
  readonly actor: Actor;
  readonly decision: number | null;
  readonly command_json: string;
  readonly accepted_at: number;
  readonly command_id: string | null;
}

export function rowOf(columns: MatchColumns): MatchRow {
  return {
    matchId: columns.match_id,
    game: columns.game,
    edition: columns.edition,
    editionHash: columns.edition_hash,
    rulesVersion: columns.rules_version,
    status: columns.status,
    createdAt: columns.created_at,
    updatedAt: columns.updated_at,
    wakeAt: columns.wake_at,
    seed: columns.seed,
    table: JSON.parse(columns.table_json) as unknown,
    players: JSON.parse(columns.players_json) as string[],
    result: columns.result_json === null ? null : (JSON.parse(columns.result_json) as Result),
  };
}

export function journalOf(columns: JournalColumns): JournalRow {
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
