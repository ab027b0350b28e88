// What a table may choose before the game.
import { z } from 'zod';
import type { OptionCode, Rejection } from '../../kernel/codes.ts';
import { firstSeat, refuseFirstSeat } from '../../kernel/first-seat.ts';
import type { Components } from './components.ts';

export function optionsSchema(components: Components) {
  return z.strictObject({
    /** `false`: no event tiles, no auctions. */
    events: z.boolean().default(true),
    /** The total that ends the game at once (DOC-13.2). */
    targetPrimes: z.int().min(30).max(300).default(components.targetPrimes),
    /** Who holds the slate first. */
    firstSeat: firstSeat.default('random'),
    /** The round after which the game ends in any case (DOC-13.4). */
    maxRounds: z.int().min(1).max(200).default(120),
  });
}

export type Options = z.infer<ReturnType<typeof optionsSchema>>;

/** As they appear in news and views. */
export const chosenOptions = z.strictObject({
  events: z.boolean(),
  targetPrimes: z.int().min(0),
  firstSeat,
  maxRounds: z.int().min(0),
});

export function refuseOptions(options: Options, seats: number): Rejection<OptionCode> | undefined {
  return refuseFirstSeat(options.firstSeat, seats, 'DOC-2.1');
}
