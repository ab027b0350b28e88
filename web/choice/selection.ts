// The picks of one command so far, and the legal commands that fit. Pure functions. A value is picked as a
// whole, at a path; or, in a list, item by item: then commands with all of those items fit. A missing part is
// `undefined`, and can be picked as well.
import { hasAll, isPlainList, isSame, leavesOf, valueAt } from './leaves.ts';

/** A legal command. */
export interface Command {
  readonly type: string;
  readonly decision?: number | null;
}

/**
 * What a command comes to: the same text for commands that differ only in an order without effect. Undefined: it is
 * like no other.
 */
export type OutcomeOf<C extends Command> = (command: C) => string | undefined;

/** Places in the order of picking, so that the oldest can be dropped. */
export interface Selection {
  readonly type: string | null;
  readonly values: ReadonlyMap<string, unknown>;
  readonly items: ReadonlyMap<string, readonly unknown[]>;
}

export const NOTHING: Selection = { type: null, values: new Map(), items: new Map() };

export function isNothing({ type, values, items }: Selection): boolean {
  return type === null && values.size === 0 && items.size === 0;
}

export function fits(command: Command, { type, values, items }: Selection): boolean {
  if (type !== null && command.type !== type) return false;
  for (const [path, value] of values) if (!isSame(valueAt(command, path), value)) return false;
  for (const [path, wanted] of items) {
    const list = valueAt(command, path);
    if (!Array.isArray(list) || !hasAll(list, wanted)) return false;
  }
  return true;
}

/** Of commands with the same outcome, the first. */
export function unlike<C extends Command>(commands: readonly C[], outcomeOf: OutcomeOf<C>): C[] {
  const seen = new Set<string>();
  return commands.filter((command) => {
    const outcome = outcomeOf(command);
    if (outcome === undefined) return true;
    const isNew = !seen.has(outcome);
    seen.add(outcome);
    return isNew;
  });
}

/**
 * The command that is meant: the only one that fits, or the one that has nothing besides what was picked and what
 * all that fit have in common.
 */
export function meant<C extends Command>(commands: readonly C[], selection: Selection): C | undefined {
  const fitting = commands.filter((command) => fits(command, selection));
  if (fitting.length <= 1) return fitting[0];
  const common = commonLeaves(fitting);
  const exact = fitting.filter((command) =>
    leavesOf(command).every(({ path }) => common.has(path) || isSettled(command, selection, path)),
  );
  return exact.length === 1 ? exact[0] : undefined;
}

/** What all of them have alike. */
function commonLeaves(commands: readonly Command[]): ReadonlySet<string> {
  const [first, ...others] = commands;
  if (first === undefined) return new Set();
  const alike = leavesOf(first).filter(({ path, value }) =>
    others.every((command) => isSame(valueAt(command, path), value)),
  );
  return new Set(alike.map(({ path }) => path));
}

/** Whether all of this leaf was picked: by itself, with what it is part of, or item by item. */
function isSettled(command: Command, { type, values, items }: Selection, path: string): boolean {
  if (path === 'type') return type !== null;
  return within(path).some((place) => {
    if (values.has(place)) return true;
    const list = valueAt(command, place);
    if (!Array.isArray(list)) return false;
    const byPlace = list.filter((_, n) => values.has(`${place}.${n}`)).length;
    // `fits` has checked that the items are in the list.
    return (
      (items.has(place) || isPlainList(list)) && list.length === byPlace + (items.get(place)?.length ?? 0)
    );
  });
}

/** The path and those that it lies in. */
function within(path: string): string[] {
  const steps = path.split('.');
  return steps.map((_, n) => steps.slice(0, n + 1).join('.'));
}

export function withType(commands: readonly Command[], selection: Selection, type: string): Selection {
  return kept(commands, { ...NOTHING, type }, selection);
}

/** Picks a value. Earlier picks that no longer fit are dropped, the oldest first. */
export function withValue(
  commands: readonly Command[],
  selection: Selection,
  path: string,
  value: unknown,
): Selection {
  return kept(commands, { ...NOTHING, values: new Map([[path, value]]) }, selection);
}

/** Picks a value when not all commands are known: all other picks stay. */
export function placed(selection: Selection, path: string, value: unknown): Selection {
  const { type, values, items } = withoutPlace(selection, path);
  return { type, items, values: new Map([...values, [path, value]]) };
}

/** Picks an item of a list, or takes it back. */
export function withItem(
  commands: readonly Command[],
  selection: Selection,
  path: string,
  item: unknown,
): Selection {
  const whole = toggled(selection, path, item);
  if (hasItem(selection, path, item) || commands.some((command) => fits(command, whole))) return whole;
  return kept(commands, { ...NOTHING, items: new Map([[path, [item]]]) }, selection);
}

/** The same when not all commands are known: all other picks stay. */
export function toggled(selection: Selection, path: string, item: unknown): Selection {
  const present = selection.items.get(path) ?? [];
  const list = hasItem(selection, path, item)
    ? present.filter((one) => !isSame(one, item))
    : [...present, item];
  const items = new Map(selection.items);
  items.delete(path);
  if (list.length > 0) items.set(path, list);
  return { ...selection, items };
}

export function hasItem({ items }: Selection, path: string, item: unknown): boolean {
  return (items.get(path) ?? []).some((one) => isSame(one, item));
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
  const isFree = (path: string) => !result.values.has(path) && !result.items.has(path);
  if (newest.type === null && before.type !== null) take({ ...result, type: before.type });
  for (const [path, value] of [...before.values].reverse())
    if (isFree(path)) take({ ...result, values: new Map([[path, value], ...result.values]) });
  for (const [path, list] of [...before.items].reverse())
    if (isFree(path)) take({ ...result, items: new Map([[path, list], ...result.items]) });
  return result;
}
