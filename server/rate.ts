// Token buckets by key (an address, a player), bounded in number.

export interface Allowance {
  readonly ok: boolean;
  /** When it is worth asking again. */
  readonly retryAfterSeconds: number;
}

interface Bucket {
  tokens: number;
  at: number;
}

/** Allows `amount` in `seconds`, all at once or spread out. */
export class RateLimiter {
  readonly #amount: number;
  readonly #perMs: number;
  readonly #maxKeys: number;
  readonly #now: () => number;
  readonly #buckets = new Map<string, Bucket>();

  constructor(rate: { amount: number; seconds: number; maxKeys: number; now?: () => number }) {
    this.#amount = rate.amount;
    this.#perMs = rate.amount / (rate.seconds * 1000);
    this.#maxKeys = rate.maxKeys;
    // A clock that never jumps: setting the wall clock must not lock anybody out.
    this.#now = rate.now ?? (() => performance.now());
  }

  get size(): number {
    return this.#buckets.size;
  }

  take(key: string): Allowance {
    const bucket = this.#refilled(key);
    if (bucket.tokens >= 1) {
      bucket.tokens -= 1;
      return { ok: true, retryAfterSeconds: 0 };
    }
    return this.#refusal(bucket);
  }

  /** Whether a `take` would succeed, without taking. */
  peek(key: string): Allowance {
    const bucket = this.#refilled(key);
    return bucket.tokens >= 1 ? { ok: true, retryAfterSeconds: 0 } : this.#refusal(bucket);
  }

  #refusal(bucket: Bucket): Allowance {
    return { ok: false, retryAfterSeconds: Math.ceil((1 - bucket.tokens) / this.#perMs / 1000) };
  }

  #refilled(key: string): Bucket {
    const now = this.#now();
    const known = this.#buckets.get(key);
    const bucket = known ?? { tokens: this.#amount, at: now };
    bucket.tokens = Math.min(this.#amount, bucket.tokens + (now - bucket.at) * this.#perMs);
    bucket.at = now;
    // Last in the map is seen last: the first is the one to forget.
    this.#buckets.delete(key);
    this.#buckets.set(key, bucket);
    if (this.#buckets.size > this.#maxKeys) {
      const [oldest] = this.#buckets.keys();
      if (oldest !== undefined) this.#buckets.delete(oldest);
    }
    return bucket;
  }
}
