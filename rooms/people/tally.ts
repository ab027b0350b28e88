// How many of something each player or address has open, over all processes.
import type { CountElsewhere } from '../berth/cluster.ts';

export class Tally {
  readonly #most: number;
  readonly #elsewhere: CountElsewhere;
  readonly #open = new Map<string, number>();

  constructor(most: number, elsewhere: CountElsewhere) {
    this.#most = most;
    this.#elsewhere = elsewhere;
  }

  isFull(key: string): boolean {
    const here = this.#open.get(key) ?? 0;
    if (here + this.#elsewhere.count(key) < this.#most) return false;
    this.#elsewhere.note(key, here);
    return true;
  }

  add(key: string, change: 1 | -1): void {
    const count = (this.#open.get(key) ?? 0) + change;
    if (count > 0) this.#open.set(key, count);
    else this.#open.delete(key);
    this.#elsewhere.note(key, count);
  }
}
