// Where the built-in opponent lays its tiles.
import { pieceOf } from '../../../kernel/pieces.ts';
import type { ReadingOf } from '../../../kernel/play.ts';
import type { Seat } from '../../../kernel/seat.ts';
import { laidTile } from '../board.ts';
import { TILE_KINDS, type Tile } from '../components.ts';
import {
  cellOf,
  DIRECTIONS,
  distance,
  EXITS,
  kindAt,
  LAND,
  NONE,
  pointAt,
  stepFrom,
  turned,
} from '../geometry.ts';
import { type Placement, placements } from '../phases/placements.ts';
import type { Types } from '../state.ts';

/** The value of an exit of the home port, by what is there. */
const EXIT_WORTH: Record<string, number> = {
  sea: 2,
  quarter: 1.5,
  fish: 2,
  wreck: 2,
  shark: 0.5,
  coast: 1,
  cove: 0.5,
  lighthouse: -1,
  island: -0.5,
  rock: -1,
  shoal: -1,
  storm: -0.5,
  nothing: 0.8,
};

interface Choice {
  readonly place: Placement;
  readonly worth: number;
}

export function bestPlacement(reading: ReadingOf<Types>, tile: Tile, seat: Seat): Choice {
  let best: Choice | undefined;
  for (const place of placements(reading.memo.chart, tile)) {
    const worth = worthOf(reading, tile, place, seat);
    if (best === undefined || worth > best.worth) best = { place, worth };
  }
  if (best === undefined) throw new Error(`${tile.id} fits nowhere`);
  return best;
}

function kindNameAt(reading: ReadingOf<Types>, cell: number): string {
  return TILE_KINDS[kindAt(reading.memo.chart, cell)] ?? 'nothing';
}

function worthOf(reading: ReadingOf<Types>, tile: Tile, place: Placement, seat: Seat): number {
  const isHome = tile.id === reading.state.shown.seats[seat]?.homePort;
  if (isHome) return harbourWorth(reading, place) + 0.4 * portDistances(reading, place);
  const crowded = compactness(reading, place);
  const homes = homeDistances(reading, place, seat);
  switch (tile.kind) {
    case 'port':
      return crowded * 0.2 + harbourWorth(reading, place) * 0.5 - Math.abs(homes.own - 5);
    case 'rock':
    case 'shoal':
    case 'storm':
    case 'shark':
      return Math.min(homes.own, 6) - homes.others;
    case 'fish':
      return (
        tile.fish * ((homes.own <= 1 ? 4 : 0) - (homes.others <= 1 ? 3 : 0)) - homes.own * 0.2 + crowded * 0.2
      );
    case 'wreck':
    case 'island':
      return crowded * 0.2 - Math.abs(homes.own - 3);
    case 'sea':
    case 'lighthouse':
      return crowded * 0.3 - homes.own;
    default:
      return crowded * 0.5 + Math.min(homes.own, 5) - 0.5 * homes.others;
  }
}

/** How freely ships can come and go here, and the fish that will score. */
function harbourWorth(reading: ReadingOf<Types>, { x, y, rotation }: Placement): number {
  const { components, state, memo } = reading;
  const { chart } = memo;
  const cell = cellOf(chart, x, y);
  let worth = 0;
  for (const offset of EXITS) {
    const next = stepFrom(chart, cell, turned(rotation * 2, offset));
    worth += EXIT_WORTH[kindNameAt(reading, next)] ?? 0;
  }
  for (const direction of DIRECTIONS) {
    const laid = state.shown.board[chart.spots[stepFrom(chart, cell, direction)] ?? NONE];
    if (laid !== undefined) worth += pieceOf(components.tileOf, laid.tileId).fish;
  }
  return worth;
}

/** Ports at a profitable but reachable distance. */
function portDistances({ state, components }: ReadingOf<Types>, { x, y }: Placement): number {
  let worth = 0;
  for (const laid of state.shown.board) {
    if (pieceOf(components.tileOf, laid.tileId).kind !== 'port') continue;
    const far = distance(x, y, laid.x, laid.y);
    worth += far >= 3 && far <= 6 ? 1 : 0;
  }
  return worth;
}

/** How much of the cell's surroundings is already laid, and how much is water. */
function compactness({ memo }: ReadingOf<Types>, { x, y }: Placement): number {
  const { chart } = memo;
  const cell = cellOf(chart, x, y);
  let crowded = 0;
  for (const direction of DIRECTIONS)
    if (kindAt(chart, stepFrom(chart, cell, direction)) !== NONE) crowded += 1;
  for (const point of [cell, cell + 1, cell + chart.width, cell + chart.width + 1])
    if (pointAt(chart, point) === LAND) crowded += 0.5;
  return crowded;
}

/** Distances to the seat's own home port and to the nearest other one. */
function homeDistances(
  { state }: ReadingOf<Types>,
  { x, y }: Placement,
  seat: Seat,
): { own: number; others: number } {
  let [own, others] = [4, 6];
  for (const [index, { homePort }] of state.shown.seats.entries()) {
    const laid = homePort === null ? undefined : laidTile(state, homePort);
    if (laid === undefined) continue;
    const far = distance(x, y, laid.x, laid.y);
    if (index === seat) own = far;
    else others = Math.min(others, far);
  }
  return { own, others };
}
