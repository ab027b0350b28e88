// The record of a match: everything needed to replay and verify it, in one JSON file.
import { z } from 'zod';
import type { JournalRow, MatchRow } from '../rooms/match-store.ts';
import type { Game } from '../shared/kernel/game.ts';
import { replay } from '../shared/kernel/journal.ts';
import { SEAT_LIMIT } from '../shared/kernel/seat.ts';
import { type MatchRecord, recordSchema } from '../shared/protocol/record.ts';
import { abandonedFacts, MAX_SUCCESSIONS, succession } from '../shared/protocol/table.ts';
import { sha256 } from './chance.ts';
import { stateHashOf } from './verify.ts';

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

/**
 * The record of a match that is over. Replays it if `game` is the one it was played with; throws if
 * that replay fails, since the journal or the rules are broken then.
 */
export function buildRecord(
  row: MatchRow,
  journal: readonly JournalRow[],
  game: Game | undefined,
): MatchRecord {
  if (!isOver(row)) throw new Error(`match ${row.matchId} is not finished`);
  const record = rawRecord(row, journal);
  if (game === undefined || game.rulesVersion !== row.rulesVersion) return record;
  const { options, seats, seed } = record;
  const match = replay(game, { options, seats, seed }, journal);
  return row.status === 'finished' ? { ...record, stateHash: stateHashOf(match) } : record;
}

/** A stored match, finished or not, without a replay: only for the operator, since it contains the seed. */
export function rawRecord(row: MatchRow, journal: readonly JournalRow[]): MatchRecord {
  const table = tableOf(row);
  if (table === undefined) throw new Error(`match ${row.matchId}: the stored table is not readable`);
  return recordSchema.parse({
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
    entries: journal.map(({ version, seat, by, decision, command, at, commandId }) => ({
      version,
      seat,
      by,
      decision,
      command,
      at,
      ...(commandId === undefined ? {} : { commandId }),
    })),
    result: row.result,
    ...(table.abandoned === null ? {} : { abandoned: table.abandoned }),
    stateHash: null,
  });
}
