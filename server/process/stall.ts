// Notices what holds the process up: it was stopped, suspended or blocked for too long, or its disk is slow.
import { clearInterval, setInterval } from '../../rooms/clockwork.ts';
import type { Log } from '../../rooms/ports.ts';
import type { SteadyClock } from './clock.ts';

const BEAT_MS = 200;

interface StallReport {
  readonly log: Log;
  stalled(seconds: number): void;
  /** After each beat. */
  readonly beaten?: (() => void) | undefined;
}

/** Returns a function that stops it. Does not keep the process alive. */
export function watchStalls(
  clock: SteadyClock,
  { log, stalled, beaten = () => {} }: StallReport,
): () => void {
  clock.beat();
  const timer = setInterval(() => {
    const heldUp = clock.beat();
    beaten();
    if (heldUp === 0) return;
    stalled(heldUp / 1000);
    log.warn(
      { seconds: heldUp / 1000 },
      'stalled, suspended, or the system clock was set ahead: no player is charged for it',
    );
  }, BEAT_MS).unref();
  return () => clearInterval(timer);
}

export interface BatchReport {
  readonly size: number;
  readonly failed: number;
  readonly seconds: number;
}

/** A disk that takes longer for one write is too slow to play on. */
export const SLOW_MS = 2_000;

/** On the same thread requests were not answered meanwhile. */
export function tellSlow(log: Log, { seconds, size }: BatchReport): void {
  if (seconds * 1000 >= SLOW_MS) log.warn({ seconds, size }, 'slow commit');
}
