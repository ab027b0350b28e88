// Counts for limits per address and player, alone or together with other processes.
import { countAlone, type MakeLimiter } from '../rooms/allowance.ts';
import { nowhere } from '../rooms/alone.ts';
import type { CountElsewhere } from '../rooms/cluster.ts';

export interface Counting {
  readonly limiter: MakeLimiter;
  /** One kind; its name is the same in all processes. */
  elsewhere(name: string): CountElsewhere;
}

export const countingAlone: Counting = { limiter: countAlone, elsewhere: () => nowhere };
