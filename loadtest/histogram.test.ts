import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Histogram, latencyOf, rangeOf } from './histogram.ts';

function of(values: readonly number[]): Histogram {
  const histogram = new Histogram();
  for (const value of values) histogram.add(value);
  return histogram;
}

test('percentiles are never below the true value, and at most 1.6 % and a microsecond above it', () => {
  const values = fc.array(fc.double({ min: 0, max: 60_000, noNaN: true }), { minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(values, fc.constantFrom(0.5, 0.9, 0.99, 1), (all, share) => {
      const sorted = [...all].sort((a, b) => a - b);
      const truth = sorted[Math.max(1, Math.ceil(sorted.length * share)) - 1] ?? 0;
      const found = of(all).percentile(share) ?? Number.NaN;
      expect(found).toBeGreaterThanOrEqual(truth - 0.0006);
      expect(found).toBeLessThanOrEqual(truth * 1.016 + 0.0011);
    }),
  );
});

test('parts that were packed, sent and merged give the same figures as the whole', () => {
  const values = Array.from({ length: 1_000 }, (_, n) => (n * 37) % 501);
  const merged = new Histogram();
  for (const part of [values.slice(0, 10), values.slice(10, 700), values.slice(700)])
    merged.merge(JSON.parse(JSON.stringify(of(part).pack())));
  expect(latencyOf(merged)).toEqual(latencyOf(of(values)));
  expect(merged.count).toBe(1_000);
});

test('without measurements there is no result, not zero', () => {
  expect(new Histogram().percentile(0.99)).toBeUndefined();
  expect(latencyOf(new Histogram())).toBeUndefined();
});

test('buckets follow each other without gap or overlap', () => {
  for (let bucket = 0; bucket < 1_000; bucket++) {
    const { from, to } = rangeOf(bucket);
    expect(Math.round(rangeOf(bucket + 1).from * 1000)).toBe(Math.round(to * 1000) + 1);
    expect(of([from]).pack()).toEqual([[bucket, 1]]);
    expect(of([to]).pack()).toEqual([[bucket, 1]]);
  }
});
