// Directions, corners and the chart: the laid tiles as a grid that can be asked about quickly.
import { pieceOf } from '../../kernel/pieces.ts';
import type { Components, Laid } from './components.ts';

/** 0 N, 1 NE, 2 E, 3 SE, 4 S, 5 SW, 6 W, 7 NW; y grows to the south. */
export const DX = [0, 1, 1, 1, 0, -1, -1, -1] as const;
export const DY = [-1, -1, 0, 1, 1, 1, 0, -1] as const;
export const DIRECTIONS = [0, 1, 2, 3, 4, 5, 6, 7] as const;

/** The five ways out of a port, from its land side, in the order in which a time-out tries them (CAB-5.8). */
export const EXITS = [4, 3, 5, 2, 6] as const;

export const NONE = -1;
const SEA = 0;
export const LAND = 1;

/** Derived from the board for one command, never stored. An index denotes a cell and also its north-west point. */
export interface Chart {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** By cell: index in the list of laid tiles, or `NONE`. */
  readonly spots: Int16Array;
  /** By cell: the number of the tile's kind (`components.ts`), or `NONE`. */
  readonly kinds: Int8Array;
  /** By lattice point: `SEA`, `LAND`, or `NONE` if no tile touches it. */
  readonly points: Int8Array;
  /** The index offset of the neighbour in each direction. */
  readonly steps: readonly number[];
  readonly lighthouses: readonly Readonly<Laid>[];
  readonly ports: readonly Readonly<Laid>[];
  /** Where sailors may be bought, other conditions permitting (CAB-6.7): ports, lighthouses and islands as laid. */
  readonly landings: readonly Readonly<Laid>[];
}

/** A margin of two empty cells, so that neighbours of every cell next to a tile can be read without bounds checks. */
const MARGIN = 2;

export function turned(direction: number, by: number): number {
  return (direction + by + 8) & 7;
}

export function chartOf(components: Components, board: readonly Readonly<Laid>[]): Chart {
  let [left, right, top, bottom] = [0, 0, 0, 0];
  for (const { x, y } of board) {
    if (x < left) left = x;
    if (x > right) right = x;
    if (y < top) top = y;
    if (y > bottom) bottom = y;
  }
  left -= MARGIN;
  top -= MARGIN;
  const width = right - left + 1 + MARGIN;
  const height = bottom - top + 1 + MARGIN;
  const lighthouses: Readonly<Laid>[] = [];
  const ports: Readonly<Laid>[] = [];
  const landings: Readonly<Laid>[] = [];
  const chart: Chart = {
    left,
    top,
    width,
    height,
    spots: new Int16Array(width * height).fill(NONE),
    kinds: new Int8Array(width * height).fill(NONE),
    points: new Int8Array(width * height).fill(NONE),
    steps: [-width, 1 - width, 1, width + 1, width, width - 1, -1, -width - 1],
    lighthouses,
    ports,
    landings,
  };
  for (let spot = 0; spot < board.length; spot++) {
    const laid = board[spot] as Readonly<Laid>;
    const tile = pieceOf(components.tileOf, laid.tileId);
    const cell = (laid.y - top) * width + laid.x - left;
    chart.spots[cell] = spot;
    chart.kinds[cell] = tile.kindCode;
    if (tile.kind === 'lighthouse') lighthouses.push(laid);
    if (tile.kind === 'port') ports.push(laid);
    if (tile.kind === 'port' || tile.kind === 'lighthouse' || tile.kind === 'island') landings.push(laid);
    const corners = cornersAt(tile.corners, laid.rotation);
    // CAB-1.1
    chart.points[cell] = corners & 1;
    chart.points[cell + 1] = (corners >> 1) & 1;
    chart.points[cell + width + 1] = (corners >> 2) & 1;
    chart.points[cell + width] = (corners >> 3) & 1;
  }
  return chart;
}

/** Corners as four bits, nw ne se sw from the lowest, after `rotation` quarter turns clockwise (CAB-1.2). */
export function cornersAt(corners: number, rotation: number): number {
  return ((corners << rotation) | (corners >> (4 - rotation))) & 15;
}

/** The cell's index in the chart's lists; `NONE` if outside. */
export function cellOf(chart: Chart, x: number, y: number): number {
  const column = x - chart.left;
  const row = y - chart.top;
  return column < 0 || row < 0 || column >= chart.width || row >= chart.height
    ? NONE
    : row * chart.width + column;
}

export function kindAt(chart: Chart, cell: number): number {
  return chart.kinds[cell] ?? NONE;
}

export function pointAt(chart: Chart, point: number): number {
  return chart.points[point] ?? NONE;
}

export function stepFrom(chart: Chart, cell: number, direction: number): number {
  return cell + (chart.steps[direction] as number);
}

export function xOf(chart: Chart, cell: number): number {
  return (cell % chart.width) + chart.left;
}

export function yOf(chart: Chart, cell: number): number {
  return Math.floor(cell / chart.width) + chart.top;
}

/** Whether a step crosses a point of this type: one end of the common side, or the common corner. */
function crosses(chart: Chart, cell: number, direction: number, type: number): boolean {
  const { width, points } = chart;
  const northWest = points[cell] === type;
  const northEast = points[cell + 1] === type;
  const southEast = points[cell + width + 1] === type;
  const southWest = points[cell + width] === type;
  switch (direction) {
    case 0:
      return northWest || northEast;
    case 1:
      return northEast;
    case 2:
      return northEast || southEast;
    case 3:
      return southEast;
    case 4:
      return southEast || southWest;
    case 5:
      return southWest;
    case 6:
      return southWest || northWest;
    default:
      return northWest;
  }
}

/** CAB-8.3: a ship's step needs water. */
export function hasWater(chart: Chart, cell: number, direction: number): boolean {
  return crosses(chart, cell, direction, SEA);
}

/** CAB-7.3: a sailor's step needs land. */
export function hasLand(chart: Chart, cell: number, direction: number): boolean {
  return crosses(chart, cell, direction, LAND);
}

/** The direction of a neighbouring cell; `NONE` for any other. */
export function directionTo(dx: number, dy: number): number {
  for (const direction of DIRECTIONS) {
    if (DX[direction] === dx && DY[direction] === dy) return direction;
  }
  return NONE;
}

/** The larger of the two distances (CAB-13.6). */
export function distance(ax: number, ay: number, bx: number, by: number): number {
  return Math.max(Math.abs(ax - bx), Math.abs(ay - by));
}

/** CAB-1.4: one of the 8 cells around. */
export function isAround(ax: number, ay: number, bx: number, by: number): boolean {
  return distance(ax, ay, bx, by) === 1;
}
