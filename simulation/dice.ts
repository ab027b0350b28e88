// What decides in a simulated world: a fast generator (sfc32), since every step takes a draw or two.

export class Dice {
  #a: number;
  #b: number;
  #c: number;
  #count = 1;

  /** `seed`: 32 hex digits. */
  constructor(seed: string) {
    const word = (index: number) => Number.parseInt(seed.slice(8 * index, 8 * index + 8), 16) | 0;
    this.#a = word(0) ^ word(3);
    this.#b = word(1);
    this.#c = word(2);
    // Similar seeds lead to different draws.
    for (let n = 0; n < 20; n++) this.#next();
  }

  /** From 0 to `bound` − 1; the bias of small bounds does not matter here. */
  below(bound: number): number {
    return Math.floor((this.#next() / 0x1_0000_0000) * bound);
  }

  pick<T>(items: readonly T[]): T {
    if (items.length === 0) throw new Error('nothing to pick from');
    return items[this.below(items.length)] as T;
  }

  #next(): number {
    const sum = (this.#a + this.#b + this.#count++) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum;
    return sum >>> 0;
  }
}
