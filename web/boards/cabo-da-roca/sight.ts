// The data that every part of the board draws: position, names, and the current choice.
import { useMemo, useRef } from 'preact/hooks';
import { textsOf } from '../../lib/language.ts';
import type { BoardProps } from '../board.ts';
import { NO_PICKS, type Picks } from '../parts/picking.ts';
import { type BaseSight, useBaseSight } from '../parts/sight.ts';
import en from './lang/en.json' with { type: 'json' };
import fr from './lang/fr.json' with { type: 'json' };
import type { Cell } from './moves.ts';
import { heldPiece, lastShip } from './picking.ts';
import { type Atlas, atlasOf, type Cabo, type Command, type View } from './pieces.ts';
import { lossesIn, movedIn } from './trace.ts';

export const say = textsOf({ en, fr });

export interface Sight extends BaseSight<Cabo> {
  readonly atlas: Atlas;
  /** Picked, or part of the proposed command. */
  readonly picks: Picks;
  /** The ship or sailor that the marks on the sea are for. */
  readonly held: string | undefined;
  /** Before the latest move. */
  readonly earlier: View;
  /** Where the latest move sank ships and drove out sailors. */
  readonly wrecks: readonly Cell[];
}

export function useSight(props: BoardProps<Cabo>): Sight {
  const { catalogue } = props;
  const { value: scene } = props.scene;
  const base = useBaseSight(props, movedIn);
  const { ground, isForeseen, commands, choice } = base;
  const atlas = useMemo(() => atlasOf(catalogue), [catalogue]);
  const reached = useRef(ground);
  const before = useRef(ground);
  const last = useRef<string | undefined>(undefined);
  if (ground !== reached.current) {
    before.current = reached.current;
    reached.current = ground;
    last.current = lastShip(scene.events) ?? last.current;
  }
  const picks = choice === null ? NO_PICKS : picksOf(choice.selection.value, choice.candidate.value);
  const lost = lossesIn(scene.events);
  const earlier = isForeseen ? ground : before.current;
  return {
    ...base,
    atlas,
    picks,
    held: heldPiece(commands, picks, last.current),
    earlier,
    wrecks: [...earlier.ships, ...earlier.sailors].filter(({ id }) => lost.has(id)),
  };
}

function picksOf(selection: Picks, candidate: Command | undefined): Picks {
  if (selection.type !== null || selection.values.size > 0 || candidate === undefined) return selection;
  return { type: candidate.type, values: new Map(Object.entries(candidate)) };
}

/** As the sentences call it. */
export function columnName({ props: { teller } }: Sight, x: number): string {
  return teller.phrase('field-x', x) ?? String(x);
}

export function rowName({ props: { teller } }: Sight, y: number): string {
  return teller.phrase('field-y', y) ?? String(y);
}

export function cellName(sight: Sight, { x, y }: Cell): string {
  return `${columnName(sight, x)}${rowName(sight, y)}`;
}

/** CAB-3.1: in the first rounds there are no actions, and nothing can be bought. */
export function isForLaying({ atlas, ground }: Sight): boolean {
  return ground.round <= atlas.layingRounds;
}

export function headingName({ props }: Sight, heading: number): string {
  return props.teller.book.values[`heading=${heading}`] ?? '';
}
