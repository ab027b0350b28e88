// Rates that all processes count together. Each limiter decides at once by what it knows, and reports its use
// to Redis within milliseconds, which answers what is left for all. So no request waits for Redis, and while it
// is away each process counts alone. What several processes allow in the same milliseconds becomes a debt.
import { z } from 'zod';
import { type LimiterOptions, RateLimiter } from '../../../rooms/people/rate-limits.ts';
import type { Alias } from './aliases.ts';
import { RedisAway, type RedisLink } from './link.ts';
import { AskedTask } from './repeated-task.ts';
import { SPEND } from './scripts.ts';

const SOON_MS = 10;
/** Budgets in one script. */
const PORTION = 200;
/** Budgets used since the last exchange. */
const MOST = 5_000;

interface RatesOptions {
  readonly link: RedisLink;
  readonly prefix: string;
  readonly alias: Alias;
}

interface Spent {
  readonly limiter: RateLimiter;
  readonly options: LimiterOptions;
  readonly key: string;
  amount: number;
}

const answered = z.array(z.coerce.number());

export class SharedRates {
  readonly #options: RatesOptions;
  readonly #spent = new Map<string, Spent>();
  readonly #exchange: AskedTask;

  constructor(options: RatesOptions) {
    this.#options = options;
    this.#exchange = new AskedTask(SOON_MS, () => this.#tell());
  }

  limiter(options: LimiterOptions): RateLimiter {
    const limiter: RateLimiter = new RateLimiter(options, (key) => this.#note(limiter, options, key));
    return limiter;
  }

  close(): void {
    this.#exchange.stop();
  }

  #note(limiter: RateLimiter, options: LimiterOptions, key: string): void {
    if (!this.#options.link.isUp) return;
    const id = `${options.name}|${key}`;
    const known = this.#spent.get(id);
    if (known !== undefined) known.amount += 1;
    else if (this.#spent.size < MOST) this.#spent.set(id, { limiter, options, key, amount: 1 });
    this.#exchange.ask();
  }

  async #tell(): Promise<void> {
    const all = [...this.#spent];
    this.#spent.clear();
    try {
      for (let at = 0; at < all.length; at += PORTION) await this.#tellSome(all.slice(at, at + PORTION));
    } catch (error) {
      if (!(error instanceof RedisAway)) throw error;
    }
  }

  async #tellSome(some: readonly (readonly [string, Spent])[]): Promise<void> {
    const { link, prefix, alias } = this.#options;
    const values = some.flatMap(([, { options, key, amount }]) => [
      `${options.name}|${alias(key)}`,
      amount,
      options.amount,
      options.amount / options.seconds / 1000,
    ]);
    const left = await link.run(SPEND, [prefix, ...values], answered);
    some.forEach(([id, { limiter, key }], at) => {
      const since = this.#spent.get(id)?.amount ?? 0;
      limiter.correct(key, (left[at] ?? 0) - since);
    });
  }
}
