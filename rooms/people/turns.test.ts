// Whose turn it is, and how many places an address gets.
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { lackOf, Turns } from './turns.ts';

test('addresses take turns: one that asks for much waits for itself', async () => {
  const turns = new Turns({ most: 100, perAddress: 50 });
  const order: string[] = [];
  const ask = (address: string, count: number) =>
    Array.from({ length: count }, () => turns.take(address, async () => void order.push(address)));
  const all = [...ask('greedy', 5), ...ask('late', 2), ...ask('later', 1)];
  await Promise.all(all);
  expect(order.join(' ')).toBe('greedy greedy late later greedy late greedy greedy');
});

test('one at a time; a failure concerns only its own work, and gives the place back', async () => {
  const turns = new Turns({ most: 2, perAddress: 2 });
  let underway = 0;
  const work = async () => {
    underway += 1;
    await new Promise((resolve) => setImmediate(resolve));
    expect(underway).toBe(1);
    underway -= 1;
    throw new Error('broken');
  };
  const both = [turns.take('a', work), turns.take('b', work)];
  expect(turns.lack('c')).toBe('all');
  for (const one of both) await expect(one).rejects.toThrow('broken');
  await turns.idle();
  expect(turns.lack('c')).toBeUndefined();
  expect(await turns.take('a', () => Promise.resolve(1))).toBe(1);
});

test('an address never takes more than it leaves to others, and one without a place gets the last', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 60 }),
      fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 300 }),
      (most, asking) => {
        const shares = { most, perAddress: most - 1 };
        const held = [0, 0, 0, 0, 0, 0];
        const taken = () => held.reduce((sum, count) => sum + count, 0);
        for (const address of asking) {
          const own = held[address] ?? 0;
          if (lackOf(own, taken(), shares) !== undefined) continue;
          held[address] = own + 1;
          expect(own + 1).toBeLessThanOrEqual(most - taken() + 1);
        }
        const isFull = taken() >= most;
        expect(lackOf(0, taken(), shares)).toBe(isFull ? 'all' : undefined);
        expect(held.every((count) => count <= Math.ceil(most / 2))).toBe(true);
      },
    ),
  );
});
