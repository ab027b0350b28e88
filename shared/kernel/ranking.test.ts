import { expect, test } from '@jest/globals';
import { byPlace, placeAmong, winnersOf } from './ranking.ts';

const ranked = (totals: readonly number[]) => {
  const most = (a: number, b: number) => b - a;
  const bySeat = totals.map((total, seat) => ({
    seat,
    place: placeAmong(totals, total, most),
    total,
    parts: {},
  }));
  return byPlace(bySeat);
};

test('equal scores share a place, the next is left out, and ties stay in seat order', () => {
  expect(ranked([3, 9, 5, 9]).map(({ seat, place }) => [place, seat])).toEqual([
    [1, 1],
    [1, 3],
    [3, 2],
    [4, 0],
  ]);
});

test('every seat in first place wins', () => {
  expect(winnersOf(ranked([3, 9, 5, 9]))).toEqual([1, 3]);
  expect(winnersOf(ranked([3, 2]))).toEqual([0]);
});
