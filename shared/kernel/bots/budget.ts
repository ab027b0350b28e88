// How long a captain thinks; passed in, since the rules use no clock.
import type { Weight } from '../game.ts';

/** The share of the thinking time used after this many play-outs: from 0 to 1. */
export type Budget = (playOuts: number) => number;

/** The share of the time for a turn's main choice that a decision gets. */
export const SHARE_OF_TIME: Readonly<Record<Weight, number>> = { main: 1, reply: 0.5, quick: 0.25 };

/** A fixed number of play-outs, for repeatable choices. */
export function playOutsUpTo(most: number): Budget {
  return (playOuts) => playOuts / most;
}
