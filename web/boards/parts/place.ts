// Where things are on a board, whatever it is magnified by, and what scrolls it.
import type { Point } from './lines.ts';

/** The middle of an element, from the corner of the board, in the board's own pixels. */
export function middleIn(board: HTMLElement, element: Element): Point {
  return pointIn(board, middleOf(element));
}

/** In the window. */
export function middleOf(element: Element): Point {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

/** A point of the window, from the corner of the board, in the board's own pixels. */
export function pointIn(board: HTMLElement, { x, y }: Point): Point {
  const { left, top, width } = board.getBoundingClientRect();
  const scale = board.offsetWidth === 0 ? 1 : width / board.offsetWidth;
  return { x: (x - left) / scale, y: (y - top) / scale };
}

/** The nearest point that is as far from the rim of the board; itself, where it is on the board. */
export function nearestWithin(board: HTMLElement, { x, y }: Point, rim: number): Point {
  const { offsetWidth: width, offsetHeight: height } = board;
  const isOn = x >= 0 && y >= 0 && x <= width && y <= height;
  const within = (at: number, size: number) => Math.min(Math.max(at, rim), size - rim);
  return isOn ? { x, y } : { x: within(x, width), y: within(y, height) };
}

/** Of a piece or a place on the board, or of a seat beside it; undefined where none is shown. */
export function placeNamed(board: HTMLElement, name: string): HTMLElement | undefined {
  const id = CSS.escape(name);
  const found =
    board.querySelector<HTMLElement>(`[data-piece="${id}"], [data-at="${id}"]`) ??
    document.querySelector<HTMLElement>(`:is(.seats, .replay-seats) [data-at="${id}"]`);
  return found === null || found.getClientRects().length === 0 ? undefined : found;
}

/** Scrolls the board to a part of it, unless all of that is seen. */
export function showPart(board: HTMLElement, part: Element | null): void {
  const frame = scrollerOf(board);
  if (frame === undefined || part === null) return;
  const here = frame.getBoundingClientRect();
  const there = part.getBoundingClientRect();
  if (there.top >= here.top && there.bottom <= here.bottom) return;
  frame.scrollTo({ top: frame.scrollTop + there.top - here.top - 8 });
}

function scrollerOf(element: HTMLElement): HTMLElement | undefined {
  for (let frame = element.parentElement; frame !== null; frame = frame.parentElement) {
    const { overflowY } = getComputedStyle(frame);
    if (overflowY === 'auto' || overflowY === 'scroll') return frame;
  }
  return undefined;
}
