// Choices of product cards.
import type { Components, ProductId } from './components.ts';
import type { Tally } from './state.ts';

/** Up to this many cards of one product. */
export interface Lot {
  readonly product: ProductId;
  readonly most: number;
}

export function lotsOf({ products }: Components, cards: readonly ProductId[]): Lot[] {
  const lots: Lot[] = [];
  for (const { id } of products) {
    const most = cards.filter((card) => card === id).length;
    if (most > 0) lots.push({ product: id, most });
  }
  return lots;
}

/** Every choice of this many cards from these lots. */
export function tallies(lots: readonly Lot[], size: number, first = 0): Tally[] {
  if (size === 0) return [{}];
  const lot = lots[first];
  if (lot === undefined) return [];
  const { product, most } = lot;
  const found: Tally[] = [];
  for (let number = Math.min(size, most); number >= 0; number--)
    for (const rest of tallies(lots, size - number, first + 1))
      found.push(number === 0 ? rest : { [product]: number, ...rest });
  return found;
}

export function inEditionOrder({ products }: Components, tally: Readonly<Tally>): Tally {
  const sorted: Tally = {};
  for (const { id } of products) {
    const number = tally[id];
    if (number !== undefined) sorted[id] = number;
  }
  return sorted;
}

export function areKnown({ productOf }: Components, tally: Readonly<Tally>): boolean {
  return Object.keys(tally).every((id) => productOf.has(id));
}
