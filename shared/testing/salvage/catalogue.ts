// The components of Salvage as clients get them.
import { z } from 'zod';
import { type Catalogue, catalogueSchema, type References, SEAT } from '../../kernel/catalogue.ts';
import { SEATS } from './components.ts';
import { editionSchema } from './edition.ts';

const id = z.string();
const count = z.int();

const schema = catalogueSchema('salvage', 'SalvageCatalogue', {
  constants: { startingHand: count },
  kinds: {
    tug: z.strictObject({ id, strength: count }),
    wreck: z.strictObject({ id, value: count }),
  },
});

/** What fields refer to. */
const references: References = {
  hand: ['tug'],
  tug: ['tug'],
  sent: ['tug'],
  spent: ['tug'],
  inSight: ['wreck'],
  salvaged: ['wreck'],
  wreck: ['wreck'],
  wrecks: ['wreck'],
  seat: [SEAT],
  seats: [SEAT],
  winners: [SEAT],
  edition: [],
};

export const catalogue: Catalogue = {
  schema,
  references,
  links: {},
  of(raw): z.infer<typeof schema> {
    const { edition, constants, tugs, wrecks } = editionSchema.parse(raw);
    return {
      game: 'salvage',
      edition,
      seats: { ...SEATS, colours: ['red', 'blue', 'yellow', 'green'] },
      constants,
      components: { tug: tugs, wreck: wrecks },
    };
  },
};
