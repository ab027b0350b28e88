// What a copy of a state shares with the original.

/** A path in a state; `*` stands for any index or key. */
type Pattern = string;

/** Paths of the outermost objects and lists that are the same in both. */
export function* sharedPaths(one: unknown, other: unknown, path = ''): Generator<string> {
  if (!isTree(one) || !isTree(other)) return;
  if (one === other) {
    yield path;
    return;
  }
  for (const key of Object.keys(one))
    yield* sharedPaths(Reflect.get(one, key), Reflect.get(other, key), path === '' ? key : `${path}.${key}`);
}

export function fits(path: string, pattern: Pattern): boolean {
  const steps = path.split('.');
  const wanted = pattern.split('.');
  return (
    steps.length === wanted.length && wanted.every((step, index) => step === '*' || step === steps[index])
  );
}

/** Makes every change, at any depth, throw. Parts that are frozen already are frozen as a whole. */
export function freezeAll(value: unknown): void {
  if (!isTree(value) || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const inner of Object.values(value)) freezeAll(inner);
}

function isTree(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
