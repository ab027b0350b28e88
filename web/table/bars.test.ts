// Bars of scores have one scale; negative parts are left of zero.
import { expect, test } from '@jest/globals';
import { barsOf } from './bars.ts';

test('parts are stacked to both sides of zero', () => {
  const { terms, zero, bars } = barsOf([
    { seat: 1, place: 1, total: 12, parts: { missions: 8, cards: 4, none: 0 } },
    { seat: 0, place: 2, total: 3, parts: { missions: 0, cards: 7, pirates: -4 } },
  ]);
  expect(terms).toEqual(['missions', 'cards', 'pirates']);
  expect(zero).toBe(0.25);
  expect(bars.map(({ segments }) => segments)).toEqual([
    [
      { term: 'missions', value: 8, from: 0.25, share: 0.5 },
      { term: 'cards', value: 4, from: 0.75, share: 0.25 },
    ],
    [
      { term: 'cards', value: 7, from: 0.25, share: 0.4375 },
      { term: 'pirates', value: -4, from: 0, share: 0.25 },
    ],
  ]);
});

test('nothing to draw is no bar', () => {
  expect(barsOf([{ seat: 0, place: 1, total: 0, parts: { cards: 0 } }])).toEqual({
    terms: [],
    zero: 0,
    bars: [{ seat: 0, place: 1, total: 0, segments: [] }],
  });
});
