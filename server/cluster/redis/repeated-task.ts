// Work that is repeated, or done soon after a request, but never twice at the same time.
import { clearTimeout, setTimeout } from '../../../rooms/clockwork.ts';

/** The work handles its own errors. */
type Work = () => Promise<void>;

/** Interval, counted from the end of the previous run. */
export class RepeatedTask {
  readonly #ms: number;
  readonly #work: Work;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(ms: number, work: Work) {
    this.#ms = ms;
    this.#work = work;
  }

  start(): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => void this.#work().finally(() => this.start()), this.#ms);
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }
}

/** Soon after a request: once for all requests made meanwhile. */
export class AskedTask {
  readonly #ms: number;
  readonly #work: Work;
  #timer: NodeJS.Timeout | undefined;
  #isWorking = false;
  #isAsked = false;
  #isStopped = false;

  constructor(ms: number, work: Work) {
    this.#ms = ms;
    this.#work = work;
  }

  ask(): void {
    this.#isAsked = true;
    if (this.#isWorking || this.#isStopped) return;
    this.#timer ??= setTimeout(() => void this.#run(), this.#ms);
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  async #run(): Promise<void> {
    this.#timer = undefined;
    this.#isWorking = true;
    this.#isAsked = false;
    try {
      await this.#work();
    } finally {
      this.#isWorking = false;
      if (this.#isAsked) this.ask();
    }
  }
}
