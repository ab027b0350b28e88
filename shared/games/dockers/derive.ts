// Public facts that follow from the rest of a state.

import type { PlayOf } from '../../kernel/play.ts';
import { reveal } from '../../kernel/reveal.ts';
import { handOf, shipPileCount, type Types } from './state.ts';

export function derive({ draft }: PlayOf<Types>): void {
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
