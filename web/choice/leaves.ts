// A command as paths and leaves. Pure functions. A path names a field («to»), or a place within one
// («trade.card», «moves.0.ship», «give.clove»).

/** A leaf of a command: one value, or a list of plain values as a whole. */
interface Leaf {
  readonly path: string;
  readonly value: unknown;
}

/** The field's own part of a path is one step; the rest leads into objects and lists. */
export function valueAt(command: object, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => memberOf(value, key), command);
}

export function memberOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Readonly<Record<string, unknown>>)[key]
    : undefined;
}

/** Without `decision`, which is not a choice. An empty map has no leaves; a list of plain values is one. */
export function leavesOf(command: object): Leaf[] {
  return Object.entries(command).flatMap(([field, value]) =>
    field === 'decision' ? [] : leavesIn(value, field),
  );
}

function leavesIn(value: unknown, path: string): Leaf[] {
  if (!isNested(value) || isPlainList(value)) return [{ path, value }];
  return Object.entries(value).flatMap(([key, inner]) => leavesIn(inner, `${path}.${key}`));
}

/** Ids, numbers, booleans: items that can be distinguished by value. */
export function isPlainList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.every((item) => typeof item !== 'object');
}

export function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (!isNested(one) || !isNested(other) || Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isSame(memberOf(one, key), memberOf(other, key)))
  );
}

export function distinct(values: readonly unknown[]): unknown[] {
  const found: unknown[] = [];
  for (const value of values) if (!found.some((one) => isSame(one, value))) found.push(value);
  return found;
}

export function count(list: readonly unknown[], item: unknown): number {
  return list.filter((one) => isSame(one, item)).length;
}

export function hasAll(list: readonly unknown[], wanted: readonly unknown[]): boolean {
  return wanted.every((item) => count(list, item) >= count(wanted, item));
}
