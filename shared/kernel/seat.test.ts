import { expect, test } from '@jest/globals';
import { clockwise, seatsFrom } from './seat.ts';

test.each([
  { from: 1, steps: 1, to: 2 },
  { from: 3, steps: 1, to: 0 },
  { from: 1, steps: 0, to: 1 },
  { from: 1, steps: 11, to: 0 },
  { from: 0, steps: -1, to: 3 },
  { from: 2, steps: -9, to: 1 },
])('of four seats, $steps clockwise from $from sits $to', ({ from, steps, to }) => {
  expect(clockwise(from, 4, steps)).toBe(to);
});

test('the next seat is one step away; going round, each seat comes once', () => {
  expect(clockwise(2, 3)).toBe(0);
  expect(seatsFrom(2, 5)).toEqual([2, 3, 4, 0, 1]);
});
