// Reports commits that take too long: on the same thread requests were not answered meanwhile.
import type { Log } from '../../rooms/ports.ts';
import type { BatchReport } from '../store/group-commit.ts';

/** A disk that takes longer for one write is too slow to play on. */
export const SLOW_MS = 2_000;

export function tellSlow(log: Log, { seconds, size }: BatchReport): void {
  if (seconds * 1000 >= SLOW_MS) log.warn({ seconds, size }, 'slow commit');
}
