// Whose address a request counts for, and what counts as one.
import type { IncomingMessage } from 'node:http';
import { expect, test } from '@jest/globals';
import { addressKey, addressOf, isFromHere, settleAddress } from './address.ts';

const request = (remoteAddress: string, headers: Record<string, string> = {}) =>
  ({
    socket: { remoteAddress },
    headers,
    rawHeaders: Object.entries(headers).flat(),
  }) as unknown as IncomingMessage;

test('without a proxy no client can claim another address', () => {
  const asked = request('203.0.113.9', { 'x-forwarded-for': '1.1.1.1', 'x-real-ip': '2.2.2.2' });
  expect(addressOf(asked, 0)).toBe('203.0.113.9');
  settleAddress(asked, addressOf(asked, 0));
  expect(asked.headers).toEqual({ 'x-real-ip': '203.0.113.9' });
});

test('behind trusted proxies their entries count, not what the client put before them', () => {
  const asked = (chain: string) => request('10.0.0.1', { 'x-forwarded-for': chain });
  expect(addressOf(asked('6.6.6.6, 203.0.113.9'), 1)).toBe('203.0.113.9');
  expect(addressOf(asked('6.6.6.6, 203.0.113.9, 10.0.0.2'), 2)).toBe('203.0.113.9');
  expect(addressOf(asked('203.0.113.9'), 2)).toBe('203.0.113.9');
  expect(addressOf(request('10.0.0.1'), 1)).toBe('10.0.0.1');
});

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::FFFF:203.0.113.9', '203.0.113.9'],
  ['::ffff:cb00:7109', '203.0.113.9'],
  ['0:0:0:0:0:ffff:cb00:7109', '203.0.113.9'],
  ['64:ff9b::203.0.113.9', '64:ff9b:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['::1%eth0.5', '0:0:0:0::/64'],
  ['unknown', 'unknown'],
  ['x'.repeat(100), 'x'.repeat(64)],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:DB8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('limits count %s as %s', (address, key) => {
  expect(addressKey(address)).toBe(key);
});

test.each([
  ['127.0.0.1', 'localhost:2567', true],
  ['127.0.0.1', '127.0.0.1:2567', true],
  ['::1', '[::1]:2567', true],
  ['::ffff:127.0.0.1', 'LOCALHOST', true],
  // A proxy on this machine that hides its clients.
  ['127.0.0.1', 'play.example.org', false],
  ['192.0.2.9', 'localhost:2567', false],
  ['127.0.0.1', 'localhost.example.org', false],
  ['127.0.0.1', '', false],
  ['', 'localhost', false],
])('from %s, asking for %s: is that a program on this machine? %p', (address, host, expected) => {
  const asked = request(address, { host });
  expect(isFromHere(asked)).toBe(expected);
  for (const header of ['X-Forwarded-For', 'Forwarded', 'via'])
    expect(isFromHere(request(address, { host, [header]: '203.0.113.9' }))).toBe(false);
});
