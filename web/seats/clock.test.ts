// A decision's own time runs first, then the bank.
import { expect, test } from '@jest/globals';
import { timeLeft, timeText } from './clock.ts';

test('a deadline includes the bank, which is used last', () => {
  expect(timeLeft(100_000, 60_000, 10_000)).toEqual({ own: 30_000, bank: 60_000 });
  expect(timeLeft(100_000, 60_000, 70_000)).toEqual({ own: 0, bank: 30_000 });
  expect(timeLeft(100_000, 60_000, 120_000)).toEqual({ own: 0, bank: 0 });
});

test('times as clocks show them', () => {
  expect([0, 400, 65_000, 600_000, 7_200_000].map((ms) => timeText(ms))).toEqual([
    '0:00',
    '0:01',
    '1:05',
    '10:00',
    '2:00:00',
  ]);
});

test('days in the words of the language; three days that have just begun are three', () => {
  const hour = 3_600_000;
  const times = [72 * hour - 900, 71 * hour, 49 * hour, 48 * hour];
  const plain = (text: string) => text.replaceAll(/\s/gu, ' ');
  expect(times.map((ms) => plain(timeText(ms, 'fr')))).toEqual(['3 j', '2 j 23 h', '2 j 1 h', '2 j']);
  expect(times.map((ms) => plain(timeText(ms, 'en')))).toEqual([
    '3 days',
    '2 days 23 hr',
    '2 days 1 hr',
    '2 days',
  ]);
});
