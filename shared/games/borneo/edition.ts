// Reads an edition file: rejects unplayable ones and says why.
import { z } from 'zod';
import { editionParser } from '../../kernel/edition.ts';
import { byId, compareIds } from '../../kernel/pieces.ts';
import {
  type Card,
  COMPANIES,
  type Company,
  type Components,
  emptyTally,
  HARBOUR_SLOTS,
  type Harbour,
  inPlay,
  type Mission,
  MOST_MERCHANTS,
  SEATS,
  type Selection,
  type Shipment,
  SPICES,
  type Tally,
} from './components.ts';
import { editionProblems } from './edition-checks.ts';

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

const constantsSchema = z.strictObject({
  startingHand: positive,
  drawPerTurn: positive,
  handLimit: positive,
  harbourSlots: z.literal(HARBOUR_SLOTS),
  // With fewer spaces or more merchants the placement could get stuck.
  slotsPerCompany: z.int().min(5),
  merchantsPerPlayer: z.int().min(1).max(MOST_MERCHANTS),
  merchantsPerPlayerFourVariant: z.int().min(1).max(MOST_MERCHANTS),
  warehouseCardVp: natural,
  piratePenalty: natural,
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
  constants: constantsSchema,
  companies: list(COMPANIES),
  spices: list(SPICES),
  shipments: z.array(shipmentSchema).max(1000),
  harbours: z.array(harbourSchema).max(200),
  missions: z.array(missionSchema).max(200),
});

export type Edition = z.infer<typeof editionSchema>;

export const parseEdition = editionParser(editionSchema, editionProblems, indexed);

function indexed(edition: Edition): Components {
  const shipmentOf = byId(
    edition.shipments.map(({ id, spice, units, rows: [row1, row2] }): Shipment => {
      const flags = [...row1, ...row2];
      return { id, spice, units, flags, row1, row1Tally: tallyOf(row1), tally: tallyOf(flags) };
    }),
  );
  const harbourOf = byId(edition.harbours.map(({ mark: _, ...harbour }): Harbour => harbour));
  const missionOf = byId(edition.missions.map(({ id, vp, need }): Mission => ({ id, vp, need })));
  const laidOut = edition.missions.toSorted((a, b) => a.vp - b.vp || compareIds(a.id, b.id));
  const selections = new Map<number, Selection>();
  for (let seats = SEATS.min; seats <= SEATS.max; seats++) {
    selections.set(seats, {
      harbours: inPlay(edition.harbours, seats),
      missions: inPlay(laidOut, seats),
    });
  }
  return {
    name: edition.edition,
    constants: edition.constants,
    shipmentOf,
    harbourOf,
    missionOf,
    cardOf: new Map<string, Card>([...shipmentOf, ...harbourOf]),
    selections,
  };
}

function tallyOf(flags: readonly Company[]): Tally {
  const tally = emptyTally();
  for (const flag of flags) tally[flag] += 1;
  return tally;
}
