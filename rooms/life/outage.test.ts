import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { credibleTimes } from './outage.ts';

test('plausible times stay as they are', () => {
  expect(credibleTimes([1, 2, 2, 5], 4, 10)).toEqual([1, 2, 2, 5]);
  expect(credibleTimes([], 4, 10)).toEqual([]);
});

test('a time far ahead of now counts as the latest moment at which another process can have stored it', () => {
  expect(credibleTimes([90, 5_000, 6_000], 100, 130)).toEqual([90, 100, 100]);
});

test('a time just ahead of now was stored by a machine whose clock is ahead: it counts as now', () => {
  expect(credibleTimes([90, 1_500], 100, 1_200)).toEqual([90, 1_200]);
});

test('a time later than the next entry’s counts as that one', () => {
  expect(credibleTimes([90, 5_000, 110, 120], 100, 6_000)).toEqual([90, 110, 110, 120]);
});

test('for any stored times: in order, never ahead of now, never later than stored', () => {
  const time = fc.nat(1_000);
  fc.assert(
    fc.property(fc.array(time), time, time, (times, since, ran) => {
      const now = since + ran;
      const found = credibleTimes(times, since, now);
      found.forEach((one, n) => {
        expect(one).toBeLessThanOrEqual(Math.min(now, times[n] ?? 0));
        expect(one).toBeGreaterThanOrEqual(found[n - 1] ?? 0);
      });
    }),
  );
});

test('another process stored it until now, by a clock that is ahead: nothing is taken from the decision', () => {
  expect(credibleTimes([90, 5_000, 6_000], 130, 130)).toEqual([90, 130, 130]);
});
