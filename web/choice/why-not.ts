// Commands that would name a piece that cannot be chosen: what refuses their preview says why. Pure functions.
import { isPlainList, leavesOf } from './leaves.ts';
import type { Command } from './selection.ts';

/** So many are asked about. */
const MOST = 3;

/**
 * Legal commands with the piece in the place of another of its kind, the types of command and places all different.
 * `kindOf`: of a component of the box.
 */
export function triesWith<C extends Command>(
  commands: readonly C[],
  id: string,
  kindOf: (id: string) => string | undefined,
): readonly C[] {
  const kind = kindOf(id);
  if (kind === undefined) return [];
  const isAlike = (value: unknown) => typeof value === 'string' && kindOf(value) === kind;
  const tries = new Map<string, C>();
  for (const command of commands)
    for (const { path, value } of leavesOf(command)) {
      const place = `${command.type} ${path}`;
      if (tries.size >= MOST) return [...tries.values()];
      if (tries.has(place)) continue;
      if (isAlike(value)) tries.set(place, changed(command, path, id));
      else if (isPlainList(value) && value.some(isAlike)) tries.set(place, changed(command, path, [id]));
    }
  return [...tries.values()];
}

function changed<C extends object>(command: C, path: string, value: unknown): C {
  const copy = structuredClone(command);
  const steps = path.split('.');
  const last = steps.pop() ?? path;
  const holder = steps.reduce<object>((inner, step) => Reflect.get(inner, step) as object, copy);
  Reflect.set(holder, last, value);
  return copy;
}

/** The kinds of components of a catalogue, by id. */
export function kindsIn(catalogue: object): ReadonlyMap<string, string> {
  const { components = {} } = catalogue as { readonly components?: Readonly<Record<string, unknown>> };
  const kinds = Object.entries(components).flatMap(([kind, pieces]) =>
    Array.isArray(pieces)
      ? pieces.map(({ id }: { readonly id: string }): [string, string] => [id, kind])
      : [],
  );
  return new Map(kinds);
}
