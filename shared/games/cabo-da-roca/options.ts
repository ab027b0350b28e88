// What a table may choose before the game.
import { z } from 'zod';
import { type OptionCode, type Rejection, reject } from '../../kernel/codes.ts';
import type { Components } from './components.ts';

export function optionsSchema({ constants, finalRounds }: Components) {
  return z.strictObject({
    targetCoins: z.int().min(300).max(5000).default(constants.targetCoins),
    finalRounds: z.int().min(1).max(30).default(finalRounds),
    firstSeat: z.union([z.literal('random'), z.int().min(0).max(3)]).default('random'),
    hiddenCargo: z.boolean().default(false),
  });
}

export type Options = z.infer<ReturnType<typeof optionsSchema>>;

/** As they appear in views. */
export const chosenOptions = z.strictObject({
  targetCoins: z.int().min(0),
  finalRounds: z.int().min(0),
  hiddenCargo: z.boolean(),
});

export function refuseOptions({ firstSeat }: Options, seats: number): Rejection<OptionCode> | undefined {
  if (firstSeat !== 'random' && firstSeat >= seats)
    return reject('option-not-allowed', 'CAB-2.1', 'firstSeat: no such seat at this table');
  return undefined;
}
