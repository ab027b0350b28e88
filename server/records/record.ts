// The record of a match: everything needed to replay and verify it, in one JSON file.
import { z } from 'zod';
import type { JournalRow, MatchRow } from '../../rooms/life/match-store.ts';
import { SEAT_LIMIT } from '../../shared/kernel/seat.ts';
import { type MatchRecord, recordSchema } from '../../shared/protocol/record.ts';
import { abandonedFacts, MAX_SUCCESSIONS, succession } from '../../shared/protocol/table.ts';
import { sha256 } from '../process/chance.ts';

/** What rooms guarantee about the stored table. */
const tableSchema = z.looseObject({
  options: z.record(z.string(), z.unknown()),
  seats: z.int().min(1).max(SEAT_LIMIT),
  names: z.array(z.string().nullable()),
  startedAt: z.number().nullable(),
  finishedAt: z.number().nullish(),
  successions: z.array(succession).max(MAX_SUCCESSIONS).default([]),
  abandoned: z.nullable(abandonedFacts).default(null),
});

/** `undefined` if the stored table is invalid. */
export function tableOf(row: MatchRow): z.infer<typeof tableSchema> | undefined {
  const parsed = tableSchema.safeParse(row.table);
  return parsed.success ? parsed.data : undefined;
}

/** Nothing will be played any more; seed and secret commands may be published. */
export function isOver(row: MatchRow): boolean {
  if (row.status === 'finished') return true;
  const table = row.status === 'abandoned' ? tableOf(row) : undefined;
  // A closed lobby has no moves, and one that is being removed lacks some.
  return (table?.abandoned ?? null) !== null && (table?.startedAt ?? null) !== null;
}

/** Everything but the commands, and what a replay would show. */
export type Empty = Omit<MatchRecord, 'entries' | 'stateHash'>;

/** Throws if the stored table is invalid. */
export function emptyRecord(row: MatchRow): Empty {
  const table = tableOf(row);
  if (table === undefined) throw new Error(`match ${row.matchId}: the stored table is not readable`);
  return recordSchema.omit({ entries: true, stateHash: true }).parse({
    format: 'quayside-record',
    formatVersion: 1,
    matchId: row.matchId,
    game: row.game,
    rulesVersion: row.rulesVersion,
    edition: row.edition,
    editionHash: row.editionHash,
    options: table.options,
    seats: table.seats,
    seed: row.seed,
    commitment: sha256(row.seed),
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
