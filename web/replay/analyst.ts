// Requests the analysis of a match, repeatedly until it is done.
import { type ReadonlySignal, signal } from '@preact/signals';
import type { Analysis } from '../../client/index.ts';

interface AnalystDoor {
  readonly read: () => Promise<Analysis>;
  /** Interval between two requests. */
  readonly pause: () => Promise<void>;
}

export class Analyst {
  readonly #door: AnalystDoor;
  readonly #analysis = signal<Analysis | null>(null);
  readonly #fault = signal<unknown>(null);
  readonly #isAsking = signal(false);
  #isClosed = false;

  /** The analysis so far; null before the first answer. */
  readonly analysis: ReadonlySignal<Analysis | null> = this.#analysis;
  /** Why there is none; it can be requested again. */
  readonly fault: ReadonlySignal<unknown> = this.#fault;
  readonly isAsking: ReadonlySignal<boolean> = this.#isAsking;

  constructor(door: AnalystDoor) {
    this.#door = door;
  }

  async ask(): Promise<void> {
    if (this.#isAsking.value) return;
    this.#isAsking.value = true;
    this.#fault.value = null;
    try {
      for (;;) {
        this.#analysis.value = await this.#door.read();
        if (this.#analysis.value.status === 'done' || this.#isClosed) return;
        await this.#door.pause();
        if (this.#isClosed) return;
      }
    } catch (fault) {
      this.#fault.value = fault;
      this.#analysis.value = null;
    } finally {
      this.#isAsking.value = false;
    }
  }

  close(): void {
    this.#isClosed = true;
  }
}
