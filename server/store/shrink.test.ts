// What was removed goes back to the disk, a few pages at a time, in a file that was made for it.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { journalRow, matchRow } from '../../rooms/testing/rows.ts';
import { scratch } from '../testing/scratch.ts';
import { openSqliteStore } from './sqlite.ts';

test('a file returns freed space, and the remaining data is intact', async () => {
  const place = scratch();
  const file = join(place.folder, 'quayside.sqlite');
  const store = openSqliteStore({ file });
  const command = { type: 'x'.repeat(500) };
  const rows = Array.from({ length: 2_000 }, (_, n) => journalRow(n + 1, { command }));
  for (const matchId of ['gone', 'stays']) {
    await store.create(matchRow(matchId));
    await store.commit(matchId, rows, {});
  }
  while (!(await store.removeSome('gone', 100)));
  let steps = 0;
  while (await store.shrink(50)) steps += 1;
  expect(steps).toBeGreaterThan(1);
  expect(await store.journal('stays')).toEqual(rows);
  await store.close();
  // One of two matches of a megabyte each.
  expect(statSync(file).size).toBeLessThan(2_000_000);
  place.remove();
});
