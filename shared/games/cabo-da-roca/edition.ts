// The form of an edition file.
import { z } from 'zod';
import { coins, constants, SHIP_KINDS, TILE_KINDS, type TileId, TREASURES } from './components.ts';

const id = z.string().regex(/^[a-z][a-z0-9-]{0,63}$/);
const corner = z.union([z.literal(0), z.literal(1)]);

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
  constants,
  limits: z.strictObject({ finalRounds: z.int().min(1).max(30) }),
});

export type Edition = z.infer<typeof editionSchema>;

/** The tiles of the start and where they lie; the file lists both in the same order. */
export function crossOf({
  startCross,
  startCrossTiles,
}: Edition): { tileId: TileId; x: number; y: number }[] {
  return startCross.map(({ x, y }, index) => ({ tileId: startCrossTiles[index] as string, x, y }));
}
