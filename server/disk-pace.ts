// Remembers when a commit took too long. Who asked meanwhile, on the same thread, was answered only afterwards.
import type { Log } from '../rooms/ports.ts';
import type { BatchReport } from './store/group-commit.ts';

/** A disk that takes longer for one write is no disk to play on. */
export const SLOW_MS = 2_000;
/** A probe asks every few seconds: it must not miss it. */
const REMEMBERED_MS = 10_000;

export class DiskPace {
  readonly #log: Log;
  #slowAt = Number.NEGATIVE_INFINITY;

  constructor(log: Log) {
    this.#log = log;
  }

  note({ seconds, size }: BatchReport): void {
    if (seconds * 1000 < SLOW_MS) return;
    this.#slowAt = performance.now();
    this.#log.warn({ seconds, size }, 'a commit took long');
  }

  get isSlow(): boolean {
    return performance.now() - this.#slowAt < REMEMBERED_MS;
  }
}
