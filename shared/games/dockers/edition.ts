// The form of an edition file.
import { z } from 'zod';

const id = z
  .string()
  .regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/)
  .max(64);
const name = z.string().min(1).max(80);
const count = z.int().min(1).max(200);
const optional = z.boolean();

export const effectSchema = z.union([
  z.strictObject({ type: z.literal('place'), count, spread: z.literal('one'), optional }),
  z.strictObject({ type: z.literal('place'), count: z.literal(2), spread: z.literal('adjacent'), optional }),
  z.strictObject({
    type: z.literal('place'),
    count: z.int().min(2).max(4),
    spread: z.literal('distinct'),
    optional,
  }),
  z.strictObject({
    type: z.literal('move'),
    count: z.literal(1),
    owner: z.literal('self'),
    range: z.literal('adjacent'),
    optional,
  }),
  z.strictObject({ type: z.literal('swap'), range: z.literal('adjacent'), optional }),
  z.strictObject({ type: z.literal('recall'), count: z.literal(1), owner: z.literal('opponent'), optional }),
  z.strictObject({ type: z.literal('trade-goods'), optional }),
]);
export type Effect = z.infer<typeof effectSchema>;

export const eventEffectSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('prime-modifier'), amount: z.int().refine((amount) => amount !== 0) }),
  z.strictObject({ type: z.literal('exclusive-assignment') }),
  z.strictObject({ type: z.literal('primes-to-owner') }),
  z.strictObject({ type: z.literal('remove-porters'), from: z.literal('each-other-player'), count }),
  z.strictObject({
    type: z.literal('depart-now'),
    primes: z.literal(true),
    commission: z.literal(false),
    ship: z.literal('discard'),
    goods: z.literal('under-pile'),
    tile: z.literal('event-discard'),
  }),
  z.strictObject({
    type: z.literal('remove-ship'),
    primes: z.literal(false),
    commission: z.literal(false),
    ship: z.enum(['discard', 'removed']),
    goods: z.enum(['under-pile', 'removed']),
    tile: z.enum(['event-discard', 'removed']),
  }),
  z.strictObject({
    type: z.literal('collect'),
    amount: z.literal('ship-value'),
    from: z.literal('each-other-player'),
    gainCap: z.literal('total-collected').nullable(),
  }),
]);
export type EventEffect = z.infer<typeof eventEffectSchema>;

export const editionSchema = z.strictObject({
  game: z.literal('dockers'),
  edition: id,
  schemaVersion: z.literal(1),
  title: z.record(z.string(), z.string()),
  note: z.string(),
  provenance: z.record(z.string(), z.string()),
  players: z.strictObject({
    min: z.int().min(2).max(4),
    max: z.int().min(2).max(4),
    colours: z.array(id).min(2).max(8),
  }),
  quays: z.array(z.int()),
  adjacentQuays: z.array(z.tuple([z.int(), z.int()])),
  portersPerPlayer: count,
  // One tile stays in each hand (DOC-9.3).
  startGoodsInHand: z.literal(1),
  // Below the smallest target that a table may choose.
  startPrimes: z.int().min(0).max(29),
  targetPrimes: z.int().min(30).max(300),
  ships: z.array(z.strictObject({ id, value: count })).max(100),
  goods: z
    .array(
      z.strictObject({
        kind: id,
        nameFr: name,
        nameEn: name,
        prime: z.int().min(0).max(50),
        count,
        ids: z.array(id).max(100),
      }),
    )
    .max(20),
  events: z
    .array(
      z.strictObject({
        kind: id.regex(/^event-/),
        nameFr: name,
        nameEn: name,
        count,
        duration: z.enum(['lasting', 'instant', 'leaves']),
        effect: eventEffectSchema,
        ids: z.array(id).max(100),
      }),
    )
    .max(30),
  relations: z
    .array(
      z.strictObject({
        kind: id,
        nameFr: name,
        nameEn: name,
        commission: z.int().min(0).max(50),
        countPerPlayer: z.literal(1),
        effects: z.array(effectSchema).min(1).max(6),
      }),
    )
    .min(1)
    .max(30),
  slate: z.strictObject({ id: z.literal('slate'), count: z.literal(1) }),
  totals: z.record(z.string(), z.int()),
});

export type Edition = z.infer<typeof editionSchema>;
