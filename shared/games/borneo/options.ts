// What a table may choose before the game.
import { z } from 'zod';
import { type OptionCode, type Rejection, reject } from '../../kernel/codes.ts';

export const chosenOptions = z.strictObject({
  fourMerchants: z.boolean().default(false),
  blackbeard: z.boolean().default(false),
  distinctSetupCompanies: z.boolean().default(false),
  firstSeat: z.union([z.literal('random'), z.int()]).default('random'),
});

export type Options = z.infer<typeof chosenOptions>;

export function optionsSchema() {
  return chosenOptions;
}

export function refuseOptions(
  { fourMerchants, firstSeat }: Options,
  seats: number,
): Rejection<OptionCode> | undefined {
  if (fourMerchants && seats !== 3) return reject('option-not-allowed', 'BOR-14.1', 'fourMerchants');
  if (firstSeat !== 'random' && (firstSeat < 0 || firstSeat >= seats))
    return reject('option-not-allowed', 'BOR-1.7', 'firstSeat: no such seat at this table');
  return undefined;
}
