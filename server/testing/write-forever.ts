// A process that writes and reports what was acknowledged, until it is killed.
import { writeSync } from 'node:fs';
import { journalRow, matchRow } from '../../rooms/testing/rows.ts';
import { openSqliteStore } from '../store/sqlite.ts';
import { openThreadedStore } from '../store/threaded.ts';

const [, , file, place] = process.argv;
if (file === undefined) throw new Error('which file?');
const store = place === 'thread' ? await openThreadedStore({ file }) : openSqliteStore({ file });
await store.create(matchRow('m1'));
await store.create(matchRow('m2'));
for (let version = 1; ; version++) {
  await Promise.all(
    ['m1', 'm2'].map((matchId) => store.commit(matchId, [journalRow(version)], { rulesVersion: version })),
  );
  writeSync(1, `${version}\n`);
}
