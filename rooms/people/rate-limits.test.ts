// Rate limits: how much is allowed, per key and per person, and which entries are evicted.
import { expect, test } from '@jest/globals';
import { RateLimiter } from './rate-limits.ts';

test('allows a burst, then one at a time as time passes', () => {
  let time = 0;
  const limiter = new RateLimiter({ amount: 3, seconds: 60, maxKeys: 10, now: () => time });
  const ask = () => limiter.take('a');
  expect([ask().ok, ask().ok, ask().ok]).toEqual([true, true, true]);
  expect(ask()).toEqual({ ok: false, retryAfterSeconds: 20 });
  expect(limiter.take('b').ok).toBe(true);
  time += 20_000;
  expect(limiter.peek('a').ok).toBe(true);
  expect([ask().ok, ask().ok]).toEqual([true, false]);
  time += 3_600_000;
  expect([ask().ok, ask().ok, ask().ok, ask().ok]).toEqual([true, true, true, false]);
});

test('remembers a limited number of keys, those seen last', () => {
  const limiter = new RateLimiter({ amount: 1, seconds: 60, maxKeys: 3, now: () => 0 });
  for (const key of ['a', 'b', 'c']) limiter.take(key);
  limiter.peek('a');
  limiter.take('d');
  expect(limiter.size).toBe(3);
  expect(limiter.peek('a').ok).toBe(false);
  expect(limiter.peek('b').ok).toBe(true); // evicted
});

test('forgets every key whose allowance is full again, a few with each request', () => {
  let time = 0;
  const limiter = new RateLimiter({ amount: 2, seconds: 60, maxKeys: 50_000, now: () => time });
  const refused = () => !limiter.take('greedy').ok;
  for (let n = 0; n < 20_000; n++) limiter.take(`10.0.${n >> 8}.${n & 255}`);
  time += 29_000;
  expect([refused(), refused(), refused()]).toEqual([false, false, true]);
  expect(limiter.size).toBe(20_001);
  time += 2_000;
  for (let n = 0; n < 250; n++) limiter.peek('late');
  // Two are left: a crowd of new keys evicts neither an exhausted entry nor one seen since.
  expect(limiter.size).toBe(2);
  expect(refused()).toBe(true);
  time += 60_000;
  limiter.peek('other');
  expect(limiter.size).toBe(1);
});
