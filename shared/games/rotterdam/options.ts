// What a table may choose before the game.
import { z } from 'zod';
import { type OptionCode, type Rejection, reject } from '../../kernel/codes.ts';
import { SEAT_LIMIT } from '../../kernel/seat.ts';
import type { Components } from './components.ts';

export const optionsSchema = z.strictObject({
  safeHarbour: z.boolean().default(false),
  openProducts: z.boolean().default(false),
  firstSeat: z.union([z.literal('random'), z.int().min(0).max(SEAT_LIMIT)]).default('random'),
  targetMissionPoints: z.int().min(4).max(30),
  /** 0: no limit. */
  maxRounds: z.int().min(0).max(200).default(120),
});

export type Options = z.infer<typeof optionsSchema>;

/** The edition defines how many mission points end a game, unless the table chooses a number. */
export function optionsSchemaFor({ targetMissionPoints }: Components) {
  return optionsSchema.extend({
    targetMissionPoints: optionsSchema.shape.targetMissionPoints.default(targetMissionPoints),
  });
}

export function refuseOptions({ firstSeat }: Options, seats: number): Rejection<OptionCode> | undefined {
  if (firstSeat !== 'random' && firstSeat >= seats)
    return reject('option-not-allowed', 'ROT-2.11', 'firstSeat: no such seat at this table');
  return undefined;
}
