// Counts for limits per address and player, alone or together with other processes.
import { countAlone, type MakeLimiter } from '../rooms/allowance.ts';

/** How many of something other processes have open, by address or player. */
export interface CountElsewhere {
  /** As known at the moment. */
  count(key: string): number;
  /** Call it whenever the number of this process changes, and when one was refused. */
  note(key: string, here: number): void;
}

export interface Counting {
  readonly limiter: MakeLimiter;
  /** One kind; its name is the same in all processes. */
  elsewhere(name: string): CountElsewhere;
}

export const nowhere: CountElsewhere = { count: () => 0, note: () => undefined };

export const countingAlone: Counting = { limiter: countAlone, elsewhere: () => nowhere };
