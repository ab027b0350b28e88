// Events that random play hardly ever produces, for the tests of their sentences.
import type { ToldEvent } from '../../../testing/registry.ts';

export const rareEvents: readonly ToldEvent[] = [
  { type: 'event-pile-reshuffled', count: 1 },
  { type: 'goods-pile-refilled', count: 1 },
  { type: 'goods-pile-refilled', count: 3 },
  { type: 'target-reached', seats: [0, 2] },
  ...['last-ship', 'target', 'max-rounds'].map((reason) => ({
    type: 'game-ended',
    result: { reason, ranking: [{ seat: 1, primes: 1, goods: 'goods-rum', rank: 1 }], winners: [1] },
  })),
  { type: 'primes-claimed', seat: 0, gained: 4, losses: [0, 0, 0] },
];
