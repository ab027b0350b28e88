// New tables as the first page wishes them.
import { expect, test } from '@jest/globals';
import { faultOf } from './name.ts';
import { friendsWish, quickWish, seatChoices, usualSeats } from './wishes.ts';

test.each([
  [3, 5, 3],
  [2, 4, 3],
  [2, 2, 2],
  [5, 8, 5],
])('%i to %i players: usually %i', (min, max, usual) => {
  expect(usualSeats({ seats: { min, max } })).toBe(usual);
  expect(seatChoices({ seats: { min, max } })).toContain(usual);
});

test('a quick match has bots on all other seats, and advice; one for friends has neither; both are private', () => {
  expect(quickWish(4)).toEqual({ seats: 4, bots: 3, clock: 'none', visibility: 'private', hints: true });
  expect(friendsWish(4)).toEqual({ seats: 4, bots: 0, clock: 'none', visibility: 'private', hints: false });
});

test('names are checked as far as that needs no server', () => {
  expect(['', '   ', 'Zoé', '🐟'.repeat(24), 'a'.repeat(25)].map(faultOf)).toEqual([
    'name-empty',
    'name-empty',
    undefined,
    undefined,
    'name-long',
  ]);
});
