// Remembers when a commit took too long: requests on the same thread were not answered meanwhile.
import type { Log } from '../rooms/ports.ts';
import type { BatchReport } from './store/group-commit.ts';

/** A disk that takes longer for one write is too slow to play on. */
export const SLOW_MS = 2_000;
/** Probes run every few seconds and must not miss it. */
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
    this.#log.warn({ seconds, size }, 'slow commit');
  }

  get isSlow(): boolean {
    return performance.now() - this.#slowAt < REMEMBERED_MS;
  }
}
