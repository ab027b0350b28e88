// Counts by key with fast access to the maximum, which every connection to a full server needs.

export class Ranking {
  readonly #amounts = new Map<string, number>();
  /** Keys by their count. */
  readonly #ranks: Set<string>[] = [];

  of(key: string): number {
    return this.#amounts.get(key) ?? 0;
  }

  /** A key with the highest count. */
  get first(): string | undefined {
    const [key] = this.#ranks.at(-1) ?? [];
    return key;
  }

  add(key: string, by: 1 | -1): void {
    const before = this.of(key);
    const after = before + by;
    this.#ranks[before]?.delete(key);
    if (after === 0) this.#amounts.delete(key);
    else {
      this.#amounts.set(key, after);
      this.#rank(after).add(key);
    }
    while (this.#ranks.at(-1)?.size === 0) this.#ranks.pop();
  }

  #rank(amount: number): Set<string> {
    for (let next = this.#ranks.length; next <= amount; next++) this.#ranks[next] = new Set();
    return this.#ranks[amount] ?? new Set();
  }
}
