// Enters a table with everything that its screen draws from.
import type { Quayside, Table } from '../../client/index.ts';
import { type Furniture, furnished, type SomeGame } from '../boards/furnish.ts';
import { overSockets } from '../lib/player.ts';
import { LiveTable } from './live-table.ts';

export type { SomeGame } from '../boards/furnish.ts';

export interface Entered extends Furniture {
  readonly live: LiveTable<SomeGame>;
}

export async function entered(enter: (harbour: Quayside) => Promise<Table<SomeGame>>): Promise<Entered> {
  const harbour = await overSockets();
  const table = await enter(harbour);
  return { live: new LiveTable(table), ...(await furnished(harbour, table.facts)) };
}
