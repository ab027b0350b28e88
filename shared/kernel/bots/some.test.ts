// Long lists are thinned out evenly, without being listed to their end.
import { expect, test } from '@jest/globals';
import { some } from './some.ts';

function* counting(seen: number[]): Generator<number> {
  for (let n = 0; ; n++) {
    seen.push(n);
    yield n;
  }
}

test('a short list is kept as it is', () => {
  expect(some([3, 1, 2], 5)).toEqual([3, 1, 2]);
  expect(some([], 5)).toEqual([]);
});

test('a longer one is thinned out evenly', () => {
  const hundred = Array.from({ length: 100 }, (_, n) => n);
  const kept = some(hundred, 8);
  expect(kept.length).toBeLessThanOrEqual(8);
  expect(kept.length).toBeGreaterThan(4);
  const steps = new Set(kept.slice(1).map((n, index) => n - (kept[index] ?? 0)));
  expect(steps.size).toBe(1);
});

test('an endless one is read to a bound', () => {
  const seen: number[] = [];
  expect(some(counting(seen), 10).length).toBeLessThanOrEqual(10);
  expect(seen.length).toBeLessThan(200);
});
