// The components of Borneo as clients get them.
import { z } from 'zod';
import {
  type Catalogue,
  catalogueSchema,
  named,
  printedName,
  type References,
  SEAT,
} from '../../kernel/catalogue.ts';
import { COMPANIES, MOST_MERCHANTS, merchantId, SEATS, SPICES } from './components.ts';
import { editionSchema } from './edition.ts';

/** Different from the company colours, since merchants of several seats share a company. */
const SEAT_COLOURS = ['white', 'black', 'orange', 'purple', 'brown'] as const;

const id = z.string();
const count = z.int();
const ware = z.enum([...SPICES, 'crate']).describe('`crate` stands for any spice.');
const mark = (marks: readonly ['5'] | readonly ['3/4', '5']) =>
  z
    .enum(marks)
    .nullable()
    .describe('`5`: with five players only; `3/4`: with three and four only; `null`: always.');

const schema = catalogueSchema('borneo', 'BorneoCatalogue', {
  constants: editionSchema.shape.constants.shape,
  kinds: {
    company: z.strictObject({ id: z.enum(COMPANIES) }),
    spice: z.strictObject({ id: ware }),
    shipment: z.strictObject({
      id,
      spice: ware,
      units: count,
      rows: z
        .array(z.array(z.enum(COMPANIES)))
        .length(2)
        .describe('The flags of companies, in reading order.'),
    }),
    harbour: z.strictObject({
      id,
      name: printedName,
      spice: ware,
      units: count,
      monopoly: count.describe('So many visible flags of one company give it the monopoly.'),
      maxCards: count,
      mark: mark(['3/4', '5']),
    }),
    mission: z.strictObject({
      id,
      category: count,
      vp: count,
      need: z
        .strictObject({ pepper: count, cinnamon: count, cloves: count, nutmeg: count })
        .describe('Spices to be paid.'),
      mark: mark(['5']),
    }),
    merchant: z.strictObject({
      id,
      seat: count,
      number: count.describe('From 1; how many of them are in play depends on the options.'),
    }),
    'pirate-ship': z.strictObject({ id: z.literal('pirate-ship') }),
    retreat: z.strictObject({ id: z.literal('swap') }).describe('What else than a company may be chosen.'),
    place: z.strictObject({ id: z.literal('lair') }).describe('Where the pirate ship begins.'),
  },
});

/** What fields refer to. */
const references: References = {
  hand: ['shipment'],
  pile: ['shipment'],
  attackCards: ['shipment'],
  defenceCards: ['shipment'],
  card: ['shipment', 'harbour'],
  cards: ['shipment', 'harbour'],
  discard: ['shipment', 'harbour'],
  remaining: ['shipment', 'harbour'],
  warehouse: ['shipment', 'harbour'],
  harbour: ['harbour'],
  harbourId: ['harbour'],
  harbours: ['harbour'],
  removedHarbours: ['harbour'],
  mission: ['mission'],
  missions: ['mission'],
  availableMissions: ['mission'],
  as: ['spice'],
  merchant: ['merchant'],
  attacker: ['merchant'],
  defender: ['merchant'],
  red: ['merchant'],
  blue: ['merchant'],
  yellow: ['merchant'],
  green: ['merchant'],
  company: ['company'],
  companies: ['company'],
  'command-choose-retreat.to': ['company', 'retreat'],
  from: ['company', SEAT],
  to: ['company', SEAT],
  seat: [SEAT],
  against: [SEAT],
  firstSeat: [SEAT],
  lastActive: [SEAT],
  takenBy: [SEAT],
  winners: [SEAT],
  pirateShip: [SEAT],
  edition: [],
};

/** What components say of each other. */
const links: References = {
  'shipment.spice': ['spice'],
  'shipment.rows': ['company'],
  'harbour.spice': ['spice'],
  'merchant.seat': [SEAT],
};

export const catalogue: Catalogue = {
  schema,
  references,
  links,
  of(raw): z.infer<typeof schema> {
    const edition = editionSchema.parse(raw);
    return {
      game: 'borneo',
      edition: edition.edition,
      seats: { ...SEATS, colours: [...SEAT_COLOURS] },
      constants: edition.constants,
      components: {
        company: COMPANIES.map((id) => ({ id })),
        spice: [...SPICES, 'crate' as const].map((id) => ({ id })),
        shipment: edition.shipments,
        harbour: edition.harbours.map((harbour) => ({ ...harbour, name: named(harbour.name) })),
        mission: edition.missions,
        merchant: Array.from({ length: SEATS.max }, (_, seat) =>
          Array.from({ length: MOST_MERCHANTS }, (_, n) => ({
            id: merchantId(seat, n + 1),
            seat,
            number: n + 1,
          })),
        ).flat(),
        'pirate-ship': [{ id: 'pirate-ship' }],
        retreat: [{ id: 'swap' }],
        place: [{ id: 'lair' }],
      },
    };
  },
};
