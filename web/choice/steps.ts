// The steps from the picks to a command: what is still open, and its options. Pure functions.
import { count, distinct, isNested, isPlainList, memberOf, valueAt } from './leaves.ts';
import { type Command, fits, isNothing, type Selection } from './selection.ts';

/** One open place of a command. */
export interface Step {
  readonly path: string;
  /** `one`: one of the options is picked; `items`: any number of them, one by one. */
  readonly how: 'one' | 'items';
  readonly options: readonly unknown[];
  /** Whether it may be skipped. */
  readonly isOptional: boolean;
}

/**
 * Up to this many different maps, objects or lists of objects are offered as a whole; more are split into
 * parts.
 */
const WHOLE = 8;

/** First the type; then the places at which the commands that fit differ, in the order of their fields. */
export function stepsOf(commands: readonly Command[], selection: Selection): Step[] {
  return stepsAmong(
    commands.filter((command) => fits(command, selection)),
    selection,
  );
}

/** `more`: further values that a field can have. */
export function stepsAmong(
  fitting: readonly Command[],
  selection: Selection,
  more?: { readonly field: string; readonly values: readonly unknown[] },
): Step[] {
  const types = distinct(fitting.map(({ type }) => type));
  if (types.length > 1) return [{ path: 'type', how: 'one', options: types, isOptional: false }];
  const fields = new Set(fitting.flatMap((command) => Object.keys(command)));
  const steps = [...fields]
    .filter((field) => field !== 'type' && field !== 'decision')
    .flatMap((field) => {
      const values = fitting.map((command) => valueAt(command, field));
      return stepsIn(field, more?.field === field ? [...values, ...more.values] : values, selection);
    });
  // Without picks no command is meant.
  const isMute = isNothing(selection) && steps.every(({ isOptional }) => isOptional);
  return isMute && types.length > 0
    ? [{ path: 'type', how: 'one', options: types, isOptional: false }, ...steps]
    : steps;
}

function stepsIn(path: string, values: readonly unknown[], selection: Selection): Step[] {
  const all = distinct(values);
  if (all.length <= 1 || selection.values.has(path)) return [];
  const present = all.filter((value) => value !== undefined);
  if (present.every(isPlainList)) return listSteps(path, present, all.length > present.length, selection);
  if (!present.some(isNested) || all.length <= WHOLE) {
    const isOptional = all.length > present.length || present.some((value) => isEmpty(value));
    return [{ path, how: 'one', options: present, isOptional }];
  }
  const keys = new Set(present.flatMap((value) => (isNested(value) ? Object.keys(value) : [])));
  const members = [...keys].flatMap((key) =>
    stepsIn(
      `${path}.${key}`,
      values.map((value) => memberOf(value, key)),
      selection,
    ),
  );
  // «Nothing» is picked as a whole.
  const rest = present.filter((value) => !isNested(value));
  return rest.length === 0 ? members : [{ path, how: 'one', options: rest, isOptional: true }, ...members];
}

function listSteps(
  path: string,
  lists: readonly (readonly unknown[])[],
  isAbsentToo: boolean,
  selection: Selection,
): Step[] {
  if (isSet(lists)) {
    const picked = selection.items.get(path) ?? [];
    const options = distinct(lists.flat()).filter((item) => count(picked, item) === 0);
    const isOptional = isAbsentToo || lists.some((list) => list.length === picked.length);
    return options.length === 0 ? [] : [{ path, how: 'items', options, isOptional }];
  }
  // One place after the other: what comes next depends on what came before.
  const longest = Math.max(...lists.map((list) => list.length));
  for (let n = 0; n < longest; n++) {
    const steps = stepsIn(
      `${path}.${n}`,
      lists.map((list) => list[n]),
      selection,
    );
    if (steps.length > 0) return steps;
  }
  return [];
}

/** Whether these lists differ by their items, not by their order or how often an item is in them. */
function isSet(lists: readonly (readonly unknown[])[]): boolean {
  const sorted = lists.map((list) => JSON.stringify([...list].sort()));
  return (
    new Set(sorted).size === lists.length && lists.every((list) => distinct(list).length === list.length)
  );
}

function isEmpty(value: unknown): boolean {
  return isNested(value) && Object.keys(value).length === 0;
}
