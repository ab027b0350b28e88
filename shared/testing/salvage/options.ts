// What a table may choose before the game.
import { z } from 'zod';
import { type OptionCode, type Rejection, reject } from '../../kernel/codes.ts';
import { PIECES } from './components.ts';

export const chosenOptions = z.strictObject({
  rounds: z.int().min(3).max(PIECES.wrecks).default(6),
});

export type Options = z.infer<typeof chosenOptions>;

export function optionsSchema() {
  return chosenOptions;
}

/** SAL-1.3: a tug for every player in every round. */
export function refuseOptions({ rounds }: Options, seats: number): Rejection<OptionCode> | undefined {
  return rounds * seats > PIECES.tugs ? reject('option-not-allowed', 'SAL-1.3', 'rounds') : undefined;
}
