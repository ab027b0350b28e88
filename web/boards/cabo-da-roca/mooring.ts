// Where pieces are drawn on a port: the ship on the water along the quay, the sailor on land. Pure functions.
import { cornersTurned, sideOf } from './coast.ts';
import { type Cell, isAt } from './moves.ts';
import type { Atlas, View } from './pieces.ts';

type Land = Pick<View, 'board'>;
type Tiles = Pick<Atlas, 'tiles'>;

/** From the middle of the tile towards the open water, by the side of land. */
const AFLOAT = [
  { x: 0, y: 0.25 },
  { x: -0.25, y: 0 },
  { x: 0, y: -0.25 },
  { x: 0.25, y: 0 },
] as const;

/** On the side that leaves the name of the port free. */
const ASHORE = [
  { x: 0.32, y: -0.14 },
  { x: 0.18, y: 0.24 },
  { x: 0.32, y: 0.08 },
  { x: -0.18, y: 0.24 },
] as const;

/** Elsewhere a sailor stands a little aside, so that the tile can be seen. */
const ASIDE = { x: 0.2, y: 0.15 };

export function berthOf(atlas: Tiles, land: Land, ship: Cell & { readonly docked: boolean }): Cell {
  const side = ship.docked ? sideAt(atlas, land, ship) : undefined;
  return side === undefined ? { x: ship.x, y: ship.y } : moved(ship, AFLOAT[side]);
}

export function footingOf(atlas: Tiles, land: Land, sailor: Cell): Cell {
  const side = sideAt(atlas, land, sailor);
  return moved(sailor, (side === undefined ? undefined : ASHORE[side]) ?? ASIDE);
}

/** CAB-1.3: of a port, the side where its land is. */
function sideAt({ tiles }: Tiles, { board }: Land, cell: Cell): number | undefined {
  const laid = board.find(isAt(cell));
  const tile = laid && tiles.get(laid.tileId);
  if (laid === undefined || tile?.kind !== 'port') return undefined;
  return sideOf(cornersTurned(tile.corners, laid.rotation));
}

function moved({ x, y }: Cell, by: Cell | undefined): Cell {
  return by === undefined ? { x, y } : { x: x + by.x, y: y + by.y };
}
