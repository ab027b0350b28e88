// The data that every part of the board draws: position, names, and the current choice.
import { batch } from '@preact/signals';
import { useMemo, useRef } from 'preact/hooks';
import { textsOf } from '../../lib/language.ts';
import type { BoardProps } from '../board.ts';
import { type BaseSight, useBaseSight } from '../parts/sight.ts';
import en from './lang/en.json' with { type: 'json' };
import fr from './lang/fr.json' with { type: 'json' };
import type { Cell } from './moves.ts';
import { type Fields, heldPiece, lastShip, type Picks } from './picking.ts';
import { type Atlas, atlasOf, type Cabo, type Command, type Type, type View } from './pieces.ts';
import { lossesIn, movedIn } from './trace.ts';

export { isLit, nameOf, playerAt } from '../parts/sight.ts';

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

const NOTHING: Picks = { type: null, values: new Map() };

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
  const picks = choice === null ? NOTHING : picksOf(choice.selection.value, choice.candidate.value);
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

/** Whether all of these fields are part of the current choice. */
export function isPicked({ picks, props, kind }: Sight, type: Type, fields: Fields): boolean {
  if (kind === null) return false;
  const { value: candidate } = props.choice?.candidate ?? { value: undefined };
  const has = (field: string, value: unknown) =>
    picks.values.has(field)
      ? picks.values.get(field) === value
      : candidate !== undefined && Reflect.get(candidate, field) === value;
  const isType = picks.type === type || (picks.type === null && candidate?.type === type);
  return isType && Object.entries(fields).every(([field, value]) => has(field, value));
}

/** Picks a type and these fields; choosing them again takes all back. */
export function pick(sight: Sight, type: Type | null, fields: Fields): void {
  const { choice } = sight.props;
  if (choice === null) return;
  batch(() => {
    const entries = Object.entries(fields);
    const isThere = entries.every(([field, value]) => choice.isPicked(field, value));
    const isSame = isThere && (type === null || choice.selection.value.type === type);
    if (type === null ? isSame : isSame || isPicked(sight, type, fields)) {
      choice.clear();
      return;
    }
    // Picks for another piece or place must not remain.
    choice.clear();
    if (type !== null) choice.pickType(type);
    for (const [field, value] of entries) if (!choice.isPicked(field, value)) choice.pick(field, value);
  });
}
