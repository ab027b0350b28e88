// How far a ship could still get this turn: what its legal moves lead on to, for drawing. The server decides, step by
// step, what is legal; crossing other ships and sinking are left out. Pure functions.
import { cornersTurned } from './coast.ts';
import { ahead, type Cell, costOf, isAt, kindAt, type Move, sinksAt } from './moves.ts';
import type { Atlas, Command, Ship, View } from './pieces.ts';

type Chart = Pick<View, 'board' | 'ships' | 'sailors'>;

/** Where a ship is after a step. */
export interface Waypoint extends Cell {
  readonly heading: number;
}

export interface Reached extends Cell {
  /** In actions and bonus moves, from where the ship is now. */
  readonly cost: number;
  /** The way there, step by step. */
  readonly way: readonly Waypoint[];
}

/** How many other ships have to leave their ports first, each for an action at least (CAB-5.6). */
export function departing(commands: readonly Command[], id: string): number {
  const others = commands.flatMap((command) =>
    (command.type === 'depart' || command.type === 'load') && command.shipId !== id ? [command.shipId] : [],
  );
  return new Set(others).size;
}

interface Stand {
  readonly ship: Ship;
  readonly cost: number;
  readonly way: readonly Waypoint[];
}

const LAND = ['coast', 'cove', 'port', 'lighthouse', 'island'];

/** The cells beyond the next step, each with the least it costs. */
export function rangeOf(
  atlas: Atlas,
  view: Chart,
  ship: Ship,
  moves: readonly Move[],
  points: number,
): Reached[] {
  const best = new Map<string, Reached>();
  const seen = new Map<string, number>();
  const open: Stand[] = moves.flatMap((move) => firstStand(ship, move));
  for (let stand = open.shift(); stand !== undefined; stand = open.shift()) {
    const { ship: now, cost, way } = stand;
    const key = `${now.x} ${now.y} ${now.heading}`;
    if (cost > points || (seen.get(key) ?? Number.POSITIVE_INFINITY) <= cost) continue;
    seen.set(key, cost);
    const place = `${now.x} ${now.y}`;
    if (!isAt(ship)(now) && (best.get(place)?.cost ?? Number.POSITIVE_INFINITY) > cost)
      best.set(place, { x: now.x, y: now.y, cost, way });
    // CAB-9.1
    if (kindAt(atlas, view, now) === 'port') continue;
    open.push(...nextStands(atlas, view, stand));
    open.sort((one, other) => one.cost - other.cost);
  }
  return [...best.values()].filter((cell) => !moves.some((move) => move.kind === 'sail' && isAt(cell)(move)));
}

/** Where a legal move leaves the ship. */
function firstStand(ship: Ship, { kind, command, cost, isSinking, x, y, side }: Move): Stand[] {
  if (cost === null || isSinking) return [];
  if (kind === 'turn') return turned({ ship, cost: 0, way: [] }, side ?? 1, cost);
  if (kind !== 'sail' || ('through' in command && command.through === true)) return [];
  const heading = command.type === 'depart' ? command.direction : ship.heading;
  return [sailed({ ship, cost: 0, way: [] }, { x, y, heading }, cost)];
}

/** CAB-11.7: a pirate that turns gets nowhere this turn. */
function turned(from: Stand, side: number, cost: number): Stand[] {
  const { kind, x, y, heading } = from.ship;
  return kind === 'pirate' ? [] : [sailed(from, { x, y, heading: (heading + side + 8) % 8 }, cost)];
}

function sailed({ ship, cost, way }: Stand, to: Waypoint, more: number): Stand {
  return { ship: { ...ship, ...to }, cost: cost + more, way: [...way, to] };
}

function nextStands(atlas: Atlas, view: Chart, from: Stand): Stand[] {
  const { ship } = from;
  const others = { ...view, ships: view.ships.filter(({ id }) => id !== ship.id) };
  const turns = [-1, 1].flatMap((side) => turned(from, side, 1));
  const cell = ahead(ship, ship.heading);
  if (!isOpen(atlas, others, ship, cell)) return turns;
  const step = costOf(atlas, others, ship, [cell]);
  return [...turns, sailed(from, { ...cell, heading: ship.heading }, step)];
}

function isOpen(atlas: Atlas, view: Chart, ship: Ship, cell: Cell): boolean {
  const kind = kindAt(atlas, view, cell);
  // CAB-8.2, CAB-12.1, CAB-11.4
  if (kind === undefined || kind === 'lighthouse' || kind === 'island') return false;
  if (ship.kind === 'pirate' && kind === 'port') return false;
  // CAB-8.5, CAB-9.2
  if (view.ships.some(isAt(cell))) return false;
  if ((kind === 'coast' || kind === 'cove') && view.sailors.some(isAt(cell))) return false;
  return (
    !sinksAt(atlas, view, ship, cell) &&
    hasWater(atlas, view, ship, cell) &&
    (ship.kind !== 'fishing' || isCoastal(atlas, view, cell))
  );
}

/** CAB-8.3 */
function hasWater({ tiles }: Atlas, { board }: Chart, from: Cell, to: Cell): boolean {
  const laid = board.find(isAt(from));
  const tile = laid && tiles.get(laid.tileId);
  if (laid === undefined || tile === undefined) return false;
  const [nw, ne, se, sw] = cornersTurned(tile.corners, laid.rotation);
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const corners = [
    { x: -1, y: -1, land: nw },
    { x: 1, y: -1, land: ne },
    { x: 1, y: 1, land: se },
    { x: -1, y: 1, land: sw },
  ];
  return corners.some(({ x, y, land }) => land !== 1 && (dx === 0 || dx === x) && (dy === 0 || dy === y));
}

/** CAB-11.1 */
function isCoastal(atlas: Atlas, { board }: Chart, { x, y }: Cell): boolean {
  return board.some(
    (laid) =>
      Math.max(Math.abs(laid.x - x), Math.abs(laid.y - y)) <= 1 &&
      LAND.includes(atlas.tiles.get(laid.tileId)?.kind ?? ''),
  );
}
