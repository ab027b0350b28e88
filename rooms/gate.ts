// The one counter for every way to a table: how many may be in memory, and how fast one player gets there.
import { RateLimiter } from './allowance.ts';

/** Players whose pace is remembered; the one unseen for longest is forgotten first. */
const REMEMBERED = 10_000;
/** Tables that are put to sleep in vain for one that wants to enter. */
const TRIES = 8;

interface GateOptions {
  readonly maxLiveTables: number;
  /** Tables that one player may bring into memory in a minute, by opening or waking them. */
  readonly tablesPerMinute: number;
  readonly now: () => number;
  /** Puts the table that has been idle for longest to sleep; `undefined` if none is idle. */
  readonly sleepIdlest: () => Promise<void> | undefined;
}

export class Gate {
  readonly #options: GateOptions;
  readonly #places = new Set<string>();
  readonly #pace: RateLimiter;

  constructor(options: GateOptions) {
    this.#options = options;
    const { tablesPerMinute: amount, now } = options;
    this.#pace = new RateLimiter({ amount, seconds: 60, maxKeys: REMEMBERED, now });
  }

  /** Places that can be had without putting a table to sleep. */
  get free(): number {
    return Math.max(0, this.#options.maxLiveTables - this.#places.size);
  }

  /**
   * Keeps a place for a table that is about to come into memory. Where all are taken, a table at which
   * nobody is gives up its own; `false` if there is none: `server-full`, to be tried again later.
   * Whoever got a place calls `leave` when the table is gone, or could not be opened.
   */
  async enter(matchId: string): Promise<boolean> {
    // Others may take the place that falls free, and a table may be unable to sleep.
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

  /** Whether this player may bring one more table into memory now; if so, it is counted. */
  take(player: string): boolean {
    return this.#pace.take(player).ok;
  }
}
