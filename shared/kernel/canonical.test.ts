import { expect, test } from '@jest/globals';
import { canonicalJson } from './canonical.ts';

test('equal values give equal text: keys sorted at every level, lists in their order, no white space', () => {
  const one = { b: [3, { z: null, a: 'x' }, 1], a: { d: true, c: {} } };
  const other = { a: { c: {}, d: true }, b: [3, { a: 'x', z: null }, 1] };
  expect(canonicalJson(one)).toBe('{"a":{"c":{},"d":true},"b":[3,{"a":"x","z":null},1]}');
  expect(canonicalJson(other)).toBe(canonicalJson(one));
});

test.each([[null], ['text'], [7], [false], [[]]])(
  'values without keys are written as in any JSON: %j',
  (value) => {
    expect(canonicalJson(value)).toBe(JSON.stringify(value));
  },
);
