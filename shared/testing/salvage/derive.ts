// Public facts that follow from the rest of a state.
import { reveal } from '../../kernel/reveal.ts';
import type { Play } from './play.ts';
import { handOf, sentBy } from './state.ts';

export function derive({ draft, state }: Play): void {
  const { open, shown, hidden } = draft;
  shown.phase = open[0]?.kind ?? 'finished';
  shown.wreckCount = reveal(hidden.wrecks).length;
  shown.stockCount = reveal(hidden.stock).length;
  for (const player of shown.players) {
    player.handCount = handOf(draft, player.seat).length;
    player.hasSent = sentBy(state, player.seat) !== null;
  }
}
