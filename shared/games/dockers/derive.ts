// Public facts that follow from the rest of a state.
import type { Play } from './play.ts';
import { handOf, shipPileCount, sizeOf } from './state.ts';

export function derive({ draft }: Play): void {
  const { open, shown, hidden } = draft;
  const asked = open[0];
  shown.phase = asked?.kind ?? 'game-over';
  shown.actorSeat = asked?.seat ?? null;
  shown.shipPileCount = shipPileCount(draft);
  shown.goodsPileCount = sizeOf(hidden.goodsPile);
  shown.eventPileCount = sizeOf(hidden.eventPile);
  for (const player of shown.players) player.goodsCount = handOf(draft, player.seat).length;
  if (shown.auction !== null && asked !== undefined) shown.auction.nextSeat = asked.seat;
}
