// The time that deadlines are counted in: the wall clock's, but it never jumps.

/** How fast a difference to the wall clock is made up: one second in a hundred. */
const SLEW = 0.01;

export interface ClockSources {
  readonly wall: () => number;
  readonly monotonic: () => number;
}

/**
 * Milliseconds since 1970. When the wall clock is set, or the machine was suspended, nobody's time
 * runs out at once: the difference is made up so slowly that no player notices.
 */
export function steadyClock(
  { wall, monotonic }: ClockSources = { wall: Date.now, monotonic: () => performance.now() },
): () => number {
  let last = monotonic();
  let time = wall();
  return () => {
    const at = monotonic();
    const passed = at - last;
    last = at;
    time += passed;
    const behind = wall() - time;
    const most = passed * SLEW;
    time += Math.max(-most, Math.min(most, behind));
    return Math.round(time);
  };
}
