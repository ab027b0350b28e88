// One clock for all processes of a load test: this machine's, in milliseconds since 1970.

export function now(): number {
  return performance.timeOrigin + performance.now();
}

/** Resolves at that moment, or at once if it is over. */
export function sleepUntil(time: number): Promise<void> {
  const left = time - now();
  // A timer fires up to a millisecond early or late; the generator's own lateness is measured.
  return left <= 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, left));
}
