// How many of something each address or player has open, over all processes.
import { nowhere } from '../berth/alone.ts';
import type { CountElsewhere } from '../berth/cluster.ts';

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
