// What a table may choose before the game.
import { z } from 'zod';
import { type OptionCode, type Parsed, reject } from '../../kernel/codes.ts';
import { parseWith } from '../../kernel/parse.ts';

export const optionsSchema = z.strictObject({
  fourMerchants: z.boolean().default(false),
  blackbeard: z.boolean().default(false),
  distinctSetupCompanies: z.boolean().default(false),
  firstSeat: z.union([z.literal('random'), z.int()]).default('random'),
});

export type Options = z.infer<typeof optionsSchema>;

export function parseOptions(raw: unknown, seats: number): Parsed<Options, OptionCode> {
  const parsed = parseWith(optionsSchema, raw);
  if (!parsed.ok) return parsed;
  const { fourMerchants, firstSeat } = parsed.value;
  if (fourMerchants && seats !== 3) return reject('option-not-allowed', 'BOR-14.1', 'fourMerchants');
  if (firstSeat !== 'random' && (firstSeat < 0 || firstSeat >= seats))
    return reject('option-not-allowed', 'BOR-1.7', 'firstSeat');
  return parsed;
}
