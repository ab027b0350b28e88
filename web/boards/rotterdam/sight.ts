// The data that every part of the board draws: position, names, and the current choice.
import { batch, type Signal, useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { textsOf } from '../../lib/language.ts';
import type { BoardProps } from '../board.ts';
import { NO_PICKS, type Picks, replace } from '../parts/picking.ts';
import { type BaseSight, nameOf, useBaseSight } from '../parts/sight.ts';
import { type Atlas, atlasOf, type Command, type Rotterdam, type Tally } from './atlas.ts';
import type { Side } from './deal.ts';
import en from './lang/en.json' with { type: 'json' };
import fr from './lang/fr.json' with { type: 'json' };
import { movedIn } from './trace.ts';

export const say = textsOf({ en, fr });

export interface Sight extends BaseSight<Rotterdam> {
  readonly atlas: Atlas;
  readonly picks: Picks;
  /** The colour under the pointer. */
  readonly pointed: Signal<string | null>;
}

export function useSight(props: BoardProps<Rotterdam>): Sight {
  const { catalogue } = props;
  const base = useBaseSight(props, movedIn);
  const atlas = useMemo(() => atlasOf(catalogue), [catalogue]);
  const pointed = useSignal<string | null>(null);
  return { ...base, atlas, picks: base.choice?.selection.value ?? NO_PICKS, pointed };
}

/** «bread ×2, jam». */
export function toldTally(sight: Sight, tally: Tally): string {
  return Object.entries(tally)
    .map(([product, count]) => (count === 1 ? nameOf(sight, product) : `${nameOf(sight, product)} ×${count}`))
    .join(', ');
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
    if (count > 0) replace(choice, path, count);
    else if (values.has(path)) choice.pick(path, values.get(path));
  });
}
