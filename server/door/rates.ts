// Rate limits per address, for each kind of request.
import type { MakeLimiter, RateLimiter } from '../../rooms/people/rate-limits.ts';
import type { ProcessLimits } from '../process/limits.ts';

/** `openings`: of tables, over either transport. */
export type Rates = Readonly<Record<'api' | 'matchmaking' | 'upgrades' | 'others' | 'openings', RateLimiter>>;

export function createRates(limits: ProcessLimits, limiter: MakeLimiter): Rates {
  const perMinute = (name: string, amount: number) =>
    limiter({ name, amount, seconds: 60, maxKeys: limits.rememberedKeys });
  return {
    api: perMinute('api', limits.requestsPerMinute),
    matchmaking: perMinute('matchmaking', limits.matchmakingPerMinute),
    upgrades: perMinute('upgrades', limits.upgradesPerMinute),
    others: perMinute('others', limits.otherRequestsPerMinute),
    openings: perMinute('openings', limits.openingsPerMinute),
  };
}
