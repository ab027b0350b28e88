// What has been picked so far of one command, and which legal commands fit it. Pure functions.
//
// A pick names a field, or a place within one by a path («trade.card»). A value is picked as a whole; or, where
// the field is a list of plain values, item by item: then the commands fit that have all of those items.

/** A legal command. */
export interface Command {
  readonly type: string;
  readonly decision?: number | null;
}

/** Places in their order of picking, so that the oldest can give way. */
export interface Selection {
  readonly type: string | null;
  readonly values: ReadonlyMap<string, unknown>;
  readonly items: ReadonlyMap<string, readonly unknown[]>;
}

export const NOTHING: Selection = { type: null, values: new Map(), items: new Map() };

export function fits(command: Command, { type, values, items }: Selection): boolean {
  if (type !== null && command.type !== type) return false;
  for (const [path, value] of values) if (!isSame(valueAt(command, path), value)) return false;
  for (const [path, wanted] of items) {
    const list = valueAt(command, path);
    if (!Array.isArray(list) || !hasAll(list, wanted)) return false;
  }
  return true;
}

/** The command that is meant: the only one that fits, or the one that has no more items than were picked. */
export function meant<C extends Command>(commands: readonly C[], selection: Selection): C | undefined {
  const fitting = commands.filter((command) => fits(command, selection));
  if (fitting.length === 1) return fitting[0];
  const exact = fitting.filter((command) => isExact(command, selection));
  return exact.length === 1 ? exact[0] : undefined;
}

/** Apart from its lists, nothing in it was left open. */
function isExact(command: Command, { type, values, items }: Selection): boolean {
  if (type === null) return false;
  return Object.entries(command).every(([field, value]) => {
    if (field === 'type' || field === 'decision' || values.has(field)) return true;
    if (Array.isArray(value)) return value.length === (items.get(field)?.length ?? 0);
    return false;
  });
}

export function withType(commands: readonly Command[], selection: Selection, type: string): Selection {
  return kept(commands, { ...NOTHING, type }, selection);
}

/** Picks a value. What was picked before and no longer fits gives way, the oldest first. */
export function withValue(
  commands: readonly Command[],
  selection: Selection,
  path: string,
  value: unknown,
): Selection {
  return kept(commands, { ...NOTHING, values: new Map([[path, value]]) }, selection);
}

/** Picks an item of a list, or puts it back. */
export function withItem(
  commands: readonly Command[],
  selection: Selection,
  path: string,
  item: unknown,
): Selection {
  const present = selection.items.get(path) ?? [];
  const isPicked = present.some((one) => isSame(one, item));
  const list = isPicked ? present.filter((one) => !isSame(one, item)) : [...present, item];
  const items = new Map(selection.items);
  items.delete(path);
  if (list.length > 0) items.set(path, list);
  if (isPicked) return { ...selection, items };
  const whole = { ...selection, items };
  if (commands.some((command) => fits(command, whole))) return whole;
  return kept(commands, { ...NOTHING, items: new Map([[path, [item]]]) }, selection);
}

export function withoutPlace(selection: Selection, path: string): Selection {
  const values = new Map(selection.values);
  const items = new Map(selection.items);
  values.delete(path);
  items.delete(path);
  return { ...selection, values, items };
}

/** `newest` with as much of `before` as still fits, the latest picks first. */
function kept(commands: readonly Command[], newest: Selection, before: Selection): Selection {
  let result = newest;
  const take = (next: Selection) => {
    if (commands.some((command) => fits(command, next))) result = next;
  };
  if (newest.type === null && before.type !== null) take({ ...result, type: before.type });
  for (const [path, value] of [...before.values].reverse())
    if (!result.values.has(path) && !result.items.has(path))
      take({ ...result, values: new Map([[path, value], ...result.values]) });
  for (const [path, list] of [...before.items].reverse())
    if (!result.values.has(path) && !result.items.has(path))
      take({ ...result, items: new Map([[path, list], ...result.items]) });
  return result;
}

/** The field's own part of a path is one step; the rest leads into objects and lists. */
export function valueAt(command: object, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, key) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, key)
          ? (value as Readonly<Record<string, unknown>>)[key]
          : undefined,
      command,
    );
}

function hasAll(list: readonly unknown[], wanted: readonly unknown[]): boolean {
  return wanted.every((item) => count(list, item) >= count(wanted, item));
}

function count(list: readonly unknown[], item: unknown): number {
  return list.filter((one) => isSame(one, item)).length;
}

export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isSame(valueAt(one, key), valueAt(other, key)))
  );
}
