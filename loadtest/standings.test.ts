// Shares, intervals and ratings of a campaign of strengths.
import { expect, test } from '@jest/globals';
import type { Strength } from '../shared/kernel/strength.ts';
import { duelsOf, linesOf, type Match, shareOf } from './standings.ts';

function match(bots: readonly Strength[], places: readonly number[]): Match {
  const ranking = places.map((place, seat) => ({ seat, place, total: 10 - place, parts: {} }));
  const winners = places.flatMap((place, seat) => (place === 1 ? [seat] : []));
  return { bots, result: { reason: 'end', ranking, winners } };
}

test('an interval contains its share and narrows as matches grow', () => {
  const few = shareOf(7, 10);
  const many = shareOf(700, 1_000);
  for (const { share, from, to } of [few, many, shareOf(0, 5), shareOf(5, 5)]) {
    expect(from).toBeLessThanOrEqual(share);
    expect(to).toBeGreaterThanOrEqual(share);
  }
  expect(many.to - many.from).toBeLessThan(few.to - few.from);
  // Known values of Wilson's interval.
  expect(few.from).toBeCloseTo(0.397, 3);
  expect(few.to).toBeCloseTo(0.892, 3);
});

test('victories count by strength, shared ones in part', () => {
  const lines = linesOf([
    match(['captain', 'mate', 'mate'], [1, 2, 3]),
    match(['mate', 'captain', 'mate'], [1, 1, 3]),
  ]);
  expect(lines.map(({ strength }) => strength)).toEqual(['captain', 'mate']);
  expect(lines[0]).toMatchObject({ wins: { share: 0.75 }, points: 9 });
  expect(lines[0]?.fair).toBeCloseTo(1 / 3);
  expect(lines[1]).toMatchObject({ wins: { share: 0.25 }, points: 8 - 1 / 4 });
});

test('each is compared with each weaker one that it met', () => {
  const duels = duelsOf([
    match(['captain', 'mate'], [1, 2]),
    match(['mate', 'captain'], [1, 2]),
    match(['captain', 'mate'], [1, 1]),
  ]);
  expect(duels).toHaveLength(1);
  expect(duels[0]).toMatchObject({ better: 'captain', worse: 'mate', ahead: { share: 0.5 }, elo: { at: 0 } });
  expect(duels[0]?.elo.from).toBeLessThan(0);
});
