// What a table may choose before the game.
import { z } from 'zod';
import { type OptionCode, type Rejection, reject } from '../../kernel/codes.ts';
import { firstSeat, refuseFirstSeat } from '../../kernel/first-seat.ts';

export const chosenOptions = z.strictObject({
  fourMerchants: z.boolean().default(false),
  blackbeard: z.boolean().default(false),
  distinctSetupCompanies: z.boolean().default(false),
  firstSeat: firstSeat.default('random'),
});

export type Options = z.infer<typeof chosenOptions>;

export function optionsSchema() {
  return chosenOptions;
}

export function refuseOptions(
  { fourMerchants, firstSeat: chosen }: Options,
  seats: number,
): Rejection<OptionCode> | undefined {
  if (fourMerchants && seats !== 3) return reject('option-not-allowed', 'BOR-14.1', 'fourMerchants');
  return refuseFirstSeat(chosen, seats, 'BOR-1.7');
}
