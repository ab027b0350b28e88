// Reads an edition file: rejects unplayable ones and says why.
import { z } from 'zod';
import { editionParser } from '../../kernel/edition.ts';
import { type Components, PIECES, SEATS } from './components.ts';
import { editionProblems } from './edition-checks.ts';

const id = z.string().min(1).max(64);

export const editionSchema = z.strictObject({
  game: z.literal('salvage'),
  edition: z.string().min(1).max(64),
  constants: z.strictObject({
    // A hand for every player at the largest table.
    startingHand: z
      .int()
      .min(1)
      .max(PIECES.tugs / SEATS.max),
  }),
  tugs: z.array(z.strictObject({ id, strength: z.int().min(1) })).length(PIECES.tugs),
  wrecks: z.array(z.strictObject({ id, value: z.int().min(1) })).length(PIECES.wrecks),
});

export type Edition = z.infer<typeof editionSchema>;

export const parseEdition = editionParser(editionSchema, editionProblems, indexed);

function indexed({ edition, constants, tugs, wrecks }: Edition): Components {
  return {
    name: edition,
    tugs: new Map(tugs.map((tug) => [tug.id, tug.strength])),
    wrecks: new Map(wrecks.map((wreck) => [wreck.id, wreck.value])),
    startingHand: constants.startingHand,
  };
}
