// How much of something each address or player may do and have open. Token buckets with a burst and a rate: single, by
// key, and by person; and tallies over all processes.

import type { CountElsewhere } from '../berth/cluster.ts';
import { nowhere } from '../berth/cluster.ts';
import { performance } from '../clockwork.ts';
import type { RoomLimits } from '../room-limits.ts';
import { Recent } from '../show/recent.ts';

class Allowance {
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

  /** Whether one more is allowed now; counts it if so. */
  take(now: number): boolean {
    if (this.wait(now) > 0) return false;
    this.#tokens -= 1;
    return true;
  }

  /** Seconds until one more is allowed; 0 if it is now. */
  wait(now: number): number {
    const earned = ((now - this.#since) / 1000) * this.#perSecond;
    this.#tokens = Math.min(this.#burst, this.#tokens + Math.max(0, earned));
    this.#since = now;
    return Math.max(0, (1 - this.#tokens) / this.#perSecond);
  }

  /** Others take from it too: this is what is left. Negative if all took at the same time. */
  correct(tokens: number, now: number): void {
    this.#tokens = Math.min(this.#burst, tokens);
    this.#since = now;
  }

  /** Equivalent to a new one. */
  isFull(now: number): boolean {
    return this.#tokens + ((now - this.#since) / 1000) * this.#perSecond >= this.#burst;
  }
}

/** Allows `amount` in `seconds`, all at once or spread out. */
interface Rate {
  readonly amount: number;
  readonly seconds: number;
}

interface Permission {
  readonly ok: boolean;
  /** When to retry. */
  readonly retryAfterSeconds: number;
}

export interface LimiterOptions extends Rate {
  /** What it counts; the same in all processes that count together. */
  readonly name: string;
  readonly maxKeys: number;
  /** By default a clock that never jumps: setting the wall clock must not lock anyone out. */
  readonly now?: () => number;
}

/** Makes limiters: local ones, or ones that count together with those of other processes. */
export type MakeLimiter = (options: LimiterOptions) => RateLimiter;

export const countAlone: MakeLimiter = (options) => new RateLimiter(options);

/** Bounded so that no request has to wait: 50,000 at once would take tens of milliseconds. */
const FORGOTTEN_AT_ONCE = 100;

/**
 * One rate per key (an address, a player). A key whose budget is full again is dropped, so that
 * memory is freed after an attack; beyond `maxKeys`, the least recently seen one is evicted.
 */
export class RateLimiter {
  readonly #rate: Rate;
  readonly #now: () => number;
  readonly #taken: (key: string) => void;
  readonly #allowances: Recent<string, Allowance>;

  /** `taken` is told of everything that is allowed. */
  constructor(options: Omit<LimiterOptions, 'name'>, taken: (key: string) => void = () => undefined) {
    this.#rate = options;
    this.#now = options.now ?? (() => performance.now());
    this.#taken = taken;
    this.#allowances = new Recent(options.maxKeys);
  }

  get size(): number {
    return this.#allowances.size;
  }

  take(key: string): Permission {
    const now = this.#now();
    const allowance = this.#of(key, now);
    if (!allowance.take(now)) return permission(allowance.wait(now));
    this.#taken(key);
    return permission(0);
  }

  /** What is left of a budget that others use too. */
  correct(key: string, tokens: number): void {
    this.#allowances.get(key)?.correct(tokens, this.#now());
  }

  /** Whether a `take` would succeed, without taking. */
  peek(key: string): Permission {
    const now = this.#now();
    return permission(this.#of(key, now).wait(now));
  }

  #of(key: string, now: number): Allowance {
    const { amount, seconds } = this.#rate;
    this.#allowances.forgetOldest(FORGOTTEN_AT_ONCE, (allowance) => allowance.isFull(now));
    return this.#allowances.renew(key, () => new Allowance(amount / seconds, amount, now));
  }
}

function permission(seconds: number): Permission {
  return { ok: seconds === 0, retryAfterSeconds: Math.ceil(seconds) };
}

/** The budgets of one person, over all transports. */
interface PersonBudget {
  readonly commands: Allowance;
  readonly chat: Allowance;
}

interface BudgetDeps {
  readonly limits: RoomLimits;
  readonly now: () => number;
}

/** Budgets by person; the least recently seen one is evicted. */
export class Budgets {
  readonly #deps: BudgetDeps;
  readonly #budgets: Recent<string, PersonBudget>;

  constructor(deps: BudgetDeps, most: number) {
    this.#deps = deps;
    this.#budgets = new Recent(most);
  }

  of(id: string): PersonBudget {
    return this.#budgets.renew(id, () => {
      const { limits, now } = this.#deps;
      return {
        commands: new Allowance(limits.commandsPerSecond, limits.commandBurst, now()),
        chat: new Allowance(limits.chatPerMinute / 60, limits.chatPerMinute, now()),
      };
    });
  }
}

interface Closing {
  once(event: 'close', listener: () => void): unknown;
}

export class Tally {
  readonly #most: number;
  readonly #elsewhere: CountElsewhere;
  readonly #open = new Map<string, number>();
  /** Keys by how many they have here: a full server asks at every connection who has most. */
  readonly #ranks: Set<string>[] = [];

  constructor(most = Number.POSITIVE_INFINITY, elsewhere = nowhere) {
    this.#most = most;
    this.#elsewhere = elsewhere;
  }

  /** In this process. */
  of(key: string): number {
    return this.#open.get(key) ?? 0;
  }

  /** A key that has most in this process. */
  get first(): string | undefined {
    const [key] = this.#ranks.at(-1) ?? [];
    return key;
  }

  isFull(key: string): boolean {
    const here = this.of(key);
    if (here + this.#elsewhere.count(key) < this.#most) return false;
    this.#elsewhere.note(key, here);
    return true;
  }

  /** Counts it until it closes, unless its key is full. */
  admit(key: string, item: Closing): boolean {
    if (this.isFull(key)) return false;
    this.add(key, 1);
    item.once('close', () => this.add(key, -1));
    return true;
  }

  add(key: string, change: 1 | -1): void {
    const before = this.of(key);
    const count = Math.max(0, before + change);
    this.#ranks[before]?.delete(key);
    if (count === 0) this.#open.delete(key);
    else {
      this.#open.set(key, count);
      for (let next = this.#ranks.length; next <= count; next++) this.#ranks[next] = new Set();
      this.#ranks[count]?.add(key);
    }
    while (this.#ranks.at(-1)?.size === 0) this.#ranks.pop();
    this.#elsewhere.note(key, count);
  }
}
