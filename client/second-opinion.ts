// What a silence means: if the server answers another request meanwhile, it is the connection that is dead, as when one of
// several processes in its way hangs. A network that is gone answers neither, and may still bring what is under way.
import type { Platform } from './platform.ts';

/** The first request may be sent to the process that hangs; soon afterwards a proxy knows better. */
const ASKED = 2;
const AGAIN_MS = 1_000;
/** What was under way arrives first. */
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
  /** Increases with every silence, and when it ends: answers to earlier ones count no longer. */
  #silence = 0;
  #timer: unknown;

  constructor(context: Context) {
    this.#context = context;
  }

  /** It should have been heard by now. */
  seek(): void {
    this.drop();
    this.#ask(this.#silence, ASKED);
  }

  /** It is heard again, or over. */
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
