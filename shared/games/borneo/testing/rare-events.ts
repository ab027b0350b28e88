// Events that random play hardly ever produces, for the tests of their sentences.
import type { ToldEvent } from '../../../testing/registry.ts';

export const rareEvents: readonly ToldEvent[] = [
  { type: 'deck-reshuffled', count: 1 },
  { type: 'cards-drawn', seat: 0, count: 1 },
  // Attackers and defenders keep one card, and the turn ends with fewer only once the pile is used up.
  {
    type: 'hands-discarded',
    hands: [
      { seat: 0, cards: [] },
      { seat: 1, cards: ['ship-rb-pepper'] },
    ],
  },
  { type: 'end-triggered', reason: 'shipments', lastActive: 1, harbours: [] },
];
