// Ratings, compared with those of openskill.
import { expect, test } from '@jest/globals';
import type { Strength } from '../shared/kernel/strength.ts';
import { afterMatch, ratingsOf } from './ratings.ts';
import type { Match } from './standings.ts';

const FRESH = { mu: 25, variance: (25 / 3) ** 2 };

function match(bots: readonly Strength[], places: readonly number[]): Match {
  const ranking = places.map((place, seat) => ({ seat, place, total: 10 - place, parts: {} }));
  const winners = places.flatMap((place, seat) => (place === 1 ? [seat] : []));
  return { bots, result: { reason: 'end', ranking, winners } };
}

test('after one match of two they equal those that openskill documents', () => {
  const [winner, loser] = afterMatch([
    { ...FRESH, place: 1 },
    { ...FRESH, place: 2 },
  ]);
  expect(winner?.mu).toBeCloseTo(27.63523138, 6);
  expect(loser?.mu).toBeCloseTo(22.36476861, 6);
  for (const one of [winner, loser]) expect(Math.sqrt(one?.variance ?? 0)).toBeCloseTo(8.0655063, 5);
});

test('a tie of equals changes nothing', () => {
  const tied = afterMatch([
    { ...FRESH, place: 1 },
    { ...FRESH, place: 1 },
  ]);
  for (const { mu, variance } of tied) {
    expect(mu).toBeCloseTo(25, 9);
    expect(variance).toBeLessThan(FRESH.variance);
  }
});

test('more wins mean a higher rating, and certainty grows', () => {
  const won = match(['captain', 'mate', 'mate'], [1, 2, 3]);
  const lost = match(['captain', 'mate', 'mate'], [3, 1, 2]);
  const [few] = ratingsOf([won]);
  const [best, second] = ratingsOf(Array.from({ length: 30 }, (_, n) => (n % 5 === 0 ? lost : won)));
  expect([best?.strength, second?.strength]).toEqual(['captain', 'mate']);
  expect((best?.mu ?? 0) - (second?.mu ?? 0)).toBeGreaterThan(2);
  expect(best?.sigma).toBeLessThan(few?.sigma ?? 0);
});
