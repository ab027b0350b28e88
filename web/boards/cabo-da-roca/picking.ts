// What the current choice concerns: a tile to lay, a ship, a sailor, a purchase. Pure functions.
import type { Fields, Picks } from '../parts/picking.ts';
import { bonusesFor, type Cell, isAt, type Move, movesOf, placesOf } from './moves.ts';
import type { Atlas, Command, Event, View } from './pieces.ts';

/** The fields of a command as they are picked. */
export function fieldsOf(command: Command): Fields {
  return Object.fromEntries(
    Object.entries(command).filter(([field]) => field !== 'type' && field !== 'decision'),
  );
}

const SUBJECTS = ['shipId', 'pirateId', 'sailorId', 'pieceId'] as const;

/** The piece that was picked; without one, the ship that moved last or the only one that can do anything. */
export function heldPiece(commands: readonly Command[], picks: Picks, last: string | undefined) {
  const picked = SUBJECTS.map((field) => picks.values.get(field)).find((id) => typeof id === 'string');
  if (typeof picked === 'string') return picked;
  if (picks.type === 'buy-ship' || picks.type === 'buy-sailor') return undefined;
  const able = ablePieces(commands);
  if (last !== undefined && able.has(last)) return last;
  const ships = new Set(
    commands.flatMap((command) => ('sailorId' in command ? [] : (pieceIn(command) ?? []))),
  );
  const [only, ...others] = ships.size > 0 ? ships : able;
  return others.length === 0 ? only : undefined;
}

function pieceIn(command: Command): string | undefined {
  for (const field of SUBJECTS) {
    const found: unknown = Reflect.get(command, field);
    if (typeof found === 'string') return found;
  }
  return undefined;
}

/** Pieces with a legal command; pieces that can be sold, only in debt. */
export function ablePieces(commands: readonly Command[]): ReadonlySet<string> {
  return new Set(commands.flatMap((command) => pieceIn(command) ?? []));
}

/** The seat's ship that the latest move was about. */
export function lastShip(events: readonly Event[]): string | undefined {
  const ships = events.flatMap((event) => {
    switch (event.type) {
      case 'ship-advanced':
      case 'ship-departed':
      case 'ship-turned':
      case 'cargo-loaded':
        return [event.shipId];
      default:
        return [];
    }
  });
  return ships.at(-1);
}

/** What can be chosen on the sea, given the selected piece. */
export function movesShown(
  atlas: Atlas,
  view: View,
  commands: readonly Command[],
  picks: Picks,
  held: string | undefined,
): Move[] {
  if (picks.type === 'buy-ship') {
    const kind = picks.values.get('kind');
    const wanted = commands.filter(
      (command) => command.type === 'buy-ship' && (kind === undefined || command.kind === kind),
    );
    return placesOf(view, wanted, 'buy-ship').filter(isFirst);
  }
  if (picks.type === 'buy-sailor') return placesOf(view, commands, 'buy-sailor');
  const ship = view.ships.find(({ id }) => id === held);
  if (ship !== undefined) return movesOf(atlas, view, ship, commands);
  const walks = commands.filter((command) => command.type === 'move-sailor' && command.sailorId === held);
  return placesOf(view, walks, 'move-sailor');
}

function isFirst(move: Move, index: number, moves: readonly Move[]): boolean {
  return moves.findIndex(isAt(move)) === index;
}

export interface Placement extends Cell {
  readonly type: 'place-tile' | 'place-port';
  readonly rotations: readonly number[];
}

/** The cells where the tile may go, with its possible orientations (CAB-4.4). */
export function placementsIn(commands: readonly Command[]): Placement[] {
  const found = new Map<string, Placement>();
  for (const command of commands) {
    if (command.type !== 'place-tile' && command.type !== 'place-port') continue;
    const { type, x, y, rotation } = command;
    const key = `${type} ${x} ${y}`;
    const rotations = [...(found.get(key)?.rotations ?? []), rotation];
    found.set(key, { type, x, y, rotations });
  }
  return [...found.values()];
}

/** The next allowed orientation, clockwise. */
export function turnedOn(rotations: readonly number[], rotation: number): number {
  for (let by = 1; by <= 4; by++) if (rotations.includes((rotation + by) % 4)) return (rotation + by) % 4;
  return rotation;
}

/** The requested orientation, or the next allowed one. */
export function fitting(rotations: readonly number[], rotation: number): number {
  return rotations.includes(rotation) ? rotation : turnedOn(rotations, rotation);
}

/** The possible numbers of bonus moves for the candidate, if there is a choice. */
export function bonusChoice(commands: readonly Command[], candidate: Command | undefined): number[] {
  if (candidate === undefined || !['advance', 'depart', 'turn'].includes(candidate.type)) return [];
  const bonuses = bonusesFor(commands, candidate);
  return bonuses.length > 1 ? bonuses : [];
}
