// The data that every board draws: position, decision, and names.
import { useMemo, useRef } from 'preact/hooks';
import type { GameTypes, LegalCommand } from '../../../client/index.ts';
import type { BoardProps } from '../board.ts';

export interface BaseSight<G extends GameTypes> {
  readonly props: BoardProps<G>;
  readonly view: G['Public'];
  /** The latest position that was played: its options stay while a preview is shown. */
  readonly ground: G['Public'];
  /** What the seat itself sees there. */
  readonly own: G['Private'] | null;
  /** The seat's decision; null without one, or while the past is shown. */
  readonly kind: G['Kind'] | null;
  /** The legal commands to pick from. */
  readonly commands: readonly LegalCommand<G>[];
  /** Pieces and places that the latest move is about. */
  readonly moved: ReadonlySet<string>;
  readonly isForeseen: boolean;
  /** The current choice; null while the past is shown. */
  readonly choice: BoardProps<G>['choice'];
}

export function useBaseSight<G extends GameTypes>(
  props: BoardProps<G>,
  movedIn: (events: readonly G['Event'][]) => ReadonlySet<string>,
): BaseSight<G> {
  const { value: scene } = props.scene;
  const reached = useRef(scene);
  if (scene.time !== 'foreseen') reached.current = scene;
  const choice = scene.time === 'past' ? null : props.choice;
  return {
    props,
    view: scene.view,
    ground: reached.current.view,
    own: reached.current.own,
    kind: choice?.decision.value?.kind ?? null,
    commands: choice?.legal.value.commands ?? [],
    moved: useMemo(() => movedIn(scene.events), [scene]),
    isForeseen: scene.time === 'foreseen',
    choice,
  };
}

interface OfProps {
  readonly props: Pick<BoardProps<GameTypes>, 'table' | 'lit'> & {
    readonly teller: { readonly book: { readonly components: Readonly<Record<string, string>> } };
  };
}

/** The name of a component, in the player's language. */
export function nameOf({ props }: OfProps, id: string): string {
  return props.teller.book.components[id] ?? id;
}

/** With places where a long word may be broken, between its syllables. */
export function breakable(name: string): string {
  return name.replace(LONG_WORD, (word) => word.replace(SYLLABLE, '\u00AD'));
}

const LONG_WORD = /\p{L}{11,}/gu;
const SYLLABLE =
  /(?<=[aeiouyàâéèêîôû][b-df-hj-np-tv-xz]?)(?=[b-df-hj-np-tv-xz][lr]?[aeiouyàâéèêîôû]\p{L})/giu;

export function playerAt({ props }: OfProps, seat: number): string {
  return props.table.value.seats[seat]?.name ?? `${seat + 1}`;
}

/** Whether the line of news under the pointer names it. */
export function isLit({ props }: OfProps, id: string): boolean {
  return props.lit.value.has(id);
}

/** How a component's piece is marked: whether the line of news under the pointer or the latest move is about it. */
export function newsOf(sight: OfProps & { readonly moved: ReadonlySet<string> }, id: string) {
  return { lit: isLit(sight, id), moved: sight.moved.has(id) };
}
