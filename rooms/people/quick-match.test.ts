// Many players look for a table at the same moment.
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { QuickMatches } from './quick-match.ts';

/** Tables with seats; a table can be found once it is open. */
function hall(seats: number) {
  const free: number[] = [];
  const find = async () => {
    await turn();
    const table = free.findIndex((count) => count > 0);
    if (table < 0) return undefined;
    free[table] = (free[table] ?? 0) - 1;
    return table;
  };
  const open = async () => {
    await turn();
    await turn();
    return free.push(seats - 1) - 1;
  };
  return { free, find, open };
}

test('fifty at once fill tables instead of opening one each', async () => {
  const quick = new QuickMatches();
  const { free, find, open } = hall(4);
  const places = await Promise.all(Array.from({ length: 50 }, () => quick.findOrOpen('a', find, open)));
  expect(new Set(places).size).toBe(13);
  expect(free.filter((count) => count > 0)).toEqual([2]);
});

test('a table that cannot be opened keeps nobody else from theirs', async () => {
  const quick = new QuickMatches();
  const { free, find, open } = hall(2);
  const refused = quick.findOrOpen('a', find, () => turn().then(() => Promise.reject(new Error('too many'))));
  const others = Array.from({ length: 4 }, () => quick.findOrOpen('a', find, open));
  await expect(refused).rejects.toThrow('too many');
  await Promise.all(others);
  expect(free).toEqual([0, 0]);
});

test('one that hangs is not waited for for ever, and other games do not wait at all', async () => {
  const quick = new QuickMatches(50);
  const { free, find, open } = hall(1);
  let isHanging = false;
  const hanging = () => {
    isHanging = true;
    return new Promise<number>(() => undefined);
  };
  void quick.findOrOpen('a', find, hanging);
  while (!isHanging) await turn();
  await quick.findOrOpen('b', find, open);
  await quick.findOrOpen('a', find, open);
  expect(free).toEqual([0, 0]);
});
