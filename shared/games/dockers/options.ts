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
  });
}

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
