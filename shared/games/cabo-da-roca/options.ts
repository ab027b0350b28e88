// What a table may choose before the game.
import { z } from 'zod';
import type { OptionCode, Rejection } from '../../kernel/codes.ts';
import { firstSeat, refuseFirstSeat } from '../../kernel/first-seat.ts';
import type { Components } from './components.ts';

export function optionsSchema({ constants, finalRounds }: Components) {
  return z.strictObject({
    targetCoins: z.int().min(300).max(5000).default(constants.targetCoins),
    finalRounds: z.int().min(1).max(30).default(finalRounds),
    firstSeat: firstSeat.default('random'),
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

export function refuseOptions(options: Options, seats: number): Rejection<OptionCode> | undefined {
  return refuseFirstSeat(options.firstSeat, seats, 'CAB-2.1');
}
