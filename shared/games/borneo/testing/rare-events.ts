// Events that random play hardly ever produces, for the tests of their sentences.
import type { ToldEvent } from '../../../testing/registry.ts';

export const rareEvents: readonly ToldEvent[] = [
  { type: 'deck-reshuffled', count: 1 },
  { type: 'cards-drawn', seat: 0, count: 1 },
  { type: 'end-triggered', reason: 'shipments', lastActive: 1, harbours: [] },
];
