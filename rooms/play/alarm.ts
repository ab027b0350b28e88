// Timers: a resettable one without Node's maximum delay, and one that lets arrived data be read first.
import { clearTimeout, setImmediate, setTimeout } from '../clockwork.ts';

const LONGEST_MS = 2 ** 31 - 1;

export class Alarm {
  #timer: NodeJS.Timeout | undefined;

  set(milliseconds: number, ring: () => void): void {
    this.stop();
    const wait = Math.max(0, milliseconds);
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        if (wait > LONGEST_MS) this.set(wait - LONGEST_MS, ring);
        else ring();
      },
      Math.min(wait, LONGEST_MS),
    );
  }

  get isSet(): boolean {
    return this.#timer !== undefined;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}

/**
 * Runs after all data that has already arrived has been read. Node runs timers before it reads, so without
 * this a time-out would win over an answer that arrived first. Two turns, since a connection accepted in
 * the first is read in the second.
 */
export function afterInput(work: () => void): void {
  setImmediate(() => setImmediate(work));
}
