// Rate limits per address, for each kind of request.
import type { MakeLimiter, Permission, RateLimiter } from '../../rooms/people/allowance.ts';
import type { ProcessLimits } from '../process/limits.ts';
import { type MatchmakeCall, matchmakeCallOf, type Target } from './target.ts';

const OPENING: ReadonlySet<string> = new Set(['create', 'joinOrCreate']);

export class Rates {
  readonly #api: RateLimiter;
  readonly #matchmaking: RateLimiter;
  readonly #upgrades: RateLimiter;
  readonly #others: RateLimiter;
  /** Limits the opening of tables, over either transport. */
  readonly openings: RateLimiter;

  constructor(limits: ProcessLimits, limiter: MakeLimiter) {
    const perMinute = (name: string, amount: number) =>
      limiter({ name, amount, seconds: 60, maxKeys: limits.rememberedKeys });
    this.#api = perMinute('api', limits.requestsPerMinute);
    this.#matchmaking = perMinute('matchmaking', limits.matchmakingPerMinute);
    this.#upgrades = perMinute('upgrades', limits.upgradesPerMinute);
    this.#others = perMinute('others', limits.otherRequestsPerMinute);
    this.openings = perMinute('openings', limits.openingsPerMinute);
  }

  /** `undefined`: a request with an invalid target. */
  takeRequest(key: string, target: Target | undefined): Permission {
    if (target === undefined) return this.#others.take(key);
    if (target.path.startsWith('/api/')) return this.#api.take(key);
    return matchmakeCallOf(target) === undefined ? this.#others.take(key) : this.#matchmaking.take(key);
  }

  takeOpening(key: string, { method }: MatchmakeCall): Permission {
    return OPENING.has(method) ? this.openings.take(key) : { ok: true, retryAfterSeconds: 0 };
  }

  takeUpgrade(key: string): Permission {
    return this.#upgrades.take(key);
  }
}
