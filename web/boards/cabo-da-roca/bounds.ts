// The part of the endless sea that is drawn: what is laid, and one cell around it, where tiles may be laid. Pure.
import type { Cell } from './moves.ts';

export interface Bounds {
  readonly left: number;
  readonly top: number;
  readonly columns: number;
  readonly rows: number;
}

export function boundsOf(cells: readonly Cell[]): Bounds {
  const xs = cells.map(({ x }) => x);
  const ys = cells.map(({ y }) => y);
  const left = Math.min(0, ...xs) - 1;
  const top = Math.min(0, ...ys) - 1;
  return {
    left,
    top,
    columns: Math.max(0, ...xs) + 2 - left,
    rows: Math.max(0, ...ys) + 2 - top,
  };
}

/** The middle of a cell, in cells from the corner of what is drawn. */
export function middleOf({ left, top }: Bounds, { x, y }: Cell): Cell {
  return { x: x - left + 0.5, y: y - top + 0.5 };
}
