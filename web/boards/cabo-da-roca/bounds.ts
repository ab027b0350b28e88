// The part of the endless sea that is drawn: what is laid, and at least one cell around it, where tiles may be laid. Pure.
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
  const [left, right] = rangeOf(xs);
  const [top, bottom] = rangeOf(ys);
  return { left, top, columns: right - left, rows: bottom - top };
}

/** At first some sea around it, then by steps of two: else all would become smaller with every tile. */
function rangeOf(places: readonly number[]): readonly [number, number] {
  const least = Math.min(-1, ...places) - 1;
  const most = Math.max(1, ...places) + 2;
  return [least - (Math.abs(least) % 2), most + (most % 2)];
}

/** The middle of these cells, and how many columns and rows they take. */
export function boxOf(cells: readonly Cell[]): Cell & Pick<Bounds, 'columns' | 'rows'> {
  const xs = cells.map(({ x }) => x);
  const ys = cells.map(({ y }) => y);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  return {
    x: (left + right) / 2,
    y: (top + bottom) / 2,
    columns: right - left + 1,
    rows: bottom - top + 1,
  };
}

/** Smaller cells are hard to hit with a finger. */
export const TOUCHED_PX = 58;

/**
 * How much to magnify so that cells have the wished size and all of these are in view, which matters more; never less
 * than 1, at which a cell has the size that is given.
 */
export function zoomFor(
  cells: readonly Cell[],
  cell: number,
  view: { readonly width: number; readonly height: number },
  wished: number,
): number {
  const { columns, rows } = boxOf(cells);
  const whole = Math.min(view.width / columns, view.height / rows) / cell;
  return Math.max(1, Math.min(wished / cell, whole));
}

/** The middle of a cell, in cells from the corner of what is drawn. */
export function middleOf({ left, top }: Bounds, { x, y }: Cell): Cell {
  return { x: x - left + 0.5, y: y - top + 0.5 };
}
