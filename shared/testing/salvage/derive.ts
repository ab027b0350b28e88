// Public facts that follow from the rest of a state. What is read here counts as public, so it reads sizes only.

import type { PlayOf } from '../../kernel/play.ts';
import { reveal } from '../../kernel/reveal.ts';
import { handOf, type Types } from './state.ts';

export function derive({ draft }: PlayOf<Types>): void {
  const { open, shown, hidden } = draft;
  shown.phase = open[0]?.kind ?? 'finished';
  shown.wreckCount = reveal(hidden.wrecks).length;
  shown.stockCount = reveal(hidden.stock).length;
  for (const player of shown.players) player.handCount = handOf(draft, player.seat).length;
}
