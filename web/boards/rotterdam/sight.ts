// The data that every part of the board draws: position, names, and the current choice.
import { batch, type Signal, useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { textsOf } from '../../lib/language.ts';
import type { BoardProps } from '../board.ts';
import { type BaseSight, nameOf, useBaseSight } from '../parts/sight.ts';
import { type Atlas, atlasOf, type Command, type Rotterdam, type Tally } from './atlas.ts';
import type { Side } from './deal.ts';
import en from './lang/en.json' with { type: 'json' };
import fr from './lang/fr.json' with { type: 'json' };
import type { Meaning, Picks } from './picking.ts';
import { movedIn } from './trace.ts';

export { isLit, nameOf, playerAt } from '../parts/sight.ts';

export const say = textsOf({ en, fr });

export interface Sight extends BaseSight<Rotterdam> {
  readonly atlas: Atlas;
  readonly picks: Picks;
  /** The colour under the pointer. */
  readonly pointed: Signal<string | null>;
}

const NOTHING: Picks = { type: null, values: new Map() };

export function useSight(props: BoardProps<Rotterdam>): Sight {
  const { catalogue } = props;
  const base = useBaseSight(props, movedIn);
  const atlas = useMemo(() => atlasOf(catalogue), [catalogue]);
  const pointed = useSignal<string | null>(null);
  return { ...base, atlas, picks: base.choice?.selection.value ?? NOTHING, pointed };
}

/** «bread ×2, jam». */
export function toldTally(sight: Sight, tally: Tally): string {
  return Object.entries(tally)
    .map(([product, count]) => (count === 1 ? nameOf(sight, product) : `${nameOf(sight, product)} ×${count}`))
    .join(', ');
}

/** Whether it is part of the current choice, however that was composed. */
export function isPicked({ props: { choice } }: Sight, field: string, value: unknown): boolean {
  if (choice === null) return false;
  if (choice.isPicked(field, value)) return true;
  const { value: command } = choice.candidate;
  return command !== undefined && Reflect.get(command, field) === value;
}

/** Picks what choosing this means; choosing it again takes the pick back. */
export function pickMeaning({ props: { choice } }: Sight, { type, fields }: Meaning): void {
  if (choice === null) return;
  batch(() => {
    const entries = Object.entries(fields);
    const [last] = entries.slice(-1);
    const isSameType = choice.selection.value.type === type;
    if (
      isSameType &&
      last !== undefined &&
      entries.every(([field, value]) => choice.isPicked(field, value))
    ) {
      choice.pick(...last);
      return;
    }
    if (!isSameType) choice.pickType(type);
    for (const [field, value] of entries) if (!choice.isPicked(field, value)) setPick(choice, field, value);
  });
}

/**
 * Another value in the same field: the former pick is taken back first, since only commands that fit it may be
 * known.
 */
function setPick(choice: NonNullable<Sight['props']['choice']>, path: string, value: unknown): void {
  const { values } = choice.selection.value;
  if (values.has(path)) choice.pick(path, values.get(path));
  choice.pick(path, value);
}

/** This number of a product on one side of an offer, or to be shown; 0 removes it. */
export function pickCount(
  sight: Sight,
  type: Command['type'],
  side: Side,
  product: string,
  count: number,
): void {
  const { choice } = sight.props;
  if (choice === null) return;
  batch(() => {
    if (choice.selection.value.type !== type) choice.pickType(type);
    const path = `${side}.${product}`;
    const { values } = choice.selection.value;
    if (count > 0) setPick(choice, path, count);
    else if (values.has(path)) choice.pick(path, values.get(path));
  });
}

/** A command without choices; choosing it again takes it back. */
export function pickPlain({ props: { choice } }: Sight, type: Command['type']): void {
  if (choice === null) return;
  if (choice.selection.value.type === type) choice.clear();
  else choice.pickType(type);
}
