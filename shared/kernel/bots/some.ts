// Some elements of a list that may be too long to be listed.

/** At most `most` of the first elements, evenly spread: every second one, every fourth, and so on. */
export function some<Item>(items: Iterable<Item>, most: number): Item[] {
  let kept: Item[] = [];
  let stride = 1;
  let index = 0;
  for (const item of items) {
    if (index >= most * FAR) break;
    if (index++ % stride > 0) continue;
    if (kept.length === most) {
      kept = kept.filter((_, at) => at % 2 === 0);
      stride *= 2;
      if ((index - 1) % stride > 0) continue;
    }
    kept.push(item);
  }
  return kept;
}

/** How many times as many elements as are wanted are examined. */
const FAR = 16;
