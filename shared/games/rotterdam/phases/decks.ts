// ROT-1.10, ROT-11: the product decks of the harbours.
import { shufflePile } from '../../../kernel/dealer.ts';
import { pieceOf } from '../../../kernel/pieces.ts';
import { type PlayOf, tell } from '../../../kernel/play.ts';
import { reveal } from '../../../kernel/reveal.ts';
import { type HarbourId, type ProductId, productCards, productDeck } from '../components.ts';
import { productDeckOf, type State, type Types } from '../state.ts';

/** ROT-11.3: the face-up card of a deck: public with `openProducts`, otherwise unknown to all. */
export function faceUpProduct(state: State, harbour: HarbourId): ProductId | null {
  return state.shown.options.openProducts ? (productDeckOf(state, harbour).at(-1) ?? null) : null;
}

/** Announced whenever a card was taken or turned up, even if the next one looks the same. */
export function tellTopProduct(play: PlayOf<Types>, harbour: HarbourId): void {
  tell(play, { type: 'top-product-changed', harbour, product: faceUpProduct(play.state, harbour) });
}

/** Cards paid for a mission go back to their decks, in the order printed on the mission. */
export function returnProducts(play: PlayOf<Types>, products: readonly ProductId[]): void {
  const { components, draft } = play;
  for (const harbour of components.harbours) {
    const { id } = harbour;
    const returned = products.filter((product) => pieceOf(components.productOf, product).harbour === id);
    if (returned.length === 0) continue;
    const deck = productDeckOf(draft, id);
    const wasEmpty = deck.length === 0;
    for (const product of returned) deck.unshift(product);
    if (!draft.shown.options.openProducts)
      shufflePile(reveal(draft.rng), productDeck(id), deck, productCards(components, harbour)); // ROT-8.5
    else if (wasEmpty) tellTopProduct(play, id); // ROT-11.5
  }
}
