// Removing cards from lists, and choosing from them.

/** Removes each of the cards from a hand, a warehouse or a pile. */
export function takeOut(from: string[], cards: readonly string[]): void {
  for (const card of cards) {
    const index = from.indexOf(card);
    if (index < 0) throw new Error(`${card} is not there`);
    from.splice(index, 1);
  }
}

export function hasRepetition(cards: readonly string[]): boolean {
  return cards.length > 1 && new Set(cards).size < cards.length;
}

/** Every set of `least` to `most` of the items, smaller sets first, each in the order of the list. */
export function* subsets<Item>(items: readonly Item[], least: number, most: number): Generator<Item[]> {
  for (let size = least; size <= Math.min(most, items.length); size++) yield* combinations(items, size);
}

function* combinations<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  const chosen = Array.from({ length: size }, (_, index) => index);
  for (;;) {
    yield chosen.map((index) => items[index] as Item);
    let turning = size - 1;
    while (turning >= 0 && chosen[turning] === items.length - size + turning) turning--;
    if (turning < 0) return;
    let next = (chosen[turning] as number) + 1;
    for (let place = turning; place < size; place++) chosen[place] = next++;
  }
}
