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
