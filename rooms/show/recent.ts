// A map of limited size: the least recently set entry is evicted first.

export class Recent<Key, Value> {
  readonly #most: number;
  /** Ordered by when entries were set. */
  readonly #entries = new Map<Key, Value>();

  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** The least recently set first. */
  keys(): Iterable<Key> {
    return this.#entries.keys();
  }

  get(key: Key): Value | undefined {
    return this.#entries.get(key);
  }

  /** The value of a key, created if missing; either way it counts as just set. */
  renew(key: Key, make: () => Value): Value {
    const value = this.#entries.get(key) ?? make();
    this.set(key, value);
    return value;
  }

  set(key: Key, value: Value): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    const [oldest] = this.#entries.size > this.#most ? this.#entries.keys() : [];
    if (oldest !== undefined) this.#entries.delete(oldest);
  }

  /** Evicts entries, the least recently set first, while `isOver` holds; at most `most` per call. */
  forgetOldest(most: number, isOver: (value: Value) => boolean): void {
    let left = most;
    for (const [key, value] of this.#entries) {
      if (left === 0 || !isOver(value)) return;
      this.#entries.delete(key);
      left -= 1;
    }
  }

  delete(key: Key): void {
    this.#entries.delete(key);
  }
}
