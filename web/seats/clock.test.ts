// A decision's own time runs first, then the bank.
import { expect, test } from '@jest/globals';
import { timeLeft, timeText } from './clock.ts';

test('a deadline includes the bank, which is used last', () => {
  expect(timeLeft(100_000, 60_000, 10_000)).toEqual({ own: 30_000, bank: 60_000 });
  expect(timeLeft(100_000, 60_000, 70_000)).toEqual({ own: 0, bank: 30_000 });
  expect(timeLeft(100_000, 60_000, 120_000)).toEqual({ own: 0, bank: 0 });
});

test('times as clocks show them', () => {
  expect([0, 400, 65_000, 600_000, 7_200_000, 3 * 86_400_000].map(timeText)).toEqual([
    '0:00',
    '0:01',
    '1:05',
    '10:00',
    '2:00:00',
    '3 d',
  ]);
});
