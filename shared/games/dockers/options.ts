// What a table may choose.
import { z } from 'zod';
import { accept, type OptionCode, type Parsed, reject } from '../../kernel/codes.ts';
import { parseWith } from '../../kernel/parse.ts';
import type { Components } from './components.ts';

export function optionsSchemaOf(c: Components) {
  return z.strictObject({
    /** `false`: no event tiles, no auctions. */
    events: z.boolean().default(true),
    /** The total that ends the game at once (DOC-13.2). */
    targetPrimes: z.int().min(30).max(300).default(c.targetPrimes),
    /** Who holds the slate first. */
    firstSeat: z.union([z.literal('random'), z.int().min(0)]).default('random'),
    /** The round after which the game ends in any case (DOC-13.4). */
    maxRounds: z.int().min(1).max(200).default(120),
  });
}

/** As events and views tell them. */
export const chosenOptions = z.strictObject({
  events: z.boolean(),
  targetPrimes: z.int().min(0),
  firstSeat: z.union([z.literal('random'), z.int().min(0).max(7)]),
  maxRounds: z.int().min(0),
});

export type Options = z.infer<ReturnType<typeof optionsSchemaOf>>;

export function parseOptions(
  schema: z.ZodType<Options>,
  raw: unknown,
  seats: number,
): Parsed<Options, OptionCode> {
  const parsed = parseWith(schema, raw, 'DOC-2.1');
  if (!parsed.ok) return parsed;
  const { firstSeat } = parsed.value;
  if (firstSeat !== 'random' && firstSeat >= seats) {
    return reject('option-not-allowed', 'DOC-2.1', 'firstSeat: nobody sits there');
  }
  return accept(parsed.value);
}
