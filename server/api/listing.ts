// Which public tables are listed, and what a list shows of each.
import type { z } from 'zod';
import type { MatchRow, MatchStore } from '../../rooms/ports.ts';
import { namesBySeat, tableSchema } from '../../rooms/table.ts';
import type { LISTED, listedTable } from '../../shared/protocol/lists.ts';
import type { ProcessLimits } from '../limits.ts';
import type { RoomAccess } from './rooms.ts';

type Brief = z.infer<typeof listedTable>;

interface ListingDeps {
  readonly access: RoomAccess;
  readonly store: MatchStore;
  readonly limits: ProcessLimits;
}

interface Wanted {
  readonly game?: string | undefined;
  readonly status: (typeof LISTED)[number];
}

/** Tables with people first, then the newest. */
export async function listTables({ access, store, limits }: ListingDeps, wanted: Wanted): Promise<Brief[]> {
  const { tablesListed, tablesScanned } = limits;
  const live = access.publicTables(wanted);
  const shown = new Set(live.map(({ row }) => row.matchId));
  const rows = await store.list({ status: [wanted.status], limit: tablesScanned });
  const asleep = rows.flatMap((row) => {
    const table = tableSchema.safeParse(row.table).data;
    const fits = row.status === wanted.status && (wanted.game === undefined || row.game === wanted.game);
    const found = fits && table?.visibility === 'public' && !shown.has(row.matchId);
    return found ? [{ row, host: table.host, attendedFrom: undefined }] : [];
  });
  const newest = [...live, ...asleep].sort((a, b) => b.row.createdAt - a.row.createdAt);
  return access
    .inFairOrder(newest)
    .slice(0, tablesListed)
    .flatMap(({ row }) => publicBriefOf(row) ?? []);
}

/** `undefined` for a private table, and for a stored one that cannot be parsed. */
function publicBriefOf(row: MatchRow): Brief | undefined {
  const table = tableSchema.safeParse(row.table).data;
  if (table?.visibility !== 'public') return undefined;
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
    createdAt: new Date(row.createdAt).toISOString(),
  };
}
