// Shares of what there is little of: no address takes more than it leaves to others, and work that is done one at a time
// is done for each address in turn.

interface Shares {
  /** Places for all. */
  readonly most: number;
  /** Of these, for one address; where it is not less, an address need leave nothing. */
  readonly perAddress: number;
}

/** Why an address gets no further place: all are taken, or its share is; `undefined`: it gets one. */
type Lack = 'all' | 'share' | undefined;

/**
 * An address takes at most as many places as are free afterwards: to take all of fifty, it takes six of them, and the
 * last places are left to those that have none.
 */
export function lackOf(own: number, taken: number, { most, perAddress }: Shares): Lack {
  if (taken >= most) return 'all';
  const isShared = perAddress < most;
  return own >= perAddress || (isShared && own >= most - taken) ? 'share' : undefined;
}

type Work = () => Promise<unknown>;

export class Turns {
  readonly #shares: Shares;
  /** What waits, by address; the address at the front is next. */
  readonly #waiting = new Map<string, readonly Work[]>();
  /** Waiting or under way. */
  readonly #held = new Map<string, number>();
  #count = 0;
  #running: Promise<void> | undefined;

  constructor(shares: Shares) {
    this.#shares = shares;
  }

  lack(address: string): Lack {
    return lackOf(this.#held.get(address) ?? 0, this.#count, this.#shares);
  }

  /** Does this when it is its turn; to be called only if nothing is lacking. */
  async take<Value>(address: string, work: () => Promise<Value>): Promise<Value> {
    const { promise, resolve, reject } = Promise.withResolvers<Value>();
    const turn = () => work().then(resolve, reject);
    this.#waiting.set(address, [...(this.#waiting.get(address) ?? []), turn]);
    this.#hold(address, 1);
    this.#running ??= this.#run();
    return await promise;
  }

  /** Resolves when nothing waits any more. */
  async idle(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    for (let [next] = this.#waiting; next !== undefined; [next] = this.#waiting) {
      const [address, [turn, ...later]] = next;
      this.#waiting.delete(address);
      if (later.length > 0) this.#waiting.set(address, later);
      await turn?.();
      this.#hold(address, -1);
    }
    this.#running = undefined;
  }

  #hold(address: string, change: 1 | -1): void {
    this.#count += change;
    const held = (this.#held.get(address) ?? 0) + change;
    if (held > 0) this.#held.set(address, held);
    else this.#held.delete(address);
  }
}
