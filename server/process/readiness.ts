// Whether clients should be sent to this process (`/ready`): by what is true now, not by what was.
import { performance, setTimeout } from '../../rooms/clockwork.ts';
import type { Log } from '../../rooms/ports.ts';
import { reasonOf } from './reason.ts';

/** A check that takes longer is judged by its age; probes give up after two seconds or more. */
const ANSWER_MS = 1_000;
/** Probes come every few seconds; a flood of requests must not become a flood of work. */
const FRESH_FOR_MS = 1_000;

interface ReadinessOptions {
  /** A real write. */
  readonly check: () => Promise<void>;
  /** The storage may take this long; meanwhile writes wait. */
  readonly patienceMs: number;
  /**
   * Whether another process would serve clients better, or there is none, so that a supervisor should know. If all are
   * without a database, leaving all of them out would take away the pages and lists as well.
   */
  readonly isWorseOff: () => Promise<boolean>;
  readonly log: Log;
}

export class Readiness {
  readonly #options: ReadinessOptions;
  #begunAt = Number.NEGATIVE_INFINITY;
  #checking: Promise<void> | undefined;
  #failure: string | undefined = 'it has not answered yet';
  #told: string | undefined;

  constructor(options: ReadinessOptions) {
    this.#options = options;
  }

  /** Resolves within about a second. */
  async isReady(): Promise<boolean> {
    const { isWorseOff } = this.#options;
    this.#look();
    if (this.#checking !== undefined) await Promise.race([this.#checking, after(ANSWER_MS)]);
    const failure = this.#overdue ?? this.#failure;
    this.#tell(failure);
    return failure === undefined || !(await isWorseOff());
  }

  /** Writes wait in vain for as long as it takes until they are refused. */
  get #overdue(): string | undefined {
    const age = performance.now() - this.#begunAt;
    const isOverdue = this.#checking !== undefined && age > this.#options.patienceMs;
    return isOverdue ? `no answer for ${Math.round(age)} ms` : undefined;
  }

  #look(): void {
    if (this.#checking !== undefined || performance.now() - this.#begunAt < FRESH_FOR_MS) return;
    this.#begunAt = performance.now();
    this.#checking = this.#options
      .check()
      .then(
        () => {
          this.#failure = this.#overdue;
        },
        (error: unknown) => {
          this.#failure = reasonOf(error);
        },
      )
      .finally(() => {
        this.#checking = undefined;
      });
  }

  /** Once per change: probes come again and again. */
  #tell(failure: string | undefined): void {
    const isNew = (failure === undefined) !== (this.#told === undefined);
    this.#told = failure;
    if (!isNew) return;
    if (failure === undefined) this.#options.log.info({}, 'the storage accepts writes again');
    else this.#options.log.error({ reason: failure }, 'the storage accepts no writes');
  }
}

function after(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}
