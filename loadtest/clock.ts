// One clock for all processes of a load test: this machine's, in milliseconds since 1970.

export function now(): number {
  return performance.timeOrigin + performance.now();
}

/** Timers fire on whole milliseconds: no intended moment is more precise than that. */
export const TIMER_GRAIN_MS = 1;

/** Resolves at that moment, never before; at once if it has passed, or when the signal says so. */
export function sleepUntil(time: number, over?: AbortSignal): Promise<void> {
  const left = time - now();
  if (left <= 0 || over?.aborted === true) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, Math.ceil(left));
    const wake = () => {
      clearTimeout(timer);
      resolve();
    };
    over?.addEventListener('abort', wake, { once: true });
  });
}
