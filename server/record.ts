// The record of a match: everything needed to replay and verify it, in one JSON file.
import { z } from 'zod';
import type { JournalRow, MatchRow } from '../rooms/ports.ts';
import type { Game } from '../shared/kernel/game.ts';
import { replay } from '../shared/kernel/journal.ts';
import { SEAT_LIMIT } from '../shared/kernel/seat.ts';
import { type MatchRecord, recordSchema } from '../shared/protocol/record.ts';
import { sha256 } from './chance.ts';
import { stateHashOf } from './verify.ts';

/** What rooms guarantee about the stored table. */
const tableSchema = z.looseObject({
  options: z.record(z.string(), z.unknown()),
  seats: z.int().min(1).max(SEAT_LIMIT),
  names: z.array(z.string().nullable()),
  startedAt: z.number().nullable(),
  finishedAt: z.number().nullish(),
});

/** `undefined` if the stored table is invalid. */
export function tableOf(row: MatchRow): z.infer<typeof tableSchema> | undefined {
  const parsed = tableSchema.safeParse(row.table);
  return parsed.success ? parsed.data : undefined;
}

/**
 * The record of a finished match. Replays it if `game` is the one it was played with; throws if
 * that replay fails, since the journal or the rules are broken then.
 */
export function buildRecord(
  row: MatchRow,
  journal: readonly JournalRow[],
  game: Game | undefined,
): MatchRecord {
  if (row.status !== 'finished') throw new Error(`match ${row.matchId} is not finished`);
  const record = rawRecord(row, journal);
  if (game === undefined || game.rulesVersion !== row.rulesVersion) return record;
  const { options, seats, seed } = record;
  return { ...record, stateHash: stateHashOf(replay(game, { options, seats, seed }, journal)) };
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
    startedAt: table.startedAt,
    // The row may change after the end, when a rematch is agreed on.
    finishedAt: row.status === 'finished' ? (table.finishedAt ?? row.updatedAt) : null,
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
    stateHash: null,
  });
}
