// Reads an edition file: rejects unplayable ones and says why.
import { z } from 'zod';
import { type Components, PIECES, SEATS } from './components.ts';

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

type Parsed = { ok: true; value: Components } | { ok: false; reasons: readonly string[] };

export function parseEdition(raw: unknown): Parsed {
  const parsed = editionSchema.safeParse(raw);
  if (!parsed.success) {
    return {
      ok: false,
      reasons: parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`),
    };
  }
  const { edition, constants, tugs, wrecks } = parsed.data;
  const ids = [...tugs, ...wrecks].map((piece) => piece.id);
  const twice = ids.filter((one, index) => ids.indexOf(one) !== index);
  if (twice.length > 0) return { ok: false, reasons: twice.map((one) => `${one} is there twice`) };
  return {
    ok: true,
    value: {
      name: edition,
      tugs: new Map(tugs.map((tug) => [tug.id, tug.strength])),
      wrecks: new Map(wrecks.map((wreck) => [wreck.id, wreck.value])),
      startingHand: constants.startingHand,
    },
  };
}
