// Rate limits and the addresses they are counted by.
import type { IncomingMessage } from 'node:http';
import { expect, test } from '@jest/globals';
import { addressKey, addressOf, settleAddress } from './address.ts';
import { RateLimiter } from './rate.ts';

test('allows a burst, then one by one as time goes by', () => {
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

test('remembers so many keys at the most, those seen last', () => {
  const limiter = new RateLimiter({ amount: 1, seconds: 60, maxKeys: 3, now: () => 0 });
  for (const key of ['a', 'b', 'c']) limiter.take(key);
  limiter.peek('a');
  limiter.take('d');
  expect(limiter.size).toBe(3);
  expect(limiter.peek('a').ok).toBe(false);
  expect(limiter.peek('b').ok).toBe(true); // forgotten
});

const request = (remoteAddress: string, headers: Record<string, string> = {}) =>
  ({ socket: { remoteAddress }, headers }) as unknown as IncomingMessage;

test('without a proxy nobody can claim another address', () => {
  const asked = request('203.0.113.9', { 'x-forwarded-for': '1.1.1.1', 'x-real-ip': '2.2.2.2' });
  expect(addressOf(asked, 0)).toBe('203.0.113.9');
  settleAddress(asked, addressOf(asked, 0));
  expect(asked.headers).toEqual({ 'x-real-ip': '203.0.113.9' });
});

test('behind proxies of ours their entries count, not what the client wrote before them', () => {
  const asked = (chain: string) => request('10.0.0.1', { 'x-forwarded-for': chain });
  expect(addressOf(asked('6.6.6.6, 203.0.113.9'), 1)).toBe('203.0.113.9');
  expect(addressOf(asked('6.6.6.6, 203.0.113.9, 10.0.0.2'), 2)).toBe('203.0.113.9');
  expect(addressOf(asked('203.0.113.9'), 2)).toBe('203.0.113.9');
  expect(addressOf(request('10.0.0.1'), 1)).toBe('10.0.0.1');
});

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:DB8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('limits count %s as %s', (address, key) => {
  expect(addressKey(address)).toBe(key);
});
