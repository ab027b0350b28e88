// A value polled from the server while the page is visible.
import { type ReadonlySignal, type Signal, signal } from '@preact/signals';

/** After failures: twice as long each time. */
const FIRST_MS = 1_500;
const LONGEST_MS = 30_000;

/** The browser functions it needs. */
export interface Surroundings {
  readonly isVisible: () => boolean;
  /** Calls back when the page is visible again, or the network is back; returns a function that stops it. */
  readonly onReturn: (again: () => void) => () => void;
  readonly setTimeout: (work: () => void, ms: number) => unknown;
  readonly clearTimeout: (timer: unknown) => void;
}

export class Poll<Value> {
  readonly #ask: () => Promise<Value>;
  readonly #everyMs: number;
  readonly #around: Surroundings;
  readonly #value: Signal<Value | null> = signal(null);
  readonly #failure: Signal<unknown> = signal(null);
  #users = 0;
  #failures = 0;
  #timer: unknown;
  #isAsking = false;
  /** A refresh was requested during a request, whose answer may be older. */
  #isWanted = false;
  #unsubscribe: () => void = () => undefined;

  /** As last told; null before the first answer. */
  readonly value: ReadonlySignal<Value | null> = this.#value;
  /** Why the latest attempt failed; null if it did not. The value stays. */
  readonly failure: ReadonlySignal<unknown> = this.#failure;

  constructor(ask: () => Promise<Value>, everyMs: number, around: Surroundings = browser()) {
    this.#ask = ask;
    this.#everyMs = everyMs;
    this.#around = around;
  }

  /** Polls as long as there are users: call the returned function when done. */
  use(): () => void {
    this.#users += 1;
    if (this.#users === 1) {
      this.#unsubscribe = this.#around.onReturn(() => this.again());
      this.again();
    }
    return () => {
      this.#users -= 1;
      if (this.#users > 0) return;
      this.#unsubscribe();
      this.#around.clearTimeout(this.#timer);
      // Without users; the last value may be shown on return.
      this.#failure.value = null;
    };
  }

  /** The last value was for another player. */
  forget(): void {
    this.#value.value = null;
    this.#failure.value = null;
    if (this.#users > 0) this.again();
  }

  /** Polls at once: the value may have changed. */
  again(): void {
    this.#around.clearTimeout(this.#timer);
    this.#isWanted = true;
    if (!this.#isAsking) void this.#run();
  }

  async #run(): Promise<void> {
    this.#isAsking = true;
    while (this.#isWanted && this.#users > 0 && this.#around.isVisible()) {
      this.#isWanted = false;
      try {
        this.#value.value = await this.#ask();
        this.#failure.value = null;
        this.#failures = 0;
      } catch (failure) {
        this.#failure.value = failure;
        this.#failures += 1;
      }
    }
    this.#isAsking = false;
    if (this.#users === 0 || !this.#around.isVisible()) return;
    const patience = Math.min(LONGEST_MS, FIRST_MS * 2 ** this.#failures);
    const wait = this.#failures === 0 ? this.#everyMs : patience;
    this.#timer = this.#around.setTimeout(() => this.again(), wait);
  }
}

function browser(): Surroundings {
  return {
    isVisible: () => document.visibilityState === 'visible',
    onReturn: (again) => {
      const returned = () => {
        if (document.visibilityState === 'visible') again();
      };
      document.addEventListener('visibilitychange', returned);
      window.addEventListener('online', returned);
      return () => {
        document.removeEventListener('visibilitychange', returned);
        window.removeEventListener('online', returned);
      };
    },
    setTimeout: (work, ms) => setTimeout(work, ms),
    clearTimeout: (timer) => clearTimeout(timer as number | undefined),
  };
}
