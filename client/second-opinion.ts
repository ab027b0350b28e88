// Judges a silence: if the server answers another request meanwhile, the connection is dead, for example
// because one of several processes hangs. A lost network answers neither, and may still deliver pending data.
import type { Platform } from './platform.ts';

/** The first request may reach the hanging process; soon afterwards a proxy avoids it. */
const ASKED = 2;
const AGAIN_MS = 1_000;
/** Pending data arrive first. */
const CATCH_UP_MS = 500;

interface Context {
  readonly platform: Platform;
  /** Whether a new request about the same table is answered. */
  readonly answers: () => Promise<boolean>;
  /** The connection is dead. */
  readonly giveUp: () => void;
}

export class SecondOpinion {
  readonly #context: Context;
  /** Increases with every silence, and when it ends: answers about earlier ones no longer count. */
  #silence = 0;
  #timer: unknown;

  constructor(context: Context) {
    this.#context = context;
  }

  /** A sign of life is overdue. */
  seek(): void {
    this.drop();
    this.#ask(this.#silence, ASKED);
  }

  /** There is a sign of life, or the connection has ended. */
  drop(): void {
    this.#silence += 1;
    this.#context.platform.clearTimeout(this.#timer as never);
  }

  #ask(silence: number, times: number): void {
    const { answers, giveUp } = this.#context;
    void answers().then((isThere) => {
      if (isThere && silence === this.#silence) this.#after(CATCH_UP_MS, giveUp);
    });
    if (times > 1) this.#after(AGAIN_MS, () => this.#ask(silence, times - 1));
  }

  #after(ms: number, work: () => void): void {
    const { platform } = this.#context;
    platform.clearTimeout(this.#timer as never);
    this.#timer = platform.setTimeout(work, ms);
  }
}
