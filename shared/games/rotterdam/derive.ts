// Public facts that follow from the rest of a state.

import type { PlayOf } from '../../kernel/play.ts';
import { reveal } from '../../kernel/reveal.ts';
import { faceUpProduct } from './phases/decks.ts';
import { missionsOf, navigationOf, productDeckOf, productsOf, type Types } from './state.ts';

export function derive({ draft, state }: PlayOf<Types>): void {
  const { shown, hidden } = draft;
  for (const player of shown.players) {
    player.missionCount = missionsOf(draft, player.seat).length;
    player.productCount = productsOf(draft, player.seat).length;
    player.navigationCount = navigationOf(draft, player.seat).length;
  }
  shown.missionDeckCount = reveal(hidden.missionDeck).length;
  shown.navigationPileCount = reveal(hidden.navigationPile).length;
  const decks = Object.entries(shown.productDecks);
  for (const [harbour, deck] of decks) deck.count = productDeckOf(draft, harbour).length;
  for (const [harbour, deck] of decks) {
    deck.top = null; // In a preview, a card that is not turned up yet.
    deck.top = faceUpProduct(state, harbour);
  }
}
