// ROT-9: the final score and the winners.
import type { Ranked, Result } from '../../kernel/game.ts';
import { pieceOf } from '../../kernel/pieces.ts';
import type { ReadingOf } from '../../kernel/play.ts';
import { byPlace, placeAmong, winnersOf } from '../../kernel/ranking.ts';
import type { Seat } from '../../kernel/seat.ts';
import { navigationOf, playerAt, productsOf, type Score, type Types } from './state.ts';

type Counted = Omit<Score, 'rank'>;

/** By seat. */
export function scoresOf(reading: ReadingOf<Types>): Score[] {
  const counted = reading.state.shown.players.map(({ seat }) => scoreOf(reading, seat));
  return counted.map((score) => ({
    ...score,
    rank: placeAmong(counted, score, compare), // ROT-9.8
  }));
}

/** ROT-9.5 */
function scoreOf({ components, state }: ReadingOf<Types>, seat: Seat): Counted {
  const { missionPoints, laid } = playerAt(state, seat);
  const products = productsOf(state, seat);
  const sum = (cards: readonly string[], worthOf: (card: string) => number) =>
    cards.reduce((points, card) => points + worthOf(card), 0);
  const cardPoints = (card: string) => pieceOf(components.cardOf, card).points;
  const navigationPoints = sum(laid, cardPoints) + sum(navigationOf(state, seat), cardPoints); // ROT-R12
  const productPoints = sum(products, (product) => pieceOf(components.productOf, product).value);
  return {
    missionPoints,
    navigationPoints,
    productPoints,
    total: missionPoints + navigationPoints + productPoints,
    productCount: products.length,
  };
}

/** ROT-9.6, ROT-9.7: best first. */
function compare(a: Counted, b: Counted): number {
  return b.total - a.total || b.missionPoints - a.missionPoints || b.productCount - a.productCount;
}

export function bestOf(scores: readonly Score[]): Seat[] {
  return winnersOf(scores.map(({ rank: place }, seat) => ({ seat, place })));
}

export function resultOf({ state }: ReadingOf<Types>): Result | undefined {
  const { result } = state.shown;
  if (result === null) return undefined;
  const bySeat = result.scores.map((score, seat): Ranked => {
    const { rank: place, total, missionPoints, navigationPoints, productPoints, productCount } = score;
    const parts = { missionPoints, navigationPoints, productPoints };
    return { seat, place, total, parts, tieBreak: { missionPoints, productCount } }; // ROT-9.7
  });
  return { reason: result.reason, ranking: byPlace(bySeat), winners: result.winners };
}

/** Of each seat, as ROT-9.5 counts, cards in hand included. */
export function standingOf(reading: ReadingOf<Types>): number[] {
  return scoresOf(reading).map(({ total }) => total);
}
