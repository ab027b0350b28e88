// Hands and tallies of cards.
import type { ProductId } from './components.ts';
import type { Tally } from './state.ts';

/** Inserts a card in edition order. */
export function addToHand(hand: string[], card: string, ranks: ReadonlyMap<string, number>): void {
  const rank = ranks.get(card) ?? 0;
  let place = hand.length;
  while (place > 0 && (ranks.get(hand[place - 1] ?? '') ?? 0) > rank) place--;
  hand.splice(place, 0, card);
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
export function covers(hand: readonly ProductId[], tally: Readonly<Tally>): boolean {
  for (const product in tally) {
    let held = 0;
    for (const card of hand) if (card === product) held++;
    if (held < (tally[product] ?? 0)) return false;
  }
  return true;
}
