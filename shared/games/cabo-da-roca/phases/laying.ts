// CAB-3, CAB-4: laying tiles: drawing from the stack, the home port, tiles that are drawn and put back.
import { z } from 'zod';
import { shufflePile } from '../../../kernel/dealer.ts';
import { ask } from '../../../kernel/decisions.ts';
import { pieceOf } from '../../../kernel/pieces.ts';
import { type PlayOf, type ReadingOf, tell } from '../../../kernel/play.ts';
import { reveal } from '../../../kernel/reveal.ts';
import type { Seat } from '../../../kernel/seat.ts';
import type { Tile, TileId } from '../components.ts';
import { nextInReserve } from '../pieces.ts';
import { commandRule, playerAt, question, stackOf, type Types } from '../state.ts';
import { placement } from '../wire.ts';
import { startFinalPhase } from './final-phase.ts';
import { isPlaceable, type Placement, placements, refusePlacement, rotationsOf } from './placements.ts';

export const layChoice = question({
  weight: 'main',
  fallback: () => ({ type: 'draw-tile' }),
});

export const layPort = question({
  weight: 'main',
  fallback: (reading) => ({ type: 'place-port', ...firstPlacement(reading, homePortOf(reading)) }),
});

export const layTile = question({
  weight: 'main',
  fallback: (reading) => ({ type: 'place-tile', ...firstPlacement(reading, drawnTileOf(reading)) }),
});

export const drawTile = commandRule({
  type: 'draw-tile',
  payload: z.strictObject({}),
  answers: ['lay-choice'],

  *legal() {
    yield { type: 'draw-tile' };
  },

  carryOut: (play) => draw(play),
});

export const placeTile = commandRule({
  type: 'place-tile',
  payload: placement,
  answers: ['lay-tile'],

  *legal(reading) {
    for (const place of placements(reading.memo.chart, drawnTileOf(reading)))
      yield { type: 'place-tile', ...place };
  },

  refuse: (reading, _seat, place) => refusePlacement(reading, drawnTileOf(reading), place),

  carryOut(play, _seat, place) {
    lay(play, drawnTileOf(play), place);
    play.draft.shown.drawnTile = null;
    endLaying(play);
  },
});

export const placePort = commandRule({
  type: 'place-port',
  payload: placement,
  answers: ['lay-choice', 'lay-port'],

  *legal(reading) {
    for (const place of placements(reading.memo.chart, homePortOf(reading)))
      yield { type: 'place-port', ...place };
  },

  refuse: (reading, _seat, place) => refusePlacement(reading, homePortOf(reading), place),

  carryOut(play, _seat, place) {
    lay(play, homePortOf(play), place);
    foundHomePort(play, place);
    endLaying(play);
  },
});

function firstPlacement({ memo }: ReadingOf<Types>, tile: Tile): Placement {
  for (const place of placements(memo.chart, tile)) return place;
  throw new Error(`${tile.id} fits nowhere`);
}

/** The home port, if it has not been laid and fits somewhere. */
export function placeableHomePort(
  { components, state, memo }: ReadingOf<Types>,
  seat: Seat,
): Tile | undefined {
  const { homePort, homeLaid } = playerAt(state, seat);
  if (homePort === null || homeLaid) return undefined;
  const tile = pieceOf(components.tileOf, homePort);
  return isPlaceable(memo.chart, tile) ? tile : undefined;
}

export function drawnTileOf({ components, state }: ReadingOf<Types>): Tile {
  const { drawnTile } = state.shown;
  if (drawnTile === null) throw new Error('no tile is drawn');
  return pieceOf(components.tileOf, drawnTile);
}

/** The active seat's home port. */
export function homePortOf({ components, state }: ReadingOf<Types>): Tile {
  const { homePort } = playerAt(state, state.shown.turnSeat);
  if (homePort === null) throw new Error('there is no home port to lay');
  return pieceOf(components.tileOf, homePort);
}

function lay(play: PlayOf<Types>, tile: Tile, { x, y, rotation }: Placement): void {
  const { draft, state, memo } = play;
  const { board, turnSeat } = draft.shown;
  const stored = rotationsOf(tile) === 1 ? 0 : rotation; // CAB-1.2
  board.push({ tileId: tile.id, x, y, rotation: stored });
  memo.redraw(board);
  const stackCount = stackOf(state).length;
  tell(play, { type: 'tile-placed', seat: turnSeat, tileId: tile.id, x, y, rotation: stored, stackCount });
}

/** CAB-3.4: the founding sailor is free, but if late it costs an action and cannot move (CAB-3.3). */
function foundHomePort(play: PlayOf<Types>, { x, y }: Placement): void {
  const { draft, components } = play;
  const { shown } = draft;
  const seat = shown.turnSeat;
  const owner = playerAt(draft, seat);
  const isLate = shown.round > components.constants.layingRounds;
  const sailorId = nextInReserve(play, seat, 'sailor') ?? null;
  owner.homeLaid = true;
  if (sailorId !== null) shown.sailors.push({ id: sailorId, seat, x, y, moved: isLate });
  if (isLate) shown.actionsUsed = 1;
  tell(play, { type: 'home-port-founded', seat, portId: owner.homePort ?? '', sailorId });
}

function endLaying(play: PlayOf<Types>): void {
  const { draft } = play;
  const { shown } = draft;
  if (stackOf(draft).length === 0 && !shown.finalPhase) startFinalPhase(play); // CAB-4.7
}

/** CAB-4.5, CAB-4.6: takes tiles from the top until one fits. */
export function draw(play: PlayOf<Types>): void {
  const { draft, components, memo } = play;
  const { shown } = draft;
  const stack = stackOf(draft);
  const aside: TileId[] = [];
  while (shown.drawnTile === null && stack.length > 0) {
    const tileId = stack.pop() as string;
    if (isPlaceable(memo.chart, pieceOf(components.tileOf, tileId))) {
      shown.drawnTile = tileId;
    } else {
      aside.push(tileId);
      tell(play, { type: 'tile-returned', tileId });
    }
  }
  const isEarly = shown.round <= components.constants.layingRounds;
  const isBlocked = shown.drawnTile === null && !isEarly;
  if (aside.length > 0 && !isBlocked) {
    stack.push(...aside);
    shuffleStack(play);
  }
  if (shown.drawnTile !== null) {
    ask(draft, shown.turnSeat, 'lay-tile');
    tell(play, { type: 'tile-drawn', seat: shown.turnSeat, tileId: shown.drawnTile });
  } else if (isBlocked) {
    shown.removedTiles.push(...aside);
    tell(play, { type: 'stack-blocked', tileIds: aside });
    startFinalPhase(play);
  }
}

/** CAB-14.7, CAB-17.6: a tile that was drawn and will not be laid. */
export function returnDrawnTile(play: PlayOf<Types>): void {
  const { draft } = play;
  const tileId = draft.shown.drawnTile;
  if (tileId === null) return;
  const stack = stackOf(draft);
  stack.push(tileId);
  draft.shown.drawnTile = null;
  shuffleStack(play);
  tell(play, { type: 'tile-returned', tileId });
}

function shuffleStack({ draft, components }: PlayOf<Types>): void {
  shufflePile(reveal(draft.rng), 'stack', stackOf(draft), components.tileOf.keys());
}
