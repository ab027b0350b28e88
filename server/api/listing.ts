// Which public tables are listed.
import type { Directory, PublishedTable } from '../../rooms/cluster.ts';
import type { MatchStore } from '../../rooms/match-store.ts';
import { tableSchema } from '../../rooms/table.ts';
import { type ListedTable, lineOf } from '../../rooms/table-line.ts';
import type { LISTED } from '../../shared/protocol/lists.ts';
import type { ProcessLimits } from '../limits.ts';
import type { RoomAccess } from './rooms.ts';

export interface ListingDeps {
  readonly access: RoomAccess;
  readonly store: MatchStore;
  readonly directory: Directory;
  readonly limits: ProcessLimits;
}

interface Wanted {
  readonly game?: string | undefined;
  readonly status: (typeof LISTED)[number];
}

/** Tables with people first, then the newest. */
export async function listTables(
  { access, store, directory, limits }: ListingDeps,
  wanted: Wanted,
): Promise<ListedTable[]> {
  const { tablesListed, tablesScanned } = limits;
  const [live, rows] = await Promise.all([
    directory.tables(wanted),
    store.list({ status: [wanted.status], limit: tablesScanned }),
  ]);
  const shown = new Set(live.map(({ line }) => line.matchId));
  const asleep = rows.flatMap((row): PublishedTable[] => {
    const fits = row.status === wanted.status && (wanted.game === undefined || row.game === wanted.game);
    if (!fits || shown.has(row.matchId)) return [];
    const table = tableSchema.safeParse(row.table).data;
    if (table?.visibility !== 'public') return [];
    const { createdAt } = row;
    return [{ line: lineOf(row, table), host: table.host, attendedFrom: undefined, createdAt }];
  });
  const newest = [...live, ...asleep].sort((a, b) => b.createdAt - a.createdAt);
  return access
    .inFairOrder(newest)
    .slice(0, tablesListed)
    .map(({ line }) => line);
}
