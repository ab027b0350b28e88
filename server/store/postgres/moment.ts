// Moments on two clocks: one may be set, the other stands still while the machine is suspended.
export interface Moment {
  readonly monotonic: number;
  readonly wall: number;
}

export function momentNow(): Moment {
  return { monotonic: performance.now(), wall: Date.now() };
}

/** By the clock that is further ahead. */
export function since({ monotonic, wall }: Moment): number {
  return Math.max(performance.now() - monotonic, Date.now() - wall);
}
