// The lines that one listener of a connection has still to read.
import type { GameTypes, StreamLine } from './types.ts';

/** A listener that does not keep up is dropped: it requests what it missed. */
const LINES_WAITING = 1_000;

export class Inbox<G extends GameTypes> {
  #waiting: StreamLine<G>[] = [];
  #wake: () => void = () => {};
  #isOver = false;
  readonly #unsubscribe: () => void;

  constructor(unsubscribe: () => void) {
    this.#unsubscribe = unsubscribe;
  }

  take(line: StreamLine<G>): void {
    if (this.#isOver) return;
    this.#waiting.push(line);
    if (this.#waiting.length > LINES_WAITING) this.end();
    this.#wake();
  }

  /** All that came so far. */
  drain(): StreamLine<G>[] {
    return this.#waiting.splice(0);
  }

  end(): void {
    this.#isOver = true;
    this.#wake();
  }

  leave(): void {
    this.#isOver = true;
    this.#unsubscribe();
  }

  async *lines(): AsyncGenerator<StreamLine<G>, void> {
    for (;;) {
      yield* this.drain();
      if (this.#isOver && this.#waiting.length === 0) return;
      if (this.#waiting.length === 0)
        await new Promise<void>((done) => {
          this.#wake = done;
        });
    }
  }
}
