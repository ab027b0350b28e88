// Choices of cards.

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
