// Hands and tallies of cards. Nothing here tells a card to anybody.
import { reveal } from '../../kernel/reveal.ts';
import type { Hidden } from '../../kernel/secrecy.ts';
import type { ProductId } from './components.ts';
import type { Tally } from './state.ts';

/** How many cards there are is public, which ones is not. */
export function sizeOf(cards: Hidden<readonly string[]>): number {
  return reveal(cards).length;
}

export function holds(hand: Hidden<readonly string[]>, card: string): boolean {
  return reveal(hand).includes(card);
}

/** Puts a card where edition order wants it. */
export function addToHand(hand: Hidden<string[]>, card: string, ranks: ReadonlyMap<string, number>): void {
  const cards = reveal(hand);
  const rank = ranks.get(card) ?? 0;
  let place = cards.length;
  while (place > 0 && (ranks.get(cards[place - 1] ?? '') ?? 0) > rank) place--;
  cards.splice(place, 0, card);
}

export function removeFromHand(hand: Hidden<string[]>, card: string): void {
  const cards = reveal(hand);
  const place = cards.indexOf(card);
  if (place < 0) throw new Error('the card is not in this hand');
  cards.splice(place, 1);
}

export function tallyOf(cards: readonly ProductId[]): Tally {
  const tally: Tally = {};
  for (const card of cards) tally[card] = (tally[card] ?? 0) + 1;
  return tally;
}

export function totalOf(tally: Readonly<Tally>): number {
  let total = 0;
  for (const product in tally) total += tally[product] ?? 0;
  return total;
}

/** Whether a hand holds at least these cards. */
export function covers(hand: Hidden<readonly ProductId[]>, tally: Readonly<Tally>): boolean {
  const cards = reveal(hand);
  for (const product in tally) {
    let held = 0;
    for (const card of cards) if (card === product) held++;
    if (held < (tally[product] ?? 0)) return false;
  }
  return true;
}
