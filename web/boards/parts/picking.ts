import { batch } from '@preact/signals';
import type { GameTypes, LegalCommand } from '../../../client/index.ts';
import type { Choice } from '../../choice/choice.ts';
import { distinct, isSame, valueAt } from '../../choice/leaves.ts';

/** Values by their path in a command, such as `effects.0.quay`. */
export type Fields = Readonly<Record<string, unknown>>;

interface SomeCommand {
  readonly type: string;
}

/** What choosing a piece means: this type, if it is given, and these values. */
export interface Meaning<Type extends string = string> {
  readonly type?: Type;
  readonly fields?: Fields;
}

/** The picks so far, which decide what a piece means next. */
export interface Picks {
  readonly type: string | null;
  readonly values: ReadonlyMap<string, unknown>;
}

export const NO_PICKS: Picks = { type: null, values: new Map() };

/** What a board picks with. */
interface Picking<G extends GameTypes> {
  /** Null where nothing can be picked. */
  readonly choice: Choice<G> | null;
  /** The legal commands. */
  readonly commands: readonly LegalCommand<G>[];
}

type Meant<G extends GameTypes> = Meaning<LegalCommand<G>['type']>;

/** The commands of this type. */
export function ofType<C extends SomeCommand, Type extends C['type']>(commands: readonly C[], type: Type) {
  return commands.filter((command): command is Extract<C, { readonly type: Type }> => command.type === type);
}

/** Whether some command has this type and these values. */
export function some<C extends SomeCommand>(
  commands: readonly C[],
  type: C['type'],
  fields: Fields = {},
): boolean {
  return commands.some((command) => agrees(command, { type, fields }));
}

/** The different values at a path, of commands with this type and these values. */
export function valuesOf<C extends SomeCommand>(
  commands: readonly C[],
  meaning: Meaning<C['type']>,
  path: string,
): unknown[] {
  const found = commands.filter((command) => agrees(command, meaning));
  return distinct(found.map((command) => valueAt(command, path)));
}

function agrees(command: SomeCommand, { type, fields = {} }: Meaning): boolean {
  return (
    (type === undefined || command.type === type) &&
    Object.entries(fields).every(([path, value]) => isSame(valueAt(command, path), value))
  );
}

/** The meaning, if some legal command has it. */
export function offered<G extends GameTypes>(
  { commands }: Picking<G>,
  meaning: Meant<G>,
): Meant<G> | undefined {
  return commands.some((command) => agrees(command, meaning)) ? meaning : undefined;
}

/** Whether it is part of the current choice, however that was composed. */
export function isPicked<G extends GameTypes>({ choice }: Picking<G>, meaning: Meant<G>): boolean {
  if (choice === null) return false;
  const { value: candidate } = choice.candidate;
  if (candidate !== undefined && agrees(candidate, meaning)) return true;
  const { type, fields = {} } = meaning;
  return (
    (type === undefined || choice.selection.value.type === type) &&
    Object.entries(fields).every(
      ([path, value]) => choice.isPicked(path, value) || isIn(candidate && valueAt(candidate, path), value),
    )
  );
}

function isIn(list: unknown, item: unknown): boolean {
  return Array.isArray(list) && list.includes(item);
}

/** Adds it to the picks; choosing it again takes its last value back. */
export function pick<G extends GameTypes>({ choice }: Pick<Picking<G>, 'choice'>, meaning: Meant<G>): void {
  if (choice === null) return;
  const { type, fields = {} } = meaning;
  const entries = Object.entries(fields);
  batch(() => {
    const isOfType = type === undefined || choice.selection.value.type === type;
    if (isOfType && entries.every(([path, value]) => choice.isPicked(path, value))) {
      const [last] = entries.slice(-1);
      if (last === undefined) choice.clear();
      else choice.pick(...last);
      return;
    }
    if (!isOfType) choice.pickType(type);
    for (const [path, value] of entries) if (!choice.isPicked(path, value)) replace(choice, path, value);
  });
}

/** The former value is taken back first, since only commands that fit it may be known. */
export function replace<G extends GameTypes>(choice: Choice<G>, path: string, value: unknown): void {
  const { values } = choice.selection.value;
  if (values.has(path)) choice.pick(path, values.get(path));
  choice.pick(path, value);
}

/** Picks it instead of everything else; choosing it again takes all back. */
export function pickOnly<G extends GameTypes>(picking: Picking<G>, meaning: Meant<G>): void {
  const wasPicked = isPicked(picking, meaning);
  batch(() => {
    // Picks for another piece or place must not remain.
    picking.choice?.clear();
    if (!wasPicked) pick(picking, meaning);
  });
}

/** Picks one of several items, or takes it back. */
export function pickItem<G extends GameTypes>(
  { choice }: Picking<G>,
  type: LegalCommand<G>['type'],
  path: string,
  item: string,
): void {
  if (choice === null) return;
  batch(() => {
    if (choice.selection.value.type !== type) choice.pickType(type);
    choice.toggle(path, item);
  });
}

/** For a piece: whether its meaning is chosen, and what choosing it does; without a meaning it cannot be chosen. */
export function choosing<G extends GameTypes>(picking: Picking<G>, meaning: Meant<G> | undefined) {
  return {
    picked: meaning !== undefined && isPicked(picking, meaning),
    onPick: meaning && (() => pick(picking, meaning)),
  };
}
