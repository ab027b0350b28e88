// Lookups on the board: tiles, ships and sailors.

import type { ReadingOf } from '../../kernel/play.ts';
import type { Seat } from '../../kernel/seat.ts';
import type { Frozen } from '../../kernel/secrecy.ts';
import type { Laid, SailorId, ShipId, TileId } from './components.ts';
import { cellOf, NONE } from './geometry.ts';
import type { Sailor, Ship, State, Types } from './state.ts';

interface Fleets<S> {
  readonly shown: { readonly ships: readonly S[] };
}

interface Crews<S> {
  readonly shown: { readonly sailors: readonly S[] };
}

export function shipAt<S extends Frozen<Ship>>({ shown }: Fleets<S>, x: number, y: number): S | undefined {
  for (const ship of shown.ships) if (ship.x === x && ship.y === y) return ship;
  return undefined;
}

export function sailorAt<S extends Frozen<Sailor>>({ shown }: Crews<S>, x: number, y: number): S | undefined {
  for (const sailor of shown.sailors) if (sailor.x === x && sailor.y === y) return sailor;
  return undefined;
}

export function shipOf<S extends Frozen<Ship>>({ shown }: Fleets<S>, id: ShipId): S {
  const ship = shown.ships.find((candidate) => candidate.id === id);
  if (ship === undefined) throw new Error(`${id} is not on the board`);
  return ship;
}

export function sailorOf<S extends Frozen<Sailor>>({ shown }: Crews<S>, id: SailorId): S {
  const sailor = shown.sailors.find((candidate) => candidate.id === id);
  if (sailor === undefined) throw new Error(`${id} is not on the board`);
  return sailor;
}

/** The tile on a cell of the board. */
export function laidAt(reading: ReadingOf<Types>, x: number, y: number): Frozen<Laid> | undefined {
  return laidOn(reading, cellOf(reading.memo.chart, x, y));
}

/** The tile on a cell of the chart. */
export function laidOn({ state, memo }: ReadingOf<Types>, cell: number): Frozen<Laid> | undefined {
  return state.shown.board[memo.chart.spots[cell] ?? NONE];
}

/** The port in which a docked ship lies. */
export function portOf(reading: ReadingOf<Types>, ship: Frozen<Ship>): Frozen<Laid> {
  const laid = laidAt(reading, ship.x, ship.y);
  if (laid === undefined) throw new Error(`${ship.id} is in no port`);
  return laid;
}

export function laidTile({ shown }: State, tileId: TileId): Frozen<Laid> | undefined {
  for (const laid of shown.board) if (laid.tileId === tileId) return laid;
  return undefined;
}

/** CAB-7.1: who controls a port, lighthouse or island. */
export function controllerOf(state: State, at: { readonly x: number; readonly y: number }): Seat | null {
  return sailorAt(state, at.x, at.y)?.seat ?? null;
}
