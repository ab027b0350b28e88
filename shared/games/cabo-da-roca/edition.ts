// Reads an edition file: rejects unplayable ones and says why.
import { z } from 'zod';
import { editionParser } from '../../kernel/edition.ts';
import { byId, compareIds } from '../../kernel/pieces.ts';
import {
  type Components,
  kindCode,
  type Piece,
  SHIP_KINDS,
  TILE_KINDS,
  type Tile,
  type TileId,
  TREASURES,
  type TradeCard,
} from './components.ts';
import { editionProblems } from './edition-checks.ts';

const id = z.string().regex(/^[a-z][a-z0-9-]{0,63}$/);
const corner = z.union([z.literal(0), z.literal(1)]);
const coins = z.int().min(0).max(100_000);

const tileSchema = z.strictObject({
  id,
  kind: z.enum(TILE_KINDS),
  corners: z.tuple([corner, corner, corner, corner]),
  name: z.exactOptional(z.string()),
  fish: z.exactOptional(z.int().min(1).max(9)),
});
const tradeCardSchema = z.strictObject({
  id,
  good: id,
  goodName: z.string(),
  prices: z.array(coins),
  buyers: z.array(id),
  struck: z.array(id),
});
const priceList = z.strictObject({ sailor: coins, fishing: coins, trade: coins, pirate: coins });

/** Descriptive fields (title, note, provenance …) are not read. */
export const editionSchema = z.object({
  game: z.literal('cabo-da-roca'),
  edition: id,
  players: z.strictObject({ min: z.literal(2), max: z.literal(4) }),
  colours: z.array(id).length(4),
  tileCounts: z.record(z.string(), z.int().min(0)),
  // More tiles could reach beyond the coordinates that a command may name.
  tiles: z.array(tileSchema).max(104),
  startCross: z.array(z.strictObject({ x: z.int(), y: z.int() })),
  startCrossTiles: z.array(id),
  tradeCards: z.array(tradeCardSchema),
  treasureCards: z.array(z.strictObject({ id, treasure: z.enum(TREASURES), value: coins })),
  ships: z.array(
    z.strictObject({ id, colour: id, kind: z.enum(SHIP_KINDS), number: z.int().min(1).nullable() }),
  ),
  sailors: z.array(z.strictObject({ id, colour: id })),
  // A second pirate of one player would need separate truces (CAB-15.7).
  perPlayer: z.strictObject({
    trade: z.int().min(0),
    fishing: z.int().min(0),
    pirate: z.int().min(0).max(1),
    sailors: z.int().min(1),
  }),
  prices: z.strictObject({ buy: priceList, sell: priceList }),
  zones: z
    .array(z.strictObject({ zone: z.int().min(1), min: z.int().min(1), max: z.int().nullable() }))
    .min(1),
  constants: z.strictObject({
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
  }),
  limits: z.strictObject({ finalRounds: z.int().min(1).max(30) }),
});

export type Edition = z.infer<typeof editionSchema>;

export const parseEdition = editionParser(editionSchema, editionProblems, indexed);

function indexed(edition: Edition): Components {
  const tiles = edition.tiles.map(
    ({ id, kind, corners, fish = 0 }): Tile => ({
      id,
      kind,
      kindCode: kindCode(kind),
      corners: corners.reduce((bits: number, corner, index) => bits | (corner << index), 0),
      fish,
    }),
  );
  const tradeCards = edition.tradeCards.map(
    ({ id, prices, buyers }): TradeCard => ({
      id,
      prices,
      lowest: Math.min(...prices),
      buyers: new Set(buyers),
    }),
  );
  const treasureCards = edition.treasureCards.map(({ id, treasure, value }) => ({
    id,
    kind: treasure,
    value,
  }));
  const seatOf = (colour: string) => edition.colours.indexOf(colour);
  const pieces: Piece[] = [
    ...edition.ships.map(({ id, colour, kind }): Piece => ({ id, seat: seatOf(colour), kind })),
    ...edition.sailors.map(({ id, colour }): Piece => ({ id, seat: seatOf(colour), kind: 'sailor' })),
  ];
  const supplyOf = (seat: number, kind: Piece['kind']) =>
    pieces
      .filter((piece) => piece.seat === seat && piece.kind === kind)
      .map((piece) => piece.id)
      .sort(compareIds);
  const zones = edition.zones.toSorted((a, b) => a.min - b.min);
  return {
    name: edition.edition,
    colours: edition.colours,
    tiles,
    tileOf: byId(tiles),
    ports: tiles.filter((tile) => tile.kind === 'port').map((tile) => tile.id),
    cross: crossOf(edition).map((place) => ({ ...place, rotation: 0 })),
    tradeCards,
    tradeCardOf: byId(tradeCards),
    treasureCards,
    treasureCardOf: byId(treasureCards),
    pieces: byId(pieces),
    supply: edition.colours.map((_, seat) => ({
      trade: supplyOf(seat, 'trade'),
      fishing: supplyOf(seat, 'fishing'),
      pirate: supplyOf(seat, 'pirate'),
      sailor: supplyOf(seat, 'sailor'),
    })),
    buy: edition.prices.buy,
    sell: edition.prices.sell,
    constants: edition.constants,
    finalRounds: edition.limits.finalRounds,
    zoneOf: (distance) =>
      zones.findIndex(({ min, max }) => distance >= min && (max === null || distance <= max)) + 1,
  };
}

/** The tiles of the start and where they lie; the file lists both in the same order. */
export function crossOf({
  startCross,
  startCrossTiles,
}: Edition): { tileId: TileId; x: number; y: number }[] {
  return startCross.map(({ x, y }, index) => ({ tileId: startCrossTiles[index] as string, x, y }));
}
