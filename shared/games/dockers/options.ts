// What a table may choose before the game.
import { z } from 'zod';
import { type OptionCode, type Rejection, reject } from '../../kernel/codes.ts';
import type { Components } from './components.ts';

export function optionsSchema(components: Components) {
  return z.strictObject({
    /** `false`: no event tiles, no auctions. */
    events: z.boolean().default(true),
    /** The total that ends the game at once (DOC-13.2). */
    targetPrimes: z.int().min(30).max(300).default(components.targetPrimes),
    /** Who holds the slate first. */
    firstSeat: z.union([z.literal('random'), z.int().min(0)]).default('random'),
    /** The round after which the game ends in any case (DOC-13.4). */
    maxRounds: z.int().min(1).max(200).default(120),
  });
}

export type Options = z.infer<ReturnType<typeof optionsSchema>>;

/** As they appear in news and views. */
export const chosenOptions = z.strictObject({
  events: z.boolean(),
  targetPrimes: z.int().min(0),
  firstSeat: z.union([z.literal('random'), z.int().min(0).max(7)]),
  maxRounds: z.int().min(0),
});

export function refuseOptions({ firstSeat }: Options, seats: number): Rejection<OptionCode> | undefined {
  if (firstSeat !== 'random' && firstSeat >= seats)
    return reject('option-not-allowed', 'DOC-2.1', 'firstSeat: no such seat at this table');
  return undefined;
}
