// The form of an edition file.
import { z } from 'zod';
import { PIECES, SEATS } from './components.ts';

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
