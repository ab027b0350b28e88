// Laying tiles: where one fits, drawing from the stack, the home port (CAB-3, CAB-4).
import { reveal } from '../../../kernel/reveal.ts';
import type { Seat } from '../../../kernel/seat.ts';
import type { Code } from '../codes.ts';
import type { CommandOf } from '../commands.ts';
import { kindCode, type Tile } from '../components.ts';
import {
  type Chart,
  cellOf,
  chartOf,
  cornersAt,
  DIRECTIONS,
  kindAt,
  NONE,
  pointAt,
  stepFrom,
  xOf,
  yOf,
} from '../geometry.ts';
import { type Play, player, reserveOf, type Scene, shufflePile, tell, type Verdict } from '../play.ts';
import { startFinalPhase } from './final-phase.ts';

const PORT = kindCode('port');
const SIDES = [0, 2, 4, 6] as const;
const ALL_ALIKE = [0, 15];

export interface Placement {
  readonly x: number;
  readonly y: number;
  readonly rotation: number;
}

/** CAB-1.2: tiles with four equal corners look the same however they lie. */
function rotationsOf(tile: Tile): number {
  return ALL_ALIKE.includes(tile.corners) ? 1 : 4;
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

export function whyNotLay(chart: Chart, tile: Tile, { x, y, rotation }: Placement): Code | undefined {
  const cell = cellOf(chart, x, y);
  if (cell !== NONE && kindAt(chart, cell) !== NONE) return 'cell-taken';
  if (cell === NONE || !touches(chart, cell)) return 'not-adjacent';
  if (!fits(chart, cell, cornersAt(tile.corners, rotation))) return 'corners-mismatch';
  return tile.kind === 'port' && isNearPort(chart, cell) ? 'port-too-close' : undefined;
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

/** The home port, if it is still in hand and fits somewhere. */
export function placeableHomePort({ parts, state, chart }: Scene, seat: Seat): Tile | undefined {
  const owner = state.players[seat];
  if (owner === undefined || owner.homePort === null || owner.homeLaid) return undefined;
  const tile = parts.tile(owner.homePort);
  return isPlaceable(chart, tile) ? tile : undefined;
}

/** The tile that the seat whose turn it is may lay now with this command. */
export function tileToLay({ parts, state }: Scene, type: 'place-tile' | 'place-port'): Tile {
  const id = type === 'place-tile' ? state.drawnTile : (state.players[state.turnSeat]?.homePort ?? null);
  if (id === null) throw new Error('there is no tile to lay');
  return parts.tile(id);
}

export function judgeDraw(): Verdict {
  return draw;
}

export function judgePlace(scene: Scene, command: CommandOf<'place-tile' | 'place-port'>): Verdict {
  const tile = tileToLay(scene, command.type);
  const obstacle = whyNotLay(scene.chart, tile, command);
  if (obstacle !== undefined) return obstacle;
  return (play) => {
    layTile(play, tile, command);
    if (command.type === 'place-port') foundHomePort(play, command);
    else play.state.drawnTile = null;
    if (play.state.round <= play.parts.constants.layingRounds)
      play.turnOver = true; // CAB-3.1
    else play.state.phase = 'actions';
    if (play.state.stack.count === 0 && !play.state.finalPhase) startFinalPhase(play); // CAB-4.7
  };
}

function layTile(play: Play, tile: Tile, { x, y, rotation }: Placement): void {
  const { state, parts } = play;
  // CAB-1.2
  const stored = rotationsOf(tile) === 1 ? 0 : rotation;
  state.board.push({ tileId: tile.id, x, y, rotation: stored });
  play.chart = chartOf(parts, state.board);
  const stackCount = state.stack.count;
  tell(play, {
    type: 'tile-placed',
    seat: state.turnSeat,
    tileId: tile.id,
    x,
    y,
    rotation: stored,
    stackCount,
  });
}

/** CAB-3.4: the founding sailor is free, but late it costs an action and stands still (CAB-3.3). */
function foundHomePort(play: Play, { x, y }: Placement): void {
  const { state, parts } = play;
  const seat = state.turnSeat;
  const owner = player(play, seat);
  const isLate = state.round > parts.constants.layingRounds;
  const sailorId = reserveOf(play, seat, 'sailor')[0] ?? null;
  owner.homeLaid = true;
  if (sailorId !== null) state.sailors.push({ id: sailorId, seat, x, y, moved: isLate });
  if (isLate) state.actionsUsed = 1;
  tell(play, { type: 'home-port-founded', seat, portId: owner.homePort ?? '', sailorId });
}

/** CAB-4.5, CAB-4.6: takes tiles from the top until one fits. */
export function draw(play: Play): void {
  const { state, parts } = play;
  const stack = reveal(state.stack.ids);
  const aside: string[] = [];
  while (state.drawnTile === null && stack.length > 0) {
    const tileId = stack.pop() as string;
    if (isPlaceable(play.chart, parts.tile(tileId))) {
      state.drawnTile = tileId;
    } else {
      aside.push(tileId);
      tell(play, { type: 'tile-returned', tileId });
    }
  }
  const isEarly = state.round <= parts.constants.layingRounds;
  const isBlocked = state.drawnTile === null && !isEarly;
  if (aside.length > 0 && !isBlocked) {
    stack.push(...aside);
    shufflePile(play, stack);
  }
  state.stack.count = stack.length;
  if (state.drawnTile !== null) {
    state.phase = 'lay-tile';
    tell(play, { type: 'tile-drawn', seat: state.turnSeat, tileId: state.drawnTile });
  } else if (isBlocked) {
    state.removedTiles.push(...aside);
    tell(play, { type: 'stack-blocked', tileIds: aside });
    state.phase = 'actions';
    startFinalPhase(play);
  } else {
    play.turnOver = true;
  }
}

/** CAB-14.7, CAB-17.6: a tile that was drawn and will not be laid. */
export function returnDrawnTile(play: Play): void {
  const { state } = play;
  const tileId = state.drawnTile;
  if (tileId === null) return;
  const stack = reveal(state.stack.ids);
  stack.push(tileId);
  shufflePile(play, stack);
  state.stack.count = stack.length;
  state.drawnTile = null;
  tell(play, { type: 'tile-returned', tileId });
}
