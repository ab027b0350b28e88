// Places in a final ranking.
import type { Ranked } from './game.ts';
import type { Seat } from './seat.ts';

/** The place of one score among all: equal ones share a place, and the next places are left out. */
export function placeAmong<Score>(
  scores: readonly Score[],
  score: Score,
  /** Best first, as for `sort`. */
  compare: (a: Score, b: Score) => number,
): number {
  return 1 + scores.filter((other) => compare(other, score) < 0).length;
}

/** Best first; ties stay in seat order. */
export function byPlace(bySeat: readonly Ranked[]): Ranked[] {
  return bySeat.toSorted((a, b) => a.place - b.place);
}

/** Every seat in first place. */
export function winnersOf(ranking: readonly Pick<Ranked, 'seat' | 'place'>[]): Seat[] {
  return ranking.filter(({ place }) => place === 1).map(({ seat }) => seat);
}
