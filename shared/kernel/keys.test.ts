import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { mapOf, nameable, revive } from './keys.ts';

const sent = '{"pepper":1,"__proto__":2}';

test('the key `__proto__` is renamed, so that no copy drops it; all others stay', () => {
  const raw: unknown = JSON.parse(sent);
  expect(Object.keys({ ...(nameable(raw) as object) })).toEqual(['pepper', '__proto_']);
  expect(nameable(raw)).toStrictEqual({ pepper: 1, __proto_: 2 });
});

test.each([[null], ['__proto__'], [7], [undefined], [true]])(
  'values without keys stay unchanged: %j',
  (value) => {
    expect(nameable(value)).toBe(value);
  },
);

test('what needs no renaming is not copied', () => {
  const plain = { constructor: 1 };
  expect(nameable(plain)).toBe(plain);
});

test('a map checks every key, and refuses this one like any unknown one', () => {
  const map = mapOf(z.enum(['pepper', '__proto_']), z.int());
  expect(map.parse(JSON.parse(sent))).toEqual({ pepper: 1, __proto_: 2 });
  const spices = mapOf(z.string().startsWith('p'), z.int());
  expect(spices.safeParse(JSON.parse('{"pepper":1}')).success).toBe(true);
  expect(spices.safeParse(JSON.parse(sent)).success).toBe(false);
});

test('read from JSON, no key gets lost at any level', () => {
  const read: unknown = JSON.parse(`{"goods":${sent},"count":3}`, revive);
  expect(read).toStrictEqual({ goods: { pepper: 1, __proto_: 2 }, count: 3 });
});
