// The product decks of the harbours.
import { reveal } from '../../../kernel/reveal.ts';
import { shuffle } from '../../../kernel/rng.ts';
import type { HarbourId, ProductId } from '../components.ts';
import { draftDeck, type Play, seen, tell } from '../play.ts';
import { faceUpProduct } from '../table.ts';

/** Told whenever a card was taken or turned, even if the next one looks the same. */
export function tellTopProduct(play: Play, harbour: HarbourId): void {
  tell(play, { type: 'top-product-changed', harbour, product: faceUpProduct(seen(play), harbour) });
}

/** Cards paid for a mission go back where they came from, in the order printed on it. */
export function returnProducts(play: Play, products: readonly ProductId[]): void {
  const { c, draft } = play;
  const back = (harbour: HarbourId) =>
    products.filter((product) => c.product.get(product)?.harbour === harbour);
  for (const { id } of c.harbours) {
    const returned = back(id);
    if (returned.length === 0) continue;
    const deck = draftDeck(play, id);
    const wasEmpty = deck.length === 0;
    for (const product of returned) deck.unshift(product);
    if (!draft.options.openProducts)
      shuffle(reveal(draft.rng), deck); // ROT-8.5
    else if (wasEmpty) tellTopProduct(play, id); // ROT-11.5
  }
}
