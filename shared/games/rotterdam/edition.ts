// The shape of an edition file: what is printed on the components, checked when it is loaded.
import { z } from 'zod';
import { type Components, indexed, NAVIGATION_KINDS } from './components.ts';
import { editionProblems } from './edition-checks.ts';

const id = z.string().min(1).max(40);
const label = z.string().max(80);
const natural = z.int().min(0).max(999);
const ids = z.array(id).max(200);

export const editionSchema = z.strictObject({
  id: z.literal('rotterdam'),
  edition: id,
  title: z.record(z.string(), label).optional(),
  designer: label.optional(),
  publisher: label.optional(),
  year: z.int().optional(),
  note: z.string().max(2000).optional(),
  players: z.strictObject({ min: z.int().min(2).max(8), max: z.int().min(2).max(8) }),
  constants: z.strictObject({
    missionHandSize: z.int().min(1).max(3),
    navigationHandLimit: z.int().min(1).max(3),
    targetMissionPoints: z.int().min(4).max(30),
    shipsPerPlayer: z.record(z.string(), z.int().min(1).max(5)),
    // Fixed by the rules and only documented here.
    shipCapacity: z.literal(1),
    positionCapacity: z.literal(1),
    harbourCapacity: z.null(),
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

export function parseEdition(
  raw: unknown,
): { ok: true; value: Components } | { ok: false; reasons: readonly string[] } {
  const parsed = editionSchema.safeParse(raw);
  if (!parsed.success) return { ok: false, reasons: z.prettifyError(parsed.error).split('\n') };
  const reasons = editionProblems(parsed.data);
  return reasons.length === 0 ? { ok: true, value: indexed(parsed.data) } : { ok: false, reasons };
}
