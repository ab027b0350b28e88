// One clock for all processes of a load test: this machine's, in milliseconds since 1970.

export function now(): number {
  return performance.timeOrigin + performance.now();
}

/** Timers fire on whole milliseconds: no intended moment is more precise than that. */
export const TIMER_GRAIN_MS = 1;

/** Resolves at that moment, never before; at once if it has passed. */
export function sleepUntil(time: number): Promise<void> {
  const left = time - now();
  return left <= 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, Math.ceil(left)));
}
