// The pieces of the game as one edition describes them, indexed for the rules.
import type { Laid } from './geometry.ts';

/** Charts store their indexes. */
export const TILE_KINDS = [
  'sea',
  'quarter',
  'coast',
  'cove',
  'port',
  'lighthouse',
  'shoal',
  'rock',
  'shark',
  'storm',
  'island',
  'wreck',
  'fish',
] as const;
export type TileKind = (typeof TILE_KINDS)[number];

export function kindCode(kind: TileKind): number {
  return TILE_KINDS.indexOf(kind);
}

export const SEATS = { min: 2, max: 4 } as const;

export const SHIP_KINDS = ['trade', 'fishing', 'pirate'] as const;
export type ShipKind = (typeof SHIP_KINDS)[number];
export const TREASURES = ['island', 'wreck'] as const;
export type Treasure = (typeof TREASURES)[number];

export interface Tile {
  readonly id: string;
  readonly kind: TileKind;
  /** Index in `TILE_KINDS`. */
  readonly kindCode: number;
  /** Four bits: nw, ne, se, sw from the lowest; 1 is land. */
  readonly corners: number;
  readonly fish: number;
}

export interface TradeCard {
  readonly id: string;
  readonly prices: readonly number[];
  readonly lowest: number;
  readonly buyers: ReadonlySet<string>;
}

export interface TreasureCard {
  readonly id: string;
  readonly kind: Treasure;
  readonly value: number;
}

export interface Piece {
  readonly id: string;
  readonly seat: number;
  readonly kind: ShipKind | 'sailor';
}

export interface Constants {
  readonly startCoins: number;
  readonly targetCoins: number;
  readonly layingRounds: number;
  readonly actions: number;
  readonly actionsWithManyShips: number;
  readonly manyShips: number;
  readonly portDue: number;
  readonly lighthouseDue: number;
  readonly berthFee: number;
  readonly fishPortBonus: number;
  readonly fishShipBonus: number;
  readonly fleetBonus: number;
  readonly portsBonus: number;
  readonly fleetPoints: Readonly<Record<ShipKind, number>>;
}

export interface Components {
  readonly name: string;
  readonly colours: readonly string[];
  readonly tiles: readonly Tile[];
  readonly tileOf: ReadonlyMap<string, Tile>;
  readonly ports: readonly string[];
  /** The five tiles laid in the setup, in laying order. */
  readonly cross: readonly Readonly<Laid>[];
  readonly tradeCards: readonly TradeCard[];
  readonly tradeCardOf: ReadonlyMap<string, TradeCard>;
  readonly treasureCards: readonly TreasureCard[];
  readonly treasureCardOf: ReadonlyMap<string, TreasureCard>;
  readonly pieces: ReadonlyMap<string, Piece>;
  /** By seat and kind: ids, the smallest first. */
  readonly supply: readonly Readonly<Record<Piece['kind'], readonly string[]>>[];
  readonly buy: Readonly<Record<Piece['kind'], number>>;
  readonly sell: Readonly<Record<Piece['kind'], number>>;
  readonly constants: Constants;
  readonly finalRounds: number;
  zoneOf(distance: number): number;
}
