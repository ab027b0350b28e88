// The record of a match: everything needed to replay and verify it, in one JSON file.

import { seedOf } from '../../rooms/life/deal.ts';
import type { JournalRow, MatchRow } from '../../rooms/life/match-store.ts';
import { SEAT_LIMIT } from '../../shared/kernel/seat.ts';
import { type MatchRecord, recordSchema } from '../../shared/protocol/record.ts';
import { sha256 } from '../process/chance.ts';

/** Nothing will be played any more; seed and secret commands may be published. */
export function isOver({ status, table }: MatchRow): boolean {
  if (status === 'finished') return true;
  // A closed lobby has no moves, and one that is being removed lacks some.
  return status === 'abandoned' && table.abandoned !== null && table.startedAt !== null;
}

/** Everything but the commands, and what a replay would show. */
export type Empty = Omit<MatchRecord, 'entries' | 'stateHash'>;

export function emptyRecord(row: MatchRow): Empty {
  const { table } = row;
  return recordSchema.omit({ entries: true, stateHash: true }).parse({
    format: 'quayside-record',
    formatVersion: table.deal === undefined ? 1 : 2,
    matchId: row.matchId,
    game: row.game,
    rulesVersion: row.rulesVersion,
    edition: row.edition,
    editionHash: row.editionHash,
    options: table.options,
    seats: table.seats,
    seed: row.seed,
    commitment: sha256(row.seed),
    ...(table.deal === undefined ? {} : { deal: { ...table.deal, seed: seedOf(row, sha256) } }),
    players: table.names.slice(0, SEAT_LIMIT),
    ...(table.successions.length === 0 ? {} : { successions: table.successions }),
    startedAt: table.startedAt,
    // The row may change after the end, when a rematch is agreed on.
    finishedAt:
      row.status === 'finished' ? (table.finishedAt ?? row.updatedAt) : (table.abandoned?.at ?? null),
    result: row.result,
    ...(table.abandoned === null ? {} : { abandoned: table.abandoned }),
  });
}

export function entryOf(row: JournalRow): MatchRecord['entries'][number] {
  const { version, seat, by, decision, command, at, commandId } = row;
  return recordSchema.shape.entries.element.parse({
    version,
    seat,
    by,
    decision,
    command,
    at,
    ...(commandId === undefined ? {} : { commandId }),
  });
}

/** A stored match, finished or not, without a replay: only for the operator, since it contains the seed. */
export function rawRecord(row: MatchRow, journal: readonly JournalRow[]): MatchRecord {
  const { result, abandoned, ...start } = emptyRecord(row);
  return {
    ...start,
    entries: journal.map(entryOf),
    result,
    ...(abandoned === undefined ? {} : { abandoned }),
    stateHash: null,
  };
}
