// The data that every part of the board draws: position, names, and the current choice.

import { useMemo } from 'preact/hooks';
import { textsOf } from '../../lib/language.ts';
import type { BoardProps } from '../board.ts';
import { NO_PICKS, type Picks } from '../parts/picking.ts';
import { type BaseSight, useBaseSight } from '../parts/sight.ts';
import en from './lang/en.json' with { type: 'json' };
import fr from './lang/fr.json' with { type: 'json' };
import { type Atlas, atlasOf, type Borneo } from './pieces.ts';
import { movedIn } from './trace.ts';

export const say = textsOf({ en, fr });

export interface Sight extends BaseSight<Borneo> {
  readonly atlas: Atlas;
  readonly picks: Picks;
}

export function useSight(props: BoardProps<Borneo>): Sight {
  const { catalogue } = props;
  const base = useBaseSight(props, movedIn);
  const atlas = useMemo(() => atlasOf(catalogue), [catalogue]);
  return { ...base, atlas, picks: base.choice?.selection.value ?? NO_PICKS };
}
