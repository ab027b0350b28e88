// The point between the fingers stays where it is, within the bounds of the board.
import { expect, test } from '@jest/globals';
import { FITTING, LARGEST, magnified } from './zoom.ts';

test('around a point', () => {
  const lens = magnified(FITTING, 2, { x: 100, y: 50 });
  expect(lens).toEqual({ factor: 2, left: 100, top: 50 });
  expect(magnified(lens, 0.5, { x: 100, y: 50 })).toEqual(FITTING);
});

test('never smaller than fitting, never larger than useful', () => {
  expect(magnified(FITTING, 0.1, { x: 10, y: 10 })).toEqual(FITTING);
  expect(magnified(FITTING, 100, { x: 0, y: 0 }).factor).toBe(LARGEST);
});
