import { expect, test } from '@jest/globals';
import { Pace } from './pauses.ts';

test('a pause counts from the last command before the moment to the first after it', () => {
  const pace = new Pace();
  for (const at of [10, 20, 500, 510]) pace.accepted('a', at);
  expect(pace.longestPause('a', 100, 600)).toBe(480);
  expect(pace.longestPause('a', 505, 600)).toBe(10);
});

test('tables that had not started or accepted no more commands have no pause', () => {
  const pace = new Pace();
  pace.accepted('a', 50);
  expect(pace.longestPause('a', 10, 100)).toBeUndefined();
  expect(pace.longestPause('a', 60, 100)).toBeUndefined();
  expect(pace.longestPause('b', 60, 100)).toBeUndefined();
});
