import { expect, test } from '@jest/globals';
import { coastOf, cornersTurned, sideOf } from './coast.ts';

const ALL = Array.from({ length: 16 }, (_, bits) => [0, 1, 2, 3].map((corner) => (bits >> corner) & 1));
/** The middles of the sides, north first. */
const MIDDLES = ['.5 0', '1 .5', '.5 1', '0 .5'];

test('CAB-1.2: a turned tile is turned clockwise', () => {
  expect(cornersTurned([1, 0, 0, 0], 0)).toEqual([1, 0, 0, 0]);
  expect(cornersTurned([1, 0, 0, 0], 1)).toEqual([0, 1, 0, 0]);
  expect(cornersTurned([1, 1, 0, 0], 3)).toEqual([1, 0, 0, 1]);
});

test('CAB-1.3: a coast has one side of land', () => {
  expect([0, 1, 2, 3].map((rotation) => sideOf(cornersTurned([1, 1, 0, 0], rotation)))).toEqual([0, 1, 2, 3]);
  expect(sideOf([1, 0, 1, 0])).toBeUndefined();
  expect(sideOf([1, 1, 1, 0])).toBeUndefined();
});

test.each(ALL)(
  'the shore of %i %i %i %i crosses each side that has land and sea, and no other',
  (...corners) => {
    const { shore } = coastOf(corners);
    const ends = MIDDLES.filter((_, side) => corners[side] !== corners[(side + 1) % 4]);
    for (const middle of MIDDLES) {
      const touches =
        shore.includes(`M${middle}`) ||
        [...shore.matchAll(/([\d.]+ [\d.]+)(?=M|$)/g)].some(([end]) => end === middle);
      expect(touches).toBe(ends.includes(middle));
    }
  },
);

test('there is land where there are corners of land', () => {
  expect(coastOf([0, 0, 0, 0]).land).toBe('');
  expect(coastOf([1, 1, 1, 1])).toEqual({ land: 'M0 0H1V1H0Z', shore: '' });
  expect(coastOf([1, 0, 1, 0]).land.match(/M/g)).toHaveLength(2);
});
