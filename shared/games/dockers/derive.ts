// Public facts that follow from the rest of a state.
import { reveal } from '../../kernel/reveal.ts';
import type { Play } from './play.ts';
import { handOf, shipPileCount } from './state.ts';

export function derive({ draft }: Play): void {
  const { open, shown, hidden } = draft;
  const asked = open[0];
  shown.phase = asked?.kind ?? 'game-over';
  shown.actorSeat = asked?.seat ?? null;
  shown.shipPileCount = shipPileCount(draft);
  shown.goodsPileCount = reveal(hidden.goodsPile).length;
  shown.eventPileCount = reveal(hidden.eventPile).length;
  for (const player of shown.players) player.goodsCount = handOf(draft, player.seat).length;
  if (shown.auction !== null && asked !== undefined) shown.auction.nextSeat = asked.seat;
}
