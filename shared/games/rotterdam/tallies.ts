// Choices of product cards.
import type { Components, ProductId } from './components.ts';
import type { Tally } from './state.ts';

/** Up to this many cards of one product, and at least so many. */
export interface Lot {
  readonly product: ProductId;
  readonly most: number;
  readonly least?: number;
}

export function lotsOf({ products }: Components, cards: readonly ProductId[]): Lot[] {
  const lots: Lot[] = [];
  for (const { id } of products) {
    const most = cards.filter((card) => card === id).length;
    if (most > 0) lots.push({ product: id, most });
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

/** Every choice of this many cards from these lots, lazily. */
export function tallies(lots: readonly Lot[], size: number): Generator<Tally> {
  const mostFrom = [0];
  const leastFrom = [0];
  for (const { most, least = 0 } of lots.toReversed()) {
    mostFrom.unshift((mostFrom[0] ?? 0) + most);
    leastFrom.unshift((leastFrom[0] ?? 0) + least);
  }
  return choose(size, 0);

  /** Never tries what cannot be completed, so that each step finds the next choice. */
  function* choose(left: number, first: number): Generator<Tally> {
    const lot = lots[first];
    if (left < (leastFrom[first] ?? 0) || left > (mostFrom[first] ?? 0)) return;
    if (left === 0 || lot === undefined) {
      yield {};
      return;
    }
    const { product, most, least = 0 } = lot;
    for (let number = Math.min(left, most); number >= least; number--)
      for (const rest of choose(left - number, first + 1))
        yield number === 0 ? rest : { [product]: number, ...rest };
  }
}

/** Can be read again and again; each item is computed once, when it is first needed. */
export function remembered<Item>(items: Iterator<Item>): Iterable<Item> {
  const known: Item[] = [];
  let isWhole = false;
  function* rest(): Generator<Item> {
    yield* known;
    for (let next = items.next(); next.done !== true; next = items.next()) {
      known.push(next.value);
      yield next.value;
    }
    isWhole = true;
  }
  return { [Symbol.iterator]: () => (isWhole ? known.values() : rest()) };
}

/** From the fewest cards to the most. */
export function* talliesUpTo(lots: readonly Lot[], most: number): Generator<Tally> {
  for (let size = 1; size <= most; size++) yield* tallies(lots, size);
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
