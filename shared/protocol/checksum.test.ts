import { crc32 } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { canonicalJson } from '../kernel/canonical.ts';
import { checksumOf } from './checksum.ts';

test('it is the CRC-32 of the canonical JSON in UTF-8', () => {
  for (const state of [{}, { b: [1, -2.5], a: 'Zoë, Łódź, 上海, ⚓, 🚢' }, 'x'.repeat(10_000)])
    expect(checksumOf(state)).toBe(crc32(Buffer.from(canonicalJson(state))));
  // The check value that every description of CRC-32 gives, here with quotes around it.
  expect(crc32('123456789')).toBe(0xcbf4_3926);
});

test('the order of keys makes no difference, every value does', () => {
  const sum = checksumOf({ version: 3, decisions: [{ id: 24, seat: 0 }] });
  expect(checksumOf({ decisions: [{ seat: 0, id: 24 }], version: 3 })).toBe(sum);
  expect(checksumOf({ version: 3, decisions: [{ id: 24, seat: 1 }] })).not.toBe(sum);
  expect(checksumOf({ version: 3, decisions: [{ id: 24 }] })).not.toBe(sum);
});
