// Reports commits that take too long: on the same thread requests were not answered meanwhile.
import type { Log } from '../../rooms/ports.ts';

export interface BatchReport {
  readonly size: number;
  readonly failed: number;
  readonly seconds: number;
}

/** A disk that takes longer for one write is too slow to play on. */
export const SLOW_MS = 2_000;

export function tellSlow(log: Log, { seconds, size }: BatchReport): void {
  if (seconds * 1000 >= SLOW_MS) log.warn({ seconds, size }, 'slow commit');
}
