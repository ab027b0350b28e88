// Animates pieces from their old to their new places, so that a move can be followed, also when it is taken back.
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { takenBackBy } from '../../news/log.ts';
import { flyAway, type Leaving, leavingFrom } from './ghost.ts';
import { type Line, type Point, travels, type Ways } from './lines.ts';
import { middleIn, placeNamed } from './place.ts';

interface Position {
  readonly events: readonly { readonly type: string }[];
}

interface Seen {
  readonly width: number;
  readonly spots: ReadonlyMap<string, Point>;
}

/** `position` changes with every move; `lines` say where new pieces come from, `back` where those go that vanish. */
export function useMovement(
  board: RefObject<HTMLElement | null>,
  position: Position,
  { lines, back }: Ways,
): void {
  const before = useRef<Seen | null>(null);
  const last = useRef(position);
  const leaving = useRef<readonly Leaving[]>([]);
  // While this is rendered, the board still shows what was there before.
  const isBack = last.current !== position && position.events.some((event) => takenBackBy(event).length > 0);
  if (isBack && board.current !== null) leaving.current = leavingFrom(board.current);
  last.current = position;
  useLayoutEffect(() => {
    const { current: root } = board;
    if (root === null) return;
    const duration = paceOf(root);
    before.current = glideAll(root, before.current, [...lines, ...back], duration);
    const { spots } = before.current;
    const left = leaving.current.filter(({ id }) => !spots.has(id));
    leaving.current = [];
    for (const one of duration > 1 ? left : []) {
      const way = back.find((line) => travels(one.id, line));
      const to = way && spotNamed(root, way.to);
      flyAway(root, one, to, duration);
    }
  }, [position]);
}

/** Where the pieces are now; those that were elsewhere, or are new and came by one of these ways, glide there. */
function glideAll(root: HTMLElement, before: Seen | null, ways: readonly Line[], duration: number): Seen {
  const width = root.clientWidth;
  const spots = new Map<string, Point>();
  const known = before?.width === width ? before.spots : null;
  for (const element of root.querySelectorAll<HTMLElement>('[data-piece]')) {
    const id = element.dataset['piece'] ?? '';
    const here = middleIn(root, element);
    spots.set(id, here);
    const way = known?.has(id) === false ? ways.find((line) => travels(id, line)) : undefined;
    const there = known?.get(id) ?? (way && spotNamed(root, way.from));
    if (there !== undefined && duration > 1) glide(element, there, here, duration);
  }
  return { width, spots };
}

function glide(element: HTMLElement, from: Point, to: Point, duration: number): void {
  const x = Math.round(from.x - to.x);
  const y = Math.round(from.y - to.y);
  if (Math.abs(x) < 2 && Math.abs(y) < 2) return;
  element.animate(
    [
      { translate: `${x}px ${y}px`, zIndex: 3 },
      { translate: '0 0', zIndex: 3 },
    ],
    {
      duration,
      easing: 'ease-in-out',
    },
  );
}

function spotNamed(root: HTMLElement, name: string): Point | undefined {
  // Piles may lie beside the part that moves.
  const place = placeNamed(root, name) ?? placeNamed(root.closest<HTMLElement>('.piece-frame') ?? root, name);
  return place && middleIn(root, place);
}

/** In milliseconds: the player's pace. */
function paceOf(root: HTMLElement): number {
  const pace = getComputedStyle(root).getPropertyValue('--pace').trim();
  return pace.endsWith('ms') ? Number.parseFloat(pace) : Number.parseFloat(pace) * 1000;
}
