// The form of an edition file.
import { z } from 'zod';
import { COMPANIES, constants, SPICES } from './components.ts';

const id = z.string().min(1).max(64);
const ware = z.enum([...SPICES, 'crate']);
const row = z.array(z.enum(COMPANIES));
const natural = z.int().min(0);
const positive = z.int().min(1);

const shipmentSchema = z.strictObject({
  id,
  spice: ware,
  units: positive,
  rows: z.tuple([row, row]).refine(([one, two]) => one.length + two.length > 0, 'a card without a flag'),
});

const harbourSchema = z.strictObject({
  id,
  name: z.string(),
  spice: ware,
  units: positive,
  monopoly: positive,
  maxCards: positive,
  mark: z.enum(['3/4', '5']).nullable(),
});

const missionSchema = z.strictObject({
  id,
  category: z.int(),
  vp: natural,
  need: z
    .strictObject({ pepper: natural, cinnamon: natural, cloves: natural, nutmeg: natural })
    .refine((need) => SPICES.some((spice) => need[spice] > 0), 'a mission that needs nothing'),
  mark: z.literal('5').nullable(),
});

/** Exactly these ids, in any order; names and colours are for human readers of the file. */
const list = (ids: readonly string[]) =>
  z
    .array(z.object({ id: z.string() }))
    .refine(
      (items) => items.length === ids.length && ids.every((wanted) => items.some(({ id }) => id === wanted)),
      `must be ${ids.join(', ')}`,
    );

/** Descriptive fields (title, note, provenance …) are not read. */
export const editionSchema = z.object({
  game: z.literal('borneo'),
  edition: z.string().min(1).max(64),
  custom: z.boolean().default(false),
  constants,
  companies: list(COMPANIES),
  spices: list(SPICES),
  shipments: z.array(shipmentSchema).max(1000),
  harbours: z.array(harbourSchema).max(200),
  missions: z.array(missionSchema).max(200),
});

export type Edition = z.infer<typeof editionSchema>;
