// Which seats must act.
import { expect, test } from '@jest/globals';
import { askedOf } from './asked.ts';

const open = (seat: number, kind: string, deadline: number | null = null) => ({ seat, kind, deadline });

test('my own decision comes first, with its own time', () => {
  expect(askedOf([open(1, 'trading', 50), open(0, 'trading', 90)], 0)).toEqual({
    who: 'me',
    kind: 'trading',
    seats: [1],
    deadline: 90,
  });
});

test('of several others the first deadline counts, and the decision they share', () => {
  expect(askedOf([open(1, 'bid', 50), open(2, 'bid', 40)], 0)).toEqual({
    who: 'others',
    kind: 'bid',
    seats: [1, 2],
    deadline: 40,
  });
  expect(askedOf([open(1, 'defence'), open(2, 'reward')], null).kind).toBeNull();
});

test('between two decisions no seat is asked', () => {
  expect(askedOf([], 0)).toEqual({ who: 'nobody', kind: null, seats: [], deadline: null });
});
