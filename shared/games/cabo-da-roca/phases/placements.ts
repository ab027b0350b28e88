// CAB-4: where a tile fits.
import { reject } from '../../../kernel/codes.ts';
import type { ReadingOf } from '../../../kernel/play.ts';
import type { RefusalOf } from '../../../kernel/rules.ts';
import { kindCode, type Tile } from '../components.ts';
import {
  type Chart,
  cellOf,
  cornersAt,
  DIRECTIONS,
  kindAt,
  NONE,
  pointAt,
  stepFrom,
  xOf,
  yOf,
} from '../geometry.ts';
import type { Types } from '../state.ts';

const PORT = kindCode('port');
const SIDES = [0, 2, 4, 6] as const;

export interface Placement {
  readonly x: number;
  readonly y: number;
  readonly rotation: number;
}

/** CAB-1.2: tiles with four equal corners look the same in every rotation. None has four corners of land. */
export function rotationsOf(tile: Tile): number {
  return tile.corners === 0 ? 1 : 4;
}

/** Every legal placement: smallest y, then smallest x, then smallest rotation first. */
export function* placements(chart: Chart, tile: Tile): Generator<Placement> {
  const rotations = rotationsOf(tile);
  for (let row = 1; row < chart.height - 1; row++) {
    for (let column = 1; column < chart.width - 1; column++) {
      const cell = row * chart.width + column;
      if (chart.kinds[cell] !== NONE || !touches(chart, cell)) continue;
      if (tile.kind === 'port' && isNearPort(chart, cell)) continue;
      for (let rotation = 0; rotation < rotations; rotation++) {
        if (fits(chart, cell, cornersAt(tile.corners, rotation)))
          yield { x: xOf(chart, cell), y: yOf(chart, cell), rotation };
      }
    }
  }
}

export function isPlaceable(chart: Chart, tile: Tile): boolean {
  return placements(chart, tile).next().done === false;
}

export function refusePlacement(
  { memo }: ReadingOf<Types>,
  tile: Tile,
  { x, y, rotation }: Placement,
): RefusalOf<Types> {
  const { chart } = memo;
  const cell = cellOf(chart, x, y);
  if (cell !== NONE && kindAt(chart, cell) !== NONE) return reject('cell-taken', 'CAB-4.1');
  if (cell === NONE || !touches(chart, cell)) return reject('not-adjacent', 'CAB-4.1');
  if (!fits(chart, cell, cornersAt(tile.corners, rotation))) return reject('corners-mismatch', 'CAB-4.2');
  if (tile.kind === 'port' && isNearPort(chart, cell)) return reject('port-too-close', 'CAB-4.3');
  return undefined;
}

/** CAB-4.1 */
function touches(chart: Chart, cell: number): boolean {
  for (const side of SIDES) if (kindAt(chart, stepFrom(chart, cell, side)) !== NONE) return true;
  return false;
}

/** CAB-4.2 */
function fits(chart: Chart, cell: number, corners: number): boolean {
  return (
    agrees(pointAt(chart, cell), corners & 1) &&
    agrees(pointAt(chart, cell + 1), (corners >> 1) & 1) &&
    agrees(pointAt(chart, cell + chart.width + 1), (corners >> 2) & 1) &&
    agrees(pointAt(chart, cell + chart.width), (corners >> 3) & 1)
  );
}

function agrees(known: number, wanted: number): boolean {
  return known === NONE || known === wanted;
}

/** CAB-4.3 */
function isNearPort(chart: Chart, cell: number): boolean {
  for (const direction of DIRECTIONS) {
    if (kindAt(chart, stepFrom(chart, cell, direction)) === PORT) return true;
  }
  return false;
}
