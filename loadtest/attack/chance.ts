// Hostile input, reproducible by its seed.
import { below, createRng, pick, type Rng } from '../../shared/kernel/rng.ts';

export class Chance {
  readonly #rng: Rng;

  constructor(seed: string) {
    this.#rng = createRng(seed);
  }

  below(bound: number): number {
    return below(this.#rng, bound);
  }

  pick<T>(items: readonly T[]): T {
    return pick(this.#rng, items);
  }

  /** One time in this many. */
  once(times: number): boolean {
    return this.below(times) === 0;
  }

  bytes(most: number): Buffer {
    return Buffer.from(Array.from({ length: this.below(most + 1) }, () => this.below(256)));
  }

  /** An address of this machine other than the honest players'. */
  address(): string {
    return `127.${1 + this.below(12)}.${this.below(24)}.${1 + this.below(24)}`;
  }

  /** A few bytes changed, removed, duplicated or inserted. */
  mutated(input: Uint8Array): Buffer {
    let bytes = Buffer.from(input);
    for (let n = 1 + this.below(3); n > 0; n--) {
      const at = this.below(bytes.length + 1);
      const change = this.below(6);
      if (change === 0 && bytes.length > 0)
        bytes[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ (1 << this.below(8));
      else if (change === 1) bytes = bytes.subarray(0, at);
      else if (change === 2)
        bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(Math.max(0, at - 8))]);
      else if (change === 3)
        bytes = Buffer.concat([bytes.subarray(0, at), this.bytes(8), bytes.subarray(at)]);
      else if (change === 4)
        bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + this.below(4))]);
      else if (bytes.length > 0)
        bytes[at % bytes.length] = this.pick([0, 0x7f, 0x80, 0xc1, 0xd4, 0xdf, 0xff]);
    }
    return bytes;
  }

  /** Valid but unusual JSON values. */
  value(depth = 3): unknown {
    const kind = this.below(depth > 0 ? 10 : 7);
    if (kind === 0) return null;
    if (kind === 1) return this.once(2);
    if (kind === 2) return this.pick([0, -1, 1, 7, 8, 1e9, 2 ** 31, 2 ** 53, -(2 ** 53), 1e308, 0.1]);
    if (kind <= 4) return this.word();
    if (kind === 5) return 'x'.repeat(this.pick([0, 1, 25, 301, 5_000]));
    if (kind === 6)
      return this.pick([
        '\u202e\u200b',
        '\ud800',
        '\u0000',
        '<script>',
        '{{7*7}}',
        "' OR 1=1 --",
        '../../etc',
      ]);
    if (kind === 7) return Array.from({ length: this.below(5) }, () => this.value(depth - 1));
    return Object.fromEntries(
      Array.from({ length: this.below(5) }, () => [this.word(), this.value(depth - 1)]),
    );
  }

  word(): string {
    return this.pick([
      'seat',
      'seats',
      'game',
      'borneo',
      'decision',
      'type',
      'commandId',
      'text',
      'version',
      'options',
      'bots',
      'invitation',
      'muted',
      'ready',
      'spectate',
      'language',
      'clock',
      'visibility',
      'name',
      'token',
      '__proto__',
      'constructor',
      'prototype',
      'toString',
      'hasOwnProperty',
      'length',
      'then',
      '',
    ]);
  }

  /** The same object with one field changed, removed or added. */
  distorted(example: object): object {
    const fields = Object.entries(example);
    const at = this.below(fields.length + 1);
    const field = fields[at];
    if (field === undefined) fields.push([this.word(), this.value()]);
    else if (this.once(3)) fields.splice(at, 1);
    else fields[at] = [this.once(4) ? this.word() : field[0], this.value()];
    return Object.fromEntries(fields);
  }
}
