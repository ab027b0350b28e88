// What the rules work on: a state to judge by, and a draft to play on.

import type { News } from '../../kernel/game.ts';
import { reveal } from '../../kernel/reveal.ts';
import { below, shuffle } from '../../kernel/rng.ts';
import type { Seat } from '../../kernel/seat.ts';
import { conceal, type Frozen } from '../../kernel/secrecy.ts';
import type { Code } from './codes.ts';
import type { Components, Piece } from './components.ts';
import type { Event } from './events.ts';
import { type Chart, cellOf, chartOf, type Laid } from './geometry.ts';
import type { Pile, Player, Sailor, Ship, State } from './state.ts';

/** For reading. */
export interface Scene {
  readonly parts: Components;
  readonly state: Frozen<State>;
  readonly chart: Chart;
}

/** For playing: `state` is the draft of one command. */
export interface Play extends Scene {
  readonly state: State;
  chart: Chart;
  readonly news: News<Event>[];
  /** Set by whatever ends the running turn. */
  turnOver: boolean;
}

/** A verdict on a command: why not, or what it does. */
export type Deed = (play: Play) => void;
export type Verdict = Code | Deed;

export function sceneOf(parts: Components, state: Frozen<State>): Scene {
  return { parts, state, chart: chartOf(parts, state.board) };
}

export function tell(play: Play, event: Event): void {
  play.news.push({ all: event });
}

export function actionsLeft(state: Frozen<State>): number {
  return state.actionsAllowed - state.actionsUsed; // CAB-5.2
}

type Pieces<P> = readonly P[];

export function shipAt<S extends Frozen<Ship>>(
  state: { readonly ships: Pieces<S> },
  x: number,
  y: number,
): S | undefined {
  for (const ship of state.ships) if (ship.x === x && ship.y === y) return ship;
  return undefined;
}

export function sailorAt<S extends Frozen<Sailor>>(
  state: { readonly sailors: Pieces<S> },
  x: number,
  y: number,
): S | undefined {
  for (const sailor of state.sailors) if (sailor.x === x && sailor.y === y) return sailor;
  return undefined;
}

export function shipOf(play: Play, id: string): Ship {
  const ship = play.state.ships.find((candidate) => candidate.id === id);
  if (ship === undefined) throw new Error(`${id} is not on the board`);
  return ship;
}

export function player(play: Play, seat: Seat): Player {
  const found = play.state.players[seat];
  if (found === undefined) throw new Error(`no seat ${seat}`);
  return found;
}

export function coinsOf(state: Frozen<State>, seat: Seat): number {
  return state.players[seat]?.coins ?? 0;
}

export function isIn(state: Frozen<State>, seat: Seat): boolean {
  return state.players[seat]?.eliminated === 0;
}

/** The tile on a cell of the board. */
export function laidAt({ state, chart }: Scene, x: number, y: number): Frozen<Laid> | undefined {
  const cell = cellOf(chart, x, y);
  return state.board[chart.spots[cell] ?? -1];
}

export function laidTile(state: Frozen<State>, tileId: string): Frozen<Laid> | undefined {
  for (const laid of state.board) if (laid.tileId === tileId) return laid;
  return undefined;
}

/** CAB-7.1: who controls a port, lighthouse or island. */
export function controllerOf(
  state: Frozen<State>,
  at: { readonly x: number; readonly y: number },
): Seat | null {
  return sailorAt(state, at.x, at.y)?.seat ?? null;
}

/** Pieces in a seat's reserve, the smallest id first: all its own that are neither on the board nor lost. */
export function reserveOf({ parts, state }: Scene, seat: Seat, kind: Piece['kind']): string[] {
  const owner = state.players[seat];
  const supply = parts.supply[seat];
  if (owner === undefined || supply === undefined || owner.eliminated > 0) return [];
  const onBoard: Pieces<{ readonly id: string }> = kind === 'sailor' ? state.sailors : state.ships;
  return supply[kind].filter((id) => !owner.lost.includes(id) && !onBoard.some((piece) => piece.id === id));
}

/** How many pieces of a kind a seat has in reserve: all its own, less the lost and those on the board. */
export function reserveCounts(parts: Components, state: Frozen<State>) {
  return (seat: Seat, kind: Piece['kind']): number => {
    const owner = state.players[seat];
    if (owner === undefined || owner.eliminated > 0) return 0;
    let count = parts.supply[seat]?.[kind].length ?? 0;
    if (kind === 'sailor') {
      for (const sailor of state.sailors) if (sailor.seat === seat) count -= 1;
      return count;
    }
    for (const ship of state.ships) if (ship.seat === seat && ship.kind === kind) count -= 1;
    for (const id of owner.lost) if (parts.pieces.get(id)?.kind === kind) count -= 1;
    return count;
  };
}

export function cargoOf(ship: Frozen<Ship>): string | null {
  return ship.cargo ?? (ship.secretCargo === null ? null : reveal(ship.secretCargo));
}

export function hasCargo(ship: Frozen<Ship>): boolean {
  return ship.cargo !== null || ship.secretCargo !== null;
}

/** Takes the cargo card off a ship and puts it on the discard pile (the route token returns). */
export function unload(play: Play, ship: Ship): string | null {
  const card = cargoOf(ship);
  ship.cargo = null;
  ship.secretCargo = null;
  ship.origin = null;
  if (card !== null) play.state.discard.push(card);
  return card;
}

export function bonusOf(ship: Frozen<Ship>): number {
  return ship.bonusOld + ship.bonusNew;
}

export function pileOf(ids: string[]): Pile {
  return { count: ids.length, ids: conceal(ids) };
}

export function shufflePile(play: Play, ids: string[]): void {
  shuffle(reveal(play.state.rng), ids);
}

export function chance(play: Play, bound: number): number {
  return below(reveal(play.state.rng), bound);
}

export function drop<T>(list: T[], item: T): void {
  const index = list.indexOf(item);
  if (index >= 0) list.splice(index, 1);
}
