// A command composed from picks when not all legal ones are known. Its preview shows whether it is legal.
import { isNested, isPlainList, isSame, valueAt } from './leaves.ts';
import { type Command, fits, type Selection } from './selection.ts';

/** `known`: some legal commands of the picked type. Undefined while a field is open. */
export function composed<C extends Command>(known: readonly C[], selection: Selection): C | undefined {
  const [pattern] = known;
  if (pattern === undefined) return undefined;
  const apart = { ...selection, items: new Map() };
  const fitting = known.filter((command) => fits(command, apart));
  const usual = fitting.length > 0 ? fitting : known;
  const command: Record<string, unknown> = {};
  for (const field of new Set(usual.flatMap((one) => Object.keys(one)))) {
    const values = usual.map((one) => valueAt(one, field));
    const value = fieldOf(field, values, selection);
    if (value !== undefined) command[field] = value;
    else if (!values.includes(undefined)) return undefined;
  }
  return command as unknown as C;
}

/** As picked; or as all have it. */
function fieldOf(field: string, values: readonly unknown[], { values: picked, items }: Selection): unknown {
  if (picked.has(field)) return picked.get(field);
  const list = items.get(field);
  if (list !== undefined) return list;
  const entries = [...picked].filter(([path, value]) => path.startsWith(`${field}.`) && value !== undefined);
  if (entries.length > 0 && values.every(isMap))
    return Object.fromEntries(entries.map(([path, value]) => [path.slice(field.length + 1), value]));
  const [first] = values;
  return values.every((value) => isSame(value, first)) ? first : undefined;
}

function isMap(value: unknown): boolean {
  return isNested(value) && !Array.isArray(value) && !isPlainList(value);
}
