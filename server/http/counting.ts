// Counts for limits per address and player, alone or together with other processes.

import type { CountElsewhere } from '../../rooms/berth/cluster.ts';
import { nowhere } from '../../rooms/berth/cluster.ts';
import { countAlone, type MakeLimiter } from '../../rooms/people/rate-limits.ts';

export interface Counting {
  readonly limiter: MakeLimiter;
  /** One kind; its name is the same in all processes. */
  elsewhere(name: string): CountElsewhere;
}

export const countingAlone: Counting = { limiter: countAlone, elsewhere: () => nowhere };
