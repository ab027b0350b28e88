// The least recently set entry is evicted first, and nothing else.
import { expect, test } from '@jest/globals';
import { Recent } from './recent.ts';

const keysOf = (recent: Recent<string, number>) =>
  [...'abcde'].filter((key) => recent.get(key) !== undefined);

test('keeps a limited number of entries, those set last', () => {
  const recent = new Recent<string, number>(3);
  for (const [n, key] of [...'abc'].entries()) recent.set(key, n);
  recent.set('a', 9);
  recent.set('d', 4);
  expect([recent.size, keysOf(recent), recent.get('a')]).toEqual([3, ['a', 'c', 'd'], 9]);
  // Reading does not count as setting.
  recent.get('c');
  recent.set('e', 5);
  expect(keysOf(recent)).toEqual(['a', 'd', 'e']);
});

test('renewing keeps existing entries, creates missing ones, and counts as setting', () => {
  const recent = new Recent<string, number>(2);
  expect([recent.renew('a', () => 1), recent.renew('b', () => 2), recent.renew('a', () => 3)]).toEqual([
    1, 2, 1,
  ]);
  recent.set('c', 4);
  expect(keysOf(recent)).toEqual(['a', 'c']);
  recent.delete('a');
  expect([recent.size, keysOf(recent)]).toEqual([1, ['c']]);
});

test('with no room it remembers nothing', () => {
  const recent = new Recent<string, number>(0);
  recent.set('a', 1);
  expect(recent.size).toBe(0);
});
