// Events that random play hardly ever produces, for the tests of their sentences.
import type { ToldEvent } from '../../../testing/registry.ts';

const score = { missionPoints: 4, navigationPoints: 2, productPoints: 1, total: 7, productCount: 3, rank: 1 };
const hand = { missions: ['mission-01'], products: { bread: 3 }, navigation: ['nav-storm-1', 'nav-joker-1'] };

export const rareEvents: readonly ToldEvent[] = [
  { type: 'trading-resumed', seat: 0 },
  { type: 'navigation-draw-lost', seat: 2, count: 1, reason: 'supply-empty' },
  { type: 'navigation-reshuffled', count: 1 },
  {
    type: 'navigation-played',
    seat: 1,
    card: 'nav-cargo-thief-1',
    kind: 'cargo-thief',
    from: 'ship-red-2',
    owner: 0,
    to: null,
    start: 'start-3',
    material: 'grain',
  },
  {
    type: 'ship-unloaded',
    seat: 1,
    ship: 'ship-yellow-5',
    harbour: 'harbour-botlek',
    material: 'oil',
    result: 'deck-empty',
  },
  { type: 'top-product-changed', harbour: 'harbour-waalhaven', product: null },
  ...['target', 'max-rounds'].map((reason) => ({
    type: 'game-ended',
    reason,
    scores: [score, { ...score, navigationPoints: 0, total: 5, rank: 2 }],
    hands: [hand, { ...hand, navigation: [] }],
  })),
];
