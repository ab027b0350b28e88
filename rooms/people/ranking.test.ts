// A player looking for a table finds one where a player is waiting, however many others there are.
import { expect, test } from '@jest/globals';
import { type Candidate, inFairOrder } from './ranking.ts';

interface Named extends Candidate {
  readonly name: string;
}

const table = (name: string, host: string, attendedFrom?: string): Named => ({ name, host, attendedFrom });
const names = (tables: readonly Named[]) => tables.map(({ name }) => name).join(' ');
const many = (count: number, make: (n: number) => Named) => Array.from({ length: count }, (_, n) => make(n));
const SHARES = { perHost: 3, perAddress: 5 };

test('a table with a waiting player comes before all empty ones', () => {
  const junk = many(100, (n) => table(`junk${n}`, `host${n}`));
  const order = inFairOrder([...junk, table('real', 'ann', 'here')], SHARES);
  expect(order[0]?.name).toBe('real');
  expect(order).toHaveLength(101);
});

test('not all tables of one address come before the first of the next', () => {
  const crowd = many(4, (n) => table(`crowd${n}`, `host${n}`, 'one place'));
  expect(names(inFairOrder([...crowd, table('real', 'ann', 'here')], SHARES))).toBe(
    'crowd0 real crowd1 crowd2 crowd3',
  );
});

test('no host and no address has more than its share of tables', () => {
  expect(
    names(
      inFairOrder(
        many(9, (n) => table(`t${n}`, 'ann')),
        SHARES,
      ),
    ),
  ).toBe('t0 t1 t2');
  expect(
    inFairOrder(
      many(9, (n) => table(`t${n}`, `host${n}`, 'one place')),
      SHARES,
    ),
  ).toHaveLength(5);
  // The one where the host is present comes first.
  const own = [...many(9, (n) => table(`t${n}`, 'ann')), table('here', 'ann', 'home')];
  expect(names(inFairOrder(own, SHARES))).toBe('here t0 t1');
});

test('among equals the order is kept', () => {
  const tables = many(6, (n) => table(`t${n}`, `host${n}`, n % 2 === 0 ? `place${n}` : undefined));
  expect(names(inFairOrder(tables, SHARES))).toBe('t0 t2 t4 t1 t3 t5');
});
