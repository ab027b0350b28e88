// A process that writes and reports what was acknowledged, until it is killed.
import { writeSync } from 'node:fs';
import { journalRow, matchRow } from '../../rooms/testing/rows.ts';
import { openPostgresStore } from '../store/postgres/postgres.ts';
import type { ProcessStore } from '../store/process-store.ts';
import { openSqliteStore } from '../store/sqlite.ts';
import { openThreadedStore } from '../store/threaded.ts';

const [, , file, place = 'here'] = process.argv;
if (file === undefined) throw new Error('which file?');
const store = await open(file, place);
await store.create(matchRow('m1'));
await store.create(matchRow('m2'));
for (let version = 1; ; version++) {
  await Promise.all(
    ['m1', 'm2'].map((matchId) => store.commit(matchId, [journalRow(version)], { rulesVersion: version })),
  );
  writeSync(1, `${version}\n`);
}

/** `place`: `here`, `thread`, or the address of a PostgreSQL database, with `path` as the data folder. */
async function open(path: string, place: string): Promise<ProcessStore> {
  if (place === 'here') return openSqliteStore({ file: path });
  if (place === 'thread') return await openThreadedStore({ file: path });
  return await openPostgresStore({ url: place, dataDir: path });
}
