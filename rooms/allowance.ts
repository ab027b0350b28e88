// A token bucket: so many at once, so many a second.

export class Allowance {
  readonly #perSecond: number;
  readonly #burst: number;
  #tokens: number;
  #since: number;

  constructor(perSecond: number, burst: number, now: number) {
    this.#perSecond = perSecond;
    this.#burst = burst;
    this.#tokens = burst;
    this.#since = now;
  }

  /** Whether one more is allowed now; if so, it is counted. */
  take(now: number): boolean {
    const earned = ((now - this.#since) / 1000) * this.#perSecond;
    this.#tokens = Math.min(this.#burst, this.#tokens + Math.max(0, earned));
    this.#since = now;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}

/** What one person may do here, through all doors together. */
export interface Budget {
  readonly commands: Allowance;
  readonly chat: Allowance;
}

/** Budgets by person; the one unseen for longest is forgotten first. */
export class Budgets {
  readonly #make: () => Budget;
  readonly #most: number;
  readonly #budgets = new Map<string, Budget>();

  constructor(make: () => Budget, most: number) {
    this.#make = make;
    this.#most = most;
  }

  of(id: string): Budget {
    const budget = this.#budgets.get(id) ?? this.#make();
    this.#budgets.delete(id);
    this.#budgets.set(id, budget);
    const [oldest] = this.#budgets.keys();
    if (this.#budgets.size > this.#most && oldest !== undefined) this.#budgets.delete(oldest);
    return budget;
  }
}
