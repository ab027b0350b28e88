// A wish narrows down the legal commands: one type, and some of its fields.

/**
 * Parts of a command. In a map or an object, `null` means that there is no such entry; so it does in a list, whose
 * entries are its items by position (`{ 0: 'a' }`) and, if these are ids, `true` for each id (`{ a: true, b: null }`).
 */
export type Given = Readonly<Record<string, unknown>>;

export interface Wish {
  readonly type: string;
  readonly fields: Given;
}

/** An open entry of a map or a list, and every value that it can have; `null`: no such entry. */
export interface OpenEntry {
  readonly key: string;
  readonly values: readonly unknown[];
}

const POSITION = /^\d+$/;

/** Whether a value has all the given parts. A list given as a list must match as a whole. */
export function agrees(value: unknown, given: unknown): boolean {
  if (Array.isArray(given))
    return (
      Array.isArray(value) &&
      value.length === given.length &&
      given.every((part, index) => agrees(value[index], part))
    );
  if (typeof given !== 'object' || given === null) return value === given;
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(given).every(([key, part]) => agrees(entryOf(value, key), part));
}

/** One entry, as a wish would give it. */
export function entryOf(value: object, key: string): unknown {
  if (Array.isArray(value) && !POSITION.test(key)) return value.includes(key) ? true : null;
  return Object.hasOwn(value, key) ? Reflect.get(value, key) : null;
}
