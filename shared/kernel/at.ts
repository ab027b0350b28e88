// Looks up what cannot be missing.

/** One element of a list, by a seat or another index that has been validated: a missing one is a bug. */
export function at<Item>(list: readonly Item[], index: number): Item {
  const item = list[index];
  if (item === undefined) throw new RangeError(`nothing at ${index}`);
  return item;
}
