// Animates pieces from their old to their new places, so that a move can be followed.
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Line, Point } from './lines.ts';
import { middleIn, placeNamed } from './place.ts';

/** `position` changes with every move; `lines` say where new pieces come from. */
export function useMovement(
  board: RefObject<HTMLElement | null>,
  position: unknown,
  lines: readonly Line[],
): void {
  const before = useRef<{ readonly width: number; readonly spots: ReadonlyMap<string, Point> } | null>(null);
  useLayoutEffect(() => {
    const { current: root } = board;
    if (root === null) return;
    const width = root.clientWidth;
    const spots = new Map<string, Point>();
    const known = before.current?.width === width ? before.current.spots : null;
    const duration = paceOf(root);
    for (const element of root.querySelectorAll<HTMLElement>('[data-piece]')) {
      const id = element.dataset['piece'] ?? '';
      const here = middleIn(root, element);
      spots.set(id, here);
      const line = lines.find(({ to }) => to === id);
      const there =
        known?.get(id) ?? (known !== null && line !== undefined ? spotNamed(root, line.from) : undefined);
      if (there !== undefined && duration > 1) glide(element, there, here, duration);
    }
    before.current = { width, spots };
  }, [position]);
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
  const place = placeNamed(root, name);
  return place && middleIn(root, place);
}

/** In milliseconds: the player's pace. */
function paceOf(root: HTMLElement): number {
  const pace = getComputedStyle(root).getPropertyValue('--pace').trim();
  return pace.endsWith('ms') ? Number.parseFloat(pace) : Number.parseFloat(pace) * 1000;
}
