// The form of an edition file.
import { z } from 'zod';

export const NAVIGATION_KINDS = [
  'fortune-turns',
  'extra-cargo',
  'setback',
  'storm',
  'joker',
  'advantage',
  'extra-advantage',
  'cargo-thief',
  'inspection',
] as const;

const id = z.string().min(1).max(40);
const label = z.string().max(80);
const natural = z.int().min(0).max(999);
const ids = z.array(id).max(200);

export const editionSchema = z.strictObject({
  id: z.literal('rotterdam'),
  edition: id,
  title: z.exactOptional(z.record(z.string(), label)),
  designer: z.exactOptional(label),
  publisher: z.exactOptional(label),
  year: z.exactOptional(z.int()),
  note: z.exactOptional(z.string().max(2000)),
  players: z.strictObject({ min: z.int().min(2).max(8), max: z.int().min(2).max(8) }),
  constants: z.strictObject({
    missionHandSize: z.int().min(1).max(3),
    navigationHandLimit: z.int().min(1).max(3),
    targetMissionPoints: z.int().min(4).max(30),
    shipsPerPlayer: z.record(z.string(), z.int().min(1).max(5)).describe('By number of players.'),
    // Fixed by the rules and only documented here.
    shipCapacity: z.literal(1),
    positionCapacity: z.literal(1),
    harbourCapacity: z.null().describe('Any number of ships.'),
  }),
  playerColours: z.array(id).max(8),
  ships: z.array(z.strictObject({ colour: id, ids })).max(8),
  channelColours: z
    .array(z.strictObject({ id, symbol: label, hex: label }))
    .min(1)
    .max(20),
  rawMaterials: z
    .array(z.strictObject({ id, cubeColour: label, count: natural, ids }))
    .min(1)
    .max(20),
  harbours: z
    .array(z.strictObject({ id, label, material: id, products: ids.min(1) }))
    .min(1)
    .max(20),
  products: z
    .array(z.strictObject({ id, label, harbour: id, value: natural, count: natural, ids }))
    .min(1)
    .max(40),
  missions: z.array(z.strictObject({ id, products: ids.min(2), value: natural })).max(400),
  navigationCards: z.array(
    z.strictObject({
      kind: z.enum(NAVIGATION_KINDS),
      nameFr: label,
      points: natural,
      count: natural,
      ids,
    }),
  ),
  positions: z
    .array(
      z.strictObject({
        id,
        kind: z.enum(['start', 'water', 'harbour']),
        label,
        x: z.number(),
        y: z.number(),
        anchor: z.boolean(),
      }),
    )
    .max(400),
  channels: z.array(z.strictObject({ id, from: id, to: id, colour: id })).max(1000),
  totals: z.strictObject({
    ships: natural,
    rawMaterials: natural,
    products: natural,
    missions: natural,
    navigationCards: natural,
    positions: natural,
    channels: natural,
  }),
});

export type Edition = z.infer<typeof editionSchema>;
