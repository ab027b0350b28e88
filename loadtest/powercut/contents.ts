// The contents of a file that grows in small steps.

export class Contents {
  #bytes: Buffer;
  #size: number;

  constructor(bytes: Buffer = Buffer.alloc(0)) {
    this.#bytes = bytes;
    this.#size = bytes.length;
  }

  get size(): number {
    return this.#size;
  }

  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#size);
  }

  copy(): Contents {
    return new Contents(Buffer.from(this.bytes));
  }

  /** What was never written is zero. */
  resize(size: number): void {
    if (size > this.#bytes.length) {
      const larger = Buffer.alloc(Math.max(size, 2 * this.#bytes.length));
      this.bytes.copy(larger);
      this.#bytes = larger;
    } else if (size < this.#size) {
      this.#bytes.fill(0, size, this.#size);
    }
    this.#size = size;
  }

  write(at: number, bytes: Buffer): void {
    if (at + bytes.length > this.#size) this.resize(at + bytes.length);
    bytes.copy(this.#bytes, at);
  }
}
