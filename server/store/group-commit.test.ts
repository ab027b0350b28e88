// When writes are committed: at once while few come, several turns together while many come.
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { GroupCommit } from './group-commit.ts';

let db: DatabaseSync;
let sizes: number[];
let writes: GroupCommit;
beforeEach(() => {
  db = new DatabaseSync(':memory:');
  sizes = [];
  db.exec('CREATE TABLE pulse (id INTEGER PRIMARY KEY, at INTEGER)');
  writes = new GroupCommit(db, {
    limit: 1e6,
    everyTurn: true,
    report: ({ size }) => sizes.push(size),
    guard: () => {},
    doubt: () => undefined,
  });
});
afterEach(() => {
  writes.close();
  db.close();
});
const nothing = () => {};

/** One write a turn, for a while. */
async function flood(milliseconds: number): Promise<void> {
  const done: Promise<void>[] = [];
  for (const end = Date.now() + milliseconds; Date.now() < end; await nextTurn())
    done.push(writes.add(nothing));
  await Promise.all(done);
}

test('while writes come fast, many turns share one commit', async () => {
  await flood(300);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  expect(sizes.slice(0, 3)).toEqual([1, 1, 1]);
  expect(sizes.length).toBeLessThan(total / 4);
});

test('with few writes none is delayed, even after a flood', async () => {
  const turnsOfALoneWrite = async () => {
    const lone = writes.add(nothing);
    await nextTurn();
    expect(writes.waiting).toBe(0);
    await lone;
  };
  await turnsOfALoneWrite();
  await flood(200);
  await sleep(300);
  // The first one after a rest still finds the pace of the flood.
  await writes.add(nothing);
  await turnsOfALoneWrite();
});

test('a failing write fails alone, and the others are written once', async () => {
  db.exec('CREATE TABLE rows (n INTEGER UNIQUE)');
  const insert = db.prepare('INSERT INTO rows VALUES (?)');
  const outcomes = await Promise.allSettled(
    [1, 2, 2, 3].map((n) =>
      writes.add(() => {
        insert.run(n);
      }),
    ),
  );
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect(db.prepare('SELECT n FROM rows ORDER BY n').all()).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
});
