// Opens a table over HTTP; its screen connects to it afterwards.
import type { GameId, TableWish } from '../../client/index.ts';
import { overHttp } from '../lib/player.ts';
import { go } from '../lib/router.ts';

type AnyWish = Omit<TableWish<never>, 'options'> & { readonly options?: Readonly<Record<string, unknown>> };

/** Leads to the table; `starts`: no seat is open, and the match begins at once. Throws refusals. */
export async function openTable(game: string, wish: AnyWish, starts: boolean): Promise<void> {
  // Games and options come from the server, which refuses what it does not have.
  const table = await overHttp(1).create(game as GameId, wish as TableWish<never>);
  if (starts) await table.start();
  go({ name: 'table', id: table.id, invitation: '' });
}
