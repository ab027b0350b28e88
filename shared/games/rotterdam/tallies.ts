// Choices of product cards.
import type { OpenEntry } from '../../kernel/wish.ts';
import type { Components, ProductId } from './components.ts';
import { tallyOf } from './hands.ts';
import type { Tally } from './state.ts';

/** Up to this many cards of one product, and at least so many. */
export interface Lot {
  readonly product: ProductId;
  readonly most: number;
  readonly least?: number;
}

export function lotsOf({ products }: Components, cards: readonly ProductId[]): Lot[] {
  const lots: Lot[] = [];
  const held = tallyOf(cards);
  for (const { id } of products) {
    const most = held[id];
    if (most !== undefined) lots.push({ product: id, most });
  }
  return lots;
}

/** The lots that are left for tallies with these entries; `null` stands for none of a product. */
export function narrowed(lots: readonly Lot[], given: unknown): readonly Lot[] {
  if (given === undefined) return lots;
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return [];
  const left = new Map(lots.map((lot) => [lot.product, lot]));
  for (const [product, number] of Object.entries(given)) {
    const most = left.get(product)?.most ?? 0;
    if (number === null) left.delete(product);
    else if (!Number.isInteger(number) || number < 1 || number > most) return [];
    else left.set(product, { product, most: number, least: number });
  }
  return [...left.values()];
}

/** How many cards a choice may have. There is none if `least` exceeds `most`. */
interface Range {
  readonly least: number;
  readonly most: number;
}

/** The sizes of all choices from these lots, empty ones and those above the limit left out. */
export function sizesOf(lots: readonly Lot[], limit: number): Range {
  let least = 0;
  let most = 0;
  for (const lot of lots) {
    least += lot.least ?? 0;
    most += lot.most;
  }
  return { least: Math.max(1, least), most: Math.min(limit, most) };
}

/** Every choice of this many cards from these lots. */
function tallies(lots: readonly Lot[], size: number): Tally[] {
  const found: Tally[] = [];
  const mostFrom = [0];
  const leastFrom = [0];
  for (const { most, least = 0 } of lots.toReversed()) {
    mostFrom.unshift((mostFrom[0] ?? 0) + most);
    leastFrom.unshift((leastFrom[0] ?? 0) + least);
  }
  const numbers = lots.map(() => 0);
  choose(0, size);
  return found;

  /** Never tries what cannot be completed. */
  function choose(first: number, left: number): void {
    if (left < (leastFrom[first] ?? 0) || left > (mostFrom[first] ?? 0)) return;
    const lot = lots[first];
    if (left === 0 || lot === undefined) {
      found.push(tallyOfFirst(first));
      return;
    }
    const { most, least = 0 } = lot;
    for (let number = Math.min(left, most); number >= least; number--) {
      numbers[first] = number;
      choose(first + 1, left - number);
    }
  }

  function tallyOfFirst(chosen: number): Tally {
    const tally: Tally = {};
    for (const [index, { product }] of lots.entries()) {
      if (index >= chosen) break;
      const number = numbers[index] ?? 0;
      if (number > 0) tally[product] = number;
    }
    return tally;
  }
}

/** The choices of each size, computed on first use. */
export function talliesBySize(lots: readonly Lot[]): (size: number) => readonly Tally[] {
  const known: Tally[][] = [];
  return (size) => {
    const choices = known[size] ?? tallies(lots, size);
    known[size] = choices;
    return choices;
  };
}

/** From the fewest cards to the most, lazily. */
export function* talliesUpTo(lots: readonly Lot[], limit: number): Generator<Tally> {
  const { least, most } = sizesOf(lots, limit);
  for (let size = least; size <= most; size++) yield* tallies(lots, size);
}

/** The first product that leaves a choice in tallies of up to `limit` cards, and how many of it they can have. */
export function openLot(lots: readonly Lot[], limit: number): OpenEntry | undefined {
  for (const { product, most, least } of lots) {
    const numbers = least === undefined ? [null, ...Array.from({ length: most }, (_, n) => n + 1)] : [];
    const values = numbers.filter((number) => {
      const sizes = sizesOf(narrowed(lots, { [product]: number }), limit);
      return sizes.least <= sizes.most;
    });
    if (values.length > 1) return { key: product, values };
  }
  return undefined;
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
