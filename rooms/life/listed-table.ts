// What lists show of a table.
import type { z } from 'zod';
import type { listedTable } from '../../shared/protocol/lists.ts';
import type { MatchRow } from './match-store.ts';
import { startsAt } from './start-time.ts';
import { namesBySeat, type Table } from './table.ts';

export type ListedTable = z.infer<typeof listedTable>;

/** Who wants to play now does not wait for a start time. */
export function isForAnyone({ status, free, startsAt: at }: ListedTable): boolean {
  return status === 'lobby' && free > 0 && at === null;
}

/** Of a public table. */
export function lineOf(row: MatchRow, table: Table): ListedTable {
  const { seats, occupants, clock, spectators } = table;
  return {
    matchId: row.matchId,
    game: row.game,
    edition: row.edition,
    status: row.status,
    clock,
    seats,
    free: occupants.filter((occupant) => occupant.kind === 'open').length,
    players: occupants.map((occupant) => (occupant.kind === 'player' ? occupant.name : null)),
    names: namesBySeat(table),
    spectatorsAllowed: spectators,
    startsAt: startsAt({ status: row.status, table }),
    createdAt: new Date(row.createdAt).toISOString(),
  };
}
