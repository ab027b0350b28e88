// The final count. Works on the hands that the end laid open.

import type { z } from 'zod';
import type { Ranked, Result } from '../../kernel/game.ts';
import type { Components } from './components.ts';
import type { scoreSchema } from './events.ts';
import type { Position } from './state.ts';
import { missionPoints } from './table.ts';

export type Score = z.infer<typeof scoreSchema>;

/** By seat; empty while the game runs. */
export function scores(c: Components, state: Position): Score[] {
  if (state.ending === null) return [];
  const counted = state.ending.hands.map((hand, seat) => countHand(c, state, seat, hand));
  return counted.map((score) => ({
    ...score,
    rank: 1 + counted.filter((other) => compare(other, score) < 0).length, // ROT-9.8
  }));
}

/** ROT-9.5 */
function countHand(
  c: Components,
  state: Position,
  seat: number,
  hand: { readonly products: readonly string[]; readonly navigation: readonly string[] },
): Omit<Score, 'rank'> {
  const player = state.players[seat];
  if (player === undefined) throw new Error(`no seat ${seat}`);
  const sum = (cards: readonly string[], worthOf: (card: string) => number) =>
    cards.reduce((points, card) => points + worthOf(card), 0);
  const cardPoints = (card: string) => c.card.get(card)?.points ?? 0;
  const onMissions = missionPoints(c, player);
  const navigationPoints = sum(player.laid, cardPoints) + sum(hand.navigation, cardPoints); // ROT-R12
  const productPoints = sum(hand.products, (product) => c.product.get(product)?.value ?? 0);
  return {
    missionPoints: onMissions,
    navigationPoints,
    productPoints,
    total: onMissions + navigationPoints + productPoints,
    productCount: hand.products.length,
  };
}

/** Best first. ROT-9.6, ROT-9.7 */
function compare(a: Omit<Score, 'rank'>, b: Omit<Score, 'rank'>): number {
  return b.total - a.total || b.missionPoints - a.missionPoints || b.productCount - a.productCount;
}

export function resultOf(c: Components, state: Position): Result | undefined {
  if (state.ending === null) return undefined;
  const ranking: Ranked[] = scores(c, state).map((score, seat) => ({
    seat,
    place: score.rank,
    total: score.total,
    parts: {
      missionPoints: score.missionPoints,
      navigationPoints: score.navigationPoints,
      productPoints: score.productPoints,
    },
  }));
  ranking.sort((a, b) => a.place - b.place || a.seat - b.seat);
  const winners = ranking.filter(({ place }) => place === 1).map(({ seat }) => seat);
  return { reason: state.ending.reason, ranking, winners };
}
