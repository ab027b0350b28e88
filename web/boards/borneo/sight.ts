// The data that every part of the board draws: position, names, and the current choice.

import { batch } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { textsOf } from '../../lib/language.ts';
import type { BoardProps } from '../board.ts';
import { type BaseSight, useBaseSight } from '../parts/sight.ts';
import en from './lang/en.json' with { type: 'json' };
import fr from './lang/fr.json' with { type: 'json' };
import type { Meaning, Picks } from './picking.ts';
import { type Atlas, atlasOf, type Borneo, type Command } from './pieces.ts';
import { movedIn } from './trace.ts';

export { isLit, nameOf, playerAt } from '../parts/sight.ts';

export const say = textsOf({ en, fr });

export interface Sight extends BaseSight<Borneo> {
  readonly atlas: Atlas;
  readonly picks: Picks;
}

const NOTHING: Picks = { type: null, values: new Map() };

export function useSight(props: BoardProps<Borneo>): Sight {
  const { catalogue } = props;
  const base = useBaseSight(props, movedIn);
  const atlas = useMemo(() => atlasOf(catalogue), [catalogue]);
  return { ...base, atlas, picks: base.choice?.selection.value ?? NOTHING };
}

/** Whether it is part of the current choice, however that was composed. */
export function isPicked({ props: { choice }, kind }: Sight, field: string, value: unknown): boolean {
  if (choice === null || kind === null) return false;
  if (choice.isPicked(field, value)) return true;
  const { value: command } = choice.candidate;
  if (command === undefined) return false;
  const found: unknown = Reflect.get(command, field);
  return found === value || (Array.isArray(found) && found.includes(value));
}

/** Picks what choosing this means; choosing it again takes the pick back. */
export function pickMeaning({ props: { choice } }: Sight, { type, fields }: Meaning): void {
  if (choice === null) return;
  batch(() => {
    const entries = Object.entries(fields);
    const [last] = entries.slice(-1);
    if (last !== undefined && entries.every(([field, value]) => choice.isPicked(field, value))) {
      choice.pick(...last);
      return;
    }
    if (type !== undefined) choice.pickType(type);
    for (const [field, value] of entries) if (!choice.isPicked(field, value)) choice.pick(field, value);
  });
}

/** Picks one of several items, or takes it back. */
export function toggleItem(
  { props: { choice } }: Sight,
  type: Command['type'],
  field: string,
  item: string,
): void {
  if (choice === null) return;
  batch(() => {
    if (choice.selection.value.type !== type) choice.pickType(type);
    choice.toggle(field, item);
  });
}

export function isTypePicked({ props: { choice } }: Sight, type: Command['type']): boolean {
  return choice?.candidate.value?.type === type;
}

/** A command without further choices; choosing it again takes it back. */
export function pickType({ props: { choice } }: Sight, type: Command['type']): void {
  if (choice?.candidate.value?.type === type) choice.clear();
  else choice?.pickType(type);
}
