// Targets and costs of a ship's legal moves, for drawing them. The server decides which are legal. Pure
// functions.
import type { Atlas, Command, Ship, ShipKind, Type, View } from './pieces.ts';

/** 0 is north, then clockwise by eighths; y grows to the south. */
const DX = [0, 1, 1, 1, 0, -1, -1, -1];
const DY = [-1, -1, 0, 1, 1, 1, 0, -1];

export interface Cell {
  readonly x: number;
  readonly y: number;
}

export interface Move extends Cell {
  readonly kind: 'sail' | 'turn' | 'attack' | 'load' | 'walk' | 'berth' | 'hire';
  readonly command: Command;
  /** In actions and bonus moves; null if not computed here. */
  readonly cost: number | null;
  readonly isSinking: boolean;
  /** Of a turn: -1 to the left, 1 to the right. */
  readonly side?: number;
}

export function ahead({ x, y }: Cell, direction: number, steps = 1): Cell {
  return { x: x + (DX[direction & 7] ?? 0) * steps, y: y + (DY[direction & 7] ?? 0) * steps };
}

export const isAt = (cell: Cell) => (other: Cell) => cell.x === other.x && cell.y === other.y;

/** CAB-11.2, CAB-11.3, CAB-11.4 */
const SINKING: Readonly<Record<ShipKind, readonly string[]>> = {
  fishing: ['rock', 'storm'],
  trade: ['rock', 'shoal'],
  pirate: ['rock', 'shoal'],
};

export function kindAt({ tiles }: Atlas, { board }: Pick<View, 'board'>, cell: Cell): string | undefined {
  const laid = board.find(isAt(cell));
  return laid && tiles.get(laid.tileId)?.kind;
}

export function sinksAt(atlas: Atlas, view: Pick<View, 'board'>, { kind }: Ship, cell: Cell): boolean {
  return SINKING[kind].includes(kindAt(atlas, view, cell) ?? '');
}

interface Steps {
  readonly through?: boolean | undefined;
  readonly acceptSinking?: boolean | undefined;
}

type Waters = Pick<View, 'board' | 'ships'>;

/** CAB-10.1, CAB-10.4: past other ships to the first cell without one, or to the first that sinks the ship. */
export function pathOf(atlas: Atlas, view: Waters, ship: Ship, direction: number, steps: Steps): Cell[] {
  const path = [ahead(ship, direction)];
  if (steps.through !== true) return path;
  for (let cell = path[0]; cell !== undefined && path.length <= view.board.length; ) {
    const sinks = steps.acceptSinking === true && sinksAt(atlas, view, ship, cell);
    if (sinks || !view.ships.some(isAt(cell))) break;
    cell = ahead(cell, direction);
    path.push(cell);
  }
  return path;
}

/** CAB-8.4, CAB-12.6: one for each step, and one more to arrive on the shark and to leave it. */
export function costOf(atlas: Atlas, view: Waters, ship: Ship, path: readonly Cell[]): number {
  if (ship.kind === 'pirate') return path.length;
  const isShark = (cell: Cell) => kindAt(atlas, view, cell) === 'shark';
  const [last] = path.slice(-1);
  const inner = path.filter((cell) => cell !== last && isShark(cell)).length;
  return path.length + inner * 2 + (isShark(ship) ? 1 : 0) + (last !== undefined && isShark(last) ? 1 : 0);
}

/** The moves of one ship, one for each place: of those that differ by their bonus moves, the one with the fewest. */
export function movesOf(atlas: Atlas, view: Waters, ship: Ship, commands: readonly Command[]): Move[] {
  const moves = new Map<string, Move>();
  for (const command of commands) {
    const move = moveOf(atlas, view, ship, command);
    if (move === undefined) continue;
    const place = `${move.kind} ${move.x} ${move.y}`;
    const known = moves.get(place);
    if (known === undefined || bonusOf(command) < bonusOf(known.command)) moves.set(place, move);
  }
  return [...moves.values()];
}

function moveOf(atlas: Atlas, view: Waters, ship: Ship, command: Command): Move | undefined {
  const plain = { command, isSinking: false };
  switch (command.type) {
    case 'advance':
    case 'depart': {
      if (command.shipId !== ship.id) return undefined;
      const direction = command.type === 'depart' ? command.direction : ship.heading;
      const path = pathOf(atlas, view, ship, direction, command);
      const [end] = path.slice(-1);
      const cost = costOf(atlas, view, ship, path);
      return end && { ...plain, ...end, kind: 'sail', cost, isSinking: command.acceptSinking === true };
    }
    case 'turn': {
      if (command.shipId !== ship.id) return undefined;
      const side = command.side === 'left' ? -1 : 1;
      return { ...plain, ...ahead(ship, ship.heading + side + 8), kind: 'turn', cost: 1, side };
    }
    case 'attack': {
      if (command.pirateId !== ship.id || command.ransom !== undefined) return undefined;
      // CAB-15.2
      const flank = ahead(ship, ship.heading + (command.flank === 'left' ? 6 : 2));
      return { ...plain, ...flank, kind: 'attack', cost: 0 };
    }
    case 'load':
      if (command.shipId !== ship.id) return undefined;
      return { ...plain, x: ship.x, y: ship.y, kind: 'load', cost: 0 };
    default:
      return undefined;
  }
}

export function bonusOf(command: Command): number {
  return 'bonus' in command ? (command.bonus ?? 0) : 0;
}

/** The bonus moves that may be spent on the same move. */
export function bonusesFor(commands: readonly Command[], command: Command): number[] {
  const plain = withoutBonus(command);
  const found = commands.filter((other) => withoutBonus(other) === plain).map(bonusOf);
  return [...new Set(found)].sort((one, other) => one - other);
}

export function withoutBonus(command: Command): string {
  const fields = Object.entries(command).filter(([field]) => field !== 'bonus' && field !== 'decision');
  return JSON.stringify(fields.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** The target of a pick by tile or cell. */
export function placesOf({ board }: Pick<View, 'board'>, commands: readonly Command[], type: Type): Move[] {
  const at = (tileId: string) => board.find((laid) => laid.tileId === tileId);
  return commands.flatMap((command): Move[] => {
    if (command.type !== type) return [];
    const plain = { command, cost: 1, isSinking: false };
    if (command.type === 'move-sailor') return [{ ...plain, x: command.x, y: command.y, kind: 'walk' }];
    const laid =
      command.type === 'buy-ship'
        ? at(command.portId)
        : command.type === 'buy-sailor'
          ? at(command.tileId)
          : undefined;
    if (laid === undefined) return [];
    return [{ ...plain, x: laid.x, y: laid.y, kind: command.type === 'buy-ship' ? 'berth' : 'hire' }];
  });
}
