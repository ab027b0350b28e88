// What every part of the board draws from: the position, the names of things, and the answer in the making.

import { batch } from '@preact/signals';
import { useMemo, useRef } from 'preact/hooks';
import { textsOf } from '../../lib/language.ts';
import type { BoardProps } from '../board.ts';
import en from './lang/en.json' with { type: 'json' };
import fr from './lang/fr.json' with { type: 'json' };
import type { Meaning, Picks } from './picking.ts';
import { type Atlas, atlasOf, type Borneo, type Command, type Own, type View } from './pieces.ts';
import { movedIn } from './trace.ts';

export const say = textsOf({ en, fr });

export interface Sight {
  readonly props: BoardProps<Borneo>;
  readonly view: View;
  readonly own: Own | null;
  /** The latest position that was really reached: what is picked from stays while its outcome is looked at. */
  readonly ground: View;
  readonly atlas: Atlas;
  /** What the seat is asked; null while it is not, or while the past is shown. */
  readonly kind: Borneo['Kind'] | null;
  /** The legal commands. */
  readonly commands: readonly Command[];
  readonly picks: Picks;
  readonly moved: ReadonlySet<string>;
  readonly isForeseen: boolean;
}

const NOTHING: Picks = { type: null, values: new Map() };

export function useSight(props: BoardProps<Borneo>): Sight {
  const { choice, catalogue } = props;
  const { value: scene } = props.scene;
  const atlas = useMemo(() => atlasOf(catalogue), [catalogue]);
  const reached = useRef(scene);
  if (scene.time !== 'foreseen') reached.current = scene;
  const isAsked = choice !== null && scene.time !== 'past';
  const moved = useMemo(() => movedIn(scene.events), [scene]);
  return {
    props,
    view: scene.view,
    own: reached.current.own,
    ground: reached.current.view,
    atlas,
    kind: isAsked ? (choice.decision.value?.kind ?? null) : null,
    commands: isAsked ? choice.legal.value.commands : [],
    picks: isAsked ? choice.selection.value : NOTHING,
    moved,
    isForeseen: scene.time === 'foreseen',
  };
}

/** The name of a component, in the player's language. */
export function nameOf({ props }: Sight, id: string): string {
  return props.teller.book.components[id] ?? id;
}

export function playerAt({ props }: Sight, seat: number): string {
  return props.table.value.seats[seat]?.name ?? `${seat + 1}`;
}

export function isLit({ props }: Sight, id: string): boolean {
  return props.lit.value.has(id);
}

/** Whether it is part of the answer in the making, wherever that was composed. */
export function isPicked({ props: { choice }, kind }: Sight, field: string, value: unknown): boolean {
  if (choice === null || kind === null) return false;
  if (choice.isPicked(field, value)) return true;
  const { value: command } = choice.candidate;
  if (command === undefined) return false;
  const found: unknown = Reflect.get(command, field);
  return found === value || (Array.isArray(found) && found.includes(value));
}

/** Picks what choosing something means; chosen again, it is put back. */
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

/** Picks one of several items, or puts it back. */
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
