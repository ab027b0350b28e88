// A wish narrows down the legal commands: one type, and some of its fields.

/** Parts of a command. In a map or an object, `null` means that there is no such entry. */
export type Given = Readonly<Record<string, unknown>>;

export interface Wish {
  readonly type: string;
  readonly fields: Given;
}

/** Whether a value has all the given parts. Lists must have the same length and match element by element. */
export function agrees(value: unknown, given: unknown): boolean {
  if (Array.isArray(given))
    return (
      Array.isArray(value) &&
      value.length === given.length &&
      given.every((part, index) => agrees(value[index], part))
    );
  if (typeof given !== 'object' || given === null) return value === given;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.entries(given).every(([key, part]) => {
    const held: unknown = Object.hasOwn(value, key) ? Reflect.get(value, key) : null;
    return agrees(held, part);
  });
}
