// Whose turn it is at the player's tables, and which of them come first.
import { expect, test } from '@jest/globals';
import type { MySeat } from '../../client/index.ts';
import { askedNames, byUrgency, othersAt, type Standing, standingOf } from './standings.ts';

const base: MySeat = {
  matchId: 'm',
  game: 'borneo',
  edition: 'e',
  status: 'playing',
  clock: 'none',
  seat: 1,
  players: ['Ann', 'Zoé', null],
  names: ['Ann', 'Zoé', 'Le Havre'],
  asked: [1],
  deadline: null,
  startsAt: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};

test.each<[Partial<MySeat>, Standing]>([
  [{}, 'your-turn'],
  [{ asked: [0, 1] }, 'your-turn'],
  [{ asked: [0, 2] }, 'their-turn'],
  [{ seat: null }, 'their-turn'],
  [{ asked: null }, 'under-way'],
  [{ status: 'lobby', asked: null }, 'gathering'],
  [{ status: 'frozen', asked: null }, 'suspended'],
])('%j: %s', (change, standing) => {
  expect(standingOf({ ...base, ...change })).toBe(standing);
});

test('tables that wait for the player come first, the most urgent before the rest, then the latest', () => {
  const seats = [
    { ...base, matchId: 'theirs', asked: [0] },
    { ...base, matchId: 'mine' },
    { ...base, matchId: 'mine, later', updatedAt: '2026-01-02T00:00:00.000Z' },
    { ...base, matchId: 'mine, pressing', deadline: 5 },
    { ...base, matchId: 'lobby', status: 'lobby' as const, asked: null },
  ];
  expect(byUrgency(seats).map(({ matchId }) => matchId)).toEqual([
    'mine, pressing',
    'mine, later',
    'mine',
    'lobby',
    'theirs',
  ]);
});

test('the other players, and those who must act', () => {
  expect(othersAt(['Ann', 'Zoé', null, 'Le Havre'], 1)).toEqual(['Ann', 'Le Havre']);
  expect(askedNames({ names: base.names, asked: [0, 2] })).toEqual(['Ann', 'Le Havre']);
  expect(askedNames({ names: base.names, asked: null })).toEqual([]);
});
