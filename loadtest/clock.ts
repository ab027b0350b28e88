// One clock for all processes of a load test: this machine's, in milliseconds since 1970.

export function now(): number {
  return performance.timeOrigin + performance.now();
}

/** A timer fires on a whole millisecond: nobody can mean a moment more precisely than that. */
export const TIMER_GRAIN_MS = 1;

/** Resolves at that moment, never before; or at once if it is over. */
export function sleepUntil(time: number): Promise<void> {
  const left = time - now();
  return left <= 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, Math.ceil(left)));
}
