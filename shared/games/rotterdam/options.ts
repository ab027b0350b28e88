// What a table may choose before the game.
import { z } from 'zod';
import type { OptionCode, Rejection } from '../../kernel/codes.ts';
import { firstSeat, refuseFirstSeat } from '../../kernel/first-seat.ts';
import type { Components } from './components.ts';

export const chosenOptions = z.strictObject({
  safeHarbour: z.boolean().default(false),
  openProducts: z.boolean().default(false),
  firstSeat: firstSeat.default('random'),
  targetMissionPoints: z.int().min(4).max(30),
  /** 0: no limit. */
  maxRounds: z.int().min(0).max(200).default(120),
});

export type Options = z.infer<typeof chosenOptions>;

/** The edition says how many mission points end a game unless the table chooses. */
export function optionsSchema({ targetMissionPoints }: Components) {
  return chosenOptions.extend({
    targetMissionPoints: chosenOptions.shape.targetMissionPoints.default(targetMissionPoints),
  });
}

export function refuseOptions(options: Options, seats: number): Rejection<OptionCode> | undefined {
  return refuseFirstSeat(options.firstSeat, seats, 'ROT-2.11');
}
