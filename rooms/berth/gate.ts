// The single gate for loading tables: how many may be in memory, and the rate per player.
import type { MakeLimiter, RateLimiter } from '../people/allowance.ts';

/** Players whose rate is tracked; the least recently seen one is evicted. */
const REMEMBERED = 10_000;
/** How many tables may be put to sleep without success for one that needs a place. */
const TRIES = 8;

interface GateOptions {
  readonly maxLiveTables: number;
  /** Tables that one player may bring into memory in a minute, by opening or waking them. */
  readonly tablesPerMinute: number;
  readonly now: () => number;
  readonly limiter: MakeLimiter;
  /** Puts the table that has been idle for longest to sleep; `undefined` if none is idle. */
  readonly sleepIdlest: () => Promise<void> | undefined;
}

export class Gate {
  readonly #options: GateOptions;
  readonly #places = new Set<string>();
  readonly #pace: RateLimiter;

  constructor(options: GateOptions) {
    this.#options = options;
    const { tablesPerMinute: amount, now, limiter } = options;
    this.#pace = limiter({ name: 'tables', amount, seconds: 60, maxKeys: REMEMBERED, now });
  }

  /** Places available without putting a table to sleep. */
  get free(): number {
    return Math.max(0, this.#options.maxLiveTables - this.#places.size);
  }

  /**
   * Keeps a place for a table that is about to come into memory. If all are taken, an idle table
   * is put to sleep; `false` if there is none: `server-full`, to be retried later.
   * The caller must call `leave` when the table is gone or could not be opened.
   */
  async enter(matchId: string): Promise<boolean> {
    // Others may take the freed place, and a table may be unable to sleep.
    for (let tries = 0; !this.#places.has(matchId) && this.free === 0; tries++) {
      const asleep = tries < TRIES ? this.#options.sleepIdlest() : undefined;
      if (asleep === undefined) return false;
      await asleep;
    }
    this.#places.add(matchId);
    return true;
  }

  leave(matchId: string): void {
    this.#places.delete(matchId);
  }

  /** Whether this player may load one more table now; counts it if so. */
  take(player: string): boolean {
    return this.#pace.take(player).ok;
  }
}
