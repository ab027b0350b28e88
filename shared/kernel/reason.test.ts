import { expect, test } from '@jest/globals';
import { reasonOf } from './reason.ts';

test.each<[unknown, string]>([
  [new TypeError('no card'), 'no card'],
  [{ message: 7 }, '7'],
  [{ code: 'x' }, '[object Object]'],
  ['plain words', 'plain words'],
  [null, 'null'],
  [undefined, 'undefined'],
])('the message of anything thrown: %p', (thrown, words) => {
  expect(reasonOf(thrown)).toBe(words);
});
