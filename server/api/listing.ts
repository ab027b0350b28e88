// Which public tables are listed, and what a list shows of each.
import { z } from 'zod';
import type { MatchRow, MatchStore } from '../../rooms/ports.ts';
import { tableSchema } from '../../rooms/table.ts';
import { tableFacts } from '../../shared/protocol/table.ts';
import type { ProcessLimits } from '../limits.ts';
import type { RoomAccess } from './rooms.ts';

export const LISTED = ['lobby', 'playing', 'finished'] as const;

export const brief = z
  .strictObject({
    matchId: z.string(),
    game: z.string(),
    edition: z.string(),
    status: tableFacts.shape.status,
    clock: tableFacts.shape.clock,
    seats: z.int().min(1),
    free: z.int().min(0).describe('Number of free seats.'),
    players: z.array(z.nullable(z.string())).describe('Names by seat; null for bots and free seats.'),
    spectatorsAllowed: z.boolean(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'ListedTable' });

type Brief = z.infer<typeof brief>;

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
    spectatorsAllowed: spectators,
    createdAt: new Date(row.createdAt).toISOString(),
  };
}
