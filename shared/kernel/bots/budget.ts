// How long a captain thinks, told from outside: the rules know no clock.
import type { Weight } from '../game.ts';

/** The share of the time to think that has been used, after so many play-outs: from 0 to 1. */
export type Budget = (playOuts: number) => number;

/** What a decision gets of the time for a turn's main choice. */
export const SHARE_OF_TIME: Readonly<Record<Weight, number>> = { main: 1, reply: 0.5, quick: 0.25 };

/** By number, for choices that can be repeated. */
export function playOutsUpTo(most: number): Budget {
  return (playOuts) => playOuts / most;
}
