// CAB-8 to CAB-11: where a ship's step leads: water, coast, hazards and crossing.
import { type Rejection, reject } from '../../../kernel/codes.ts';
import type { ReadingOf } from '../../../kernel/play.ts';
import type { Frozen } from '../../../kernel/secrecy.ts';
import { sailorAt, shipAt } from '../board.ts';
import type { Code } from '../codes.ts';
import { kindCode, type ShipKind, TILE_KINDS, type TileKind } from '../components.ts';
import {
  type Chart,
  cellOf,
  DIRECTIONS,
  hasWater,
  kindAt,
  NONE,
  stepFrom,
  turned,
  xOf,
  yOf,
} from '../geometry.ts';
import type { Ship, Types } from '../state.ts';

type Hazard = 'rock' | 'shoal' | 'storm';

export interface Way {
  readonly ok: true;
  /** The cells entered, in order. */
  readonly cells: readonly number[];
  readonly cost: number;
  readonly crossing: boolean;
  readonly sinks: Hazard | null;
}

const PORT = kindCode('port');
const SHARK = kindCode('shark');
const ISLETS = [kindCode('lighthouse'), kindCode('island')];

/** CAB-11.2 to CAB-11.4 */
const SINKS_ON: Record<ShipKind, readonly TileKind[]> = {
  fishing: ['rock', 'storm'],
  trade: ['rock', 'shoal'],
  pirate: ['rock', 'shoal'],
};
const COAST_KINDS: readonly TileKind[] = ['coast', 'cove', 'port', 'lighthouse', 'island'];
/** By number of the tile's kind. */
const IS_COAST = TILE_KINDS.map((kind) => COAST_KINDS.includes(kind));
const HAZARDS = Object.fromEntries(
  Object.entries(SINKS_ON).map(([ship, kinds]) => [
    ship,
    TILE_KINDS.map((kind) => (kinds.includes(kind) ? (kind as Hazard) : null)),
  ]),
) as Record<ShipKind, (Hazard | null)[]>;

/** Codes that, beyond the first cell of a crossing, mean that it has no end (CAB-10.4). */
const BLOCKS_CROSSING: readonly string[] = [
  'off-board',
  'land-in-the-way',
  'port-closed-to-pirates',
  'port-occupied',
  'cell-occupied',
];

/** Optional fields of every command for a step. */
export interface WayFlags {
  readonly through?: boolean;
  readonly acceptSinking?: boolean;
}

export function findWay(
  reading: ReadingOf<Types>,
  ship: Frozen<Ship>,
  direction: number,
  flags: WayFlags,
): Way | Rejection<Code> {
  const { state, memo } = reading;
  const { chart } = memo;
  const cells: number[] = [];
  let cell = cellOf(chart, ship.x, ship.y);
  let cost = 0;
  for (;;) {
    const next = stepFrom(chart, cell, direction);
    const other = shipAt(state, xOf(chart, next), yOf(chart, next));
    const obstacle = obstacleAt(reading, ship, {
      cell,
      next,
      direction,
      other,
      through: flags.through === true,
    });
    if (obstacle !== undefined)
      return cells.length > 0 && BLOCKS_CROSSING.includes(obstacle.code)
        ? reject('crossing-blocked', 'CAB-10.3')
        : obstacle; // CAB-10.4
    cells.push(next);
    cost += stepCost(chart, ship.kind, cell, next);
    const sinks = hazardAt(chart, ship.kind, next);
    if (sinks !== null && flags.acceptSinking !== true) return reject('would-sink', 'CAB-11.5');
    if (sinks !== null || other === undefined) {
      const crossing = cells.length > 1 || other !== undefined;
      return { ok: true, cells, cost, crossing, sinks };
    }
    cell = next; // CAB-10.1: straight on to the first cell without ship
  }
}

interface StepInto {
  readonly cell: number;
  readonly next: number;
  readonly direction: number;
  readonly other: Frozen<Ship> | undefined;
  readonly through: boolean;
}

/** Why a ship cannot enter a cell, in the order in which the rules list the reasons. */
function obstacleAt(
  { state, memo }: ReadingOf<Types>,
  ship: Frozen<Ship>,
  step: StepInto,
): Rejection<Code> | undefined {
  const { chart } = memo;
  const { cell, next, direction, other } = step;
  const kind = kindAt(chart, next);
  if (kind === NONE) return reject('off-board', 'CAB-8.2');
  if (ISLETS.includes(kind) || !hasWater(chart, cell, direction)) return reject('land-in-the-way', 'CAB-8.3'); // CAB-12.1
  if (kind === PORT) {
    if (ship.kind === 'pirate') return reject('port-closed-to-pirates', 'CAB-11.4');
    if (other !== undefined) return reject('port-occupied', 'CAB-9.2');
  } else if (sailorAt(state, xOf(chart, next), yOf(chart, next)) !== undefined) {
    return reject('cell-occupied', 'CAB-8.5');
  }
  if (other !== undefined) {
    if (!step.through) return reject('cell-occupied', 'CAB-8.5');
    if (other.heading !== direction && other.heading !== turned(direction, 4))
      return reject('crossing-not-parallel', 'CAB-10.3'); // CAB-10.1
  }
  if (ship.kind === 'fishing' && !isByTheCoast(chart, next)) return reject('away-from-coast', 'CAB-11.1');
  return undefined;
}

/** CAB-11.1: the cell itself or one of the 8 around it is land for a fishing boat. */
export function isByTheCoast(chart: Chart, cell: number): boolean {
  if (IS_COAST[kindAt(chart, cell)] === true) return true;
  for (const direction of DIRECTIONS) {
    if (IS_COAST[kindAt(chart, stepFrom(chart, cell, direction))] === true) return true;
  }
  return false;
}

/** CAB-8.4, CAB-12.6: pirates do not mind the shark. */
function stepCost(chart: Chart, kind: ShipKind, from: number, to: number): number {
  if (kind === 'pirate') return 1;
  return 1 + (kindAt(chart, from) === SHARK ? 1 : 0) + (kindAt(chart, to) === SHARK ? 1 : 0);
}

export function hazardAt(chart: Chart, kind: ShipKind, cell: number): Hazard | null {
  return HAZARDS[kind][kindAt(chart, cell)] ?? null;
}
