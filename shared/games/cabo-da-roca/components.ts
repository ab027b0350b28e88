// The pieces of the game as one edition describes them, indexed for the rules.
import { z } from 'zod';
import type { Seat } from '../../kernel/seat.ts';

export type TileId = string;
/** A trade card or a treasure card. */
export type CardId = string;
export type ShipId = string;
export type SailorId = string;
export type PieceId = ShipId | SailorId;

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
  readonly id: TileId;
  readonly kind: TileKind;
  /** Index in `TILE_KINDS`. */
  readonly kindCode: number;
  /** Four bits: nw, ne, se, sw from the lowest; 1 is land. */
  readonly corners: number;
  readonly fish: number;
}

export interface TradeCard {
  readonly id: CardId;
  readonly prices: readonly number[];
  readonly lowest: number;
  readonly buyers: ReadonlySet<TileId>;
}

interface TreasureCard {
  readonly id: CardId;
  readonly kind: Treasure;
  readonly value: number;
}

export interface Piece {
  readonly id: PieceId;
  readonly seat: Seat;
  readonly kind: ShipKind | 'sailor';
}

/** A sum that an edition names. */
export const coins = z.int().min(0).max(100_000);

export const constants = z.strictObject({
  startCoins: coins,
  targetCoins: z.int().min(1),
  layingRounds: z.int().min(1).max(10),
  actions: z.int().min(1).max(9),
  actionsWithManyShips: z.int().min(1).max(9),
  manyShips: z.int().min(1),
  portDue: coins,
  lighthouseDue: coins,
  berthFee: coins,
  fishPortBonus: coins,
  fishShipBonus: coins,
  fleetBonus: coins,
  portsBonus: coins,
  fleetPoints: z.strictObject({ fishing: coins, trade: coins, pirate: coins }),
});
type Constants = Readonly<z.infer<typeof constants>>;

export interface Laid {
  tileId: TileId;
  x: number;
  y: number;
  rotation: number;
}

export interface Components {
  readonly name: string;
  readonly colours: readonly string[];
  readonly tiles: readonly Tile[];
  readonly tileOf: ReadonlyMap<TileId, Tile>;
  readonly ports: readonly TileId[];
  /** The five tiles laid in the setup, in laying order. */
  readonly cross: readonly Readonly<Laid>[];
  readonly tradeCards: readonly TradeCard[];
  readonly tradeCardOf: ReadonlyMap<CardId, TradeCard>;
  readonly treasureCards: readonly TreasureCard[];
  readonly treasureCardOf: ReadonlyMap<CardId, TreasureCard>;
  readonly pieces: ReadonlyMap<PieceId, Piece>;
  /** By seat and kind: ids, the smallest first. */
  readonly supply: readonly Readonly<Record<Piece['kind'], readonly PieceId[]>>[];
  readonly buy: Readonly<Record<Piece['kind'], number>>;
  readonly sell: Readonly<Record<Piece['kind'], number>>;
  readonly constants: Constants;
  readonly finalRounds: number;
  zoneOf(distance: number): number;
}

/** Trade and treasure cards, which lie in one deck. */
export function deckCards({ tradeCardOf, treasureCardOf }: Components): CardId[] {
  return [...tradeCardOf.keys(), ...treasureCardOf.keys()];
}
