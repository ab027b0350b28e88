// The clock of deadlines: follows the wall clock, never jumps, and stops while the process is stalled.
import { performance, wall } from '../../rooms/clockwork.ts';

/** How fast a difference to the wall clock is made up: one second per hundred. */
export const SLEW = 0.01;

/** At most this much time passes between two beats: the rest was the server's fault and is not charged to any player. */
export const LONGEST_STEP_MS = 1_000;

export interface ClockSources {
  readonly wall: () => number;
  readonly monotonic: () => number;
}

/**
 * Milliseconds since 1970. If the wall clock is set, the machine suspended or the process
 * stalled, no one's time runs out at once: the difference is made up so slowly that players do not notice.
 *
 * Stalled means that `beat` (`server/process/stall.ts`) was not called in time. Time has already stopped before
 * that is detected, so it does not matter which timer fires first afterwards.
 */
export class SteadyClock {
  readonly #sources: ClockSources;
  /** At the last beat: the monotonic clock, our time, and how far the wall clock was ahead of it. */
  #beatAt: number;
  #time: number;
  #behind = 0;
  #wallAtBeat: number;
  #isBeating = false;
  #heldUpAt = Number.NEGATIVE_INFINITY;

  constructor(sources: ClockSources = { wall: wall, monotonic: () => performance.now() }) {
    this.#sources = sources;
    this.#beatAt = sources.monotonic();
    this.#wallAtBeat = sources.wall();
    this.#time = this.#wallAtBeat;
  }

  /** Takes the wall clock's time at once, or is that much behind it: only before anything is timed by this one. */
  set(behind = 0): void {
    const { wall, monotonic } = this.#sources;
    this.#beatAt = monotonic();
    this.#wallAtBeat = wall();
    this.#time = this.#wallAtBeat - behind;
    this.#behind = behind;
  }

  /** How far the wall clock was ahead at the last beat, in milliseconds. */
  get behind(): number {
    return this.#behind;
  }

  readonly now = (): number => Math.round(this.#at(this.#sources.monotonic()));

  /** Milliseconds since the last stall (or since the wall clock jumped ahead); infinite if there was none. */
  readonly sinceStall = (): number => {
    const at = this.#sources.monotonic();
    return this.#isBeating && at - this.#beatAt > LONGEST_STEP_MS ? 0 : at - this.#heldUpAt;
  };

  /** Call it often. Returns for how many milliseconds the process was stalled, usually 0. */
  beat(): number {
    const { wall, monotonic } = this.#sources;
    const at = monotonic();
    const passed = at - this.#beatAt;
    const time = this.#at(at);
    const wallTime = wall();
    // The monotonic clock of Linux does not count while the machine is suspended; the wall clock does.
    const elapsed = Math.max(passed, wallTime - this.#wallAtBeat);
    const heldUp = this.#isBeating && elapsed > LONGEST_STEP_MS ? elapsed : 0;
    if (heldUp > 0) this.#heldUpAt = at;
    this.#isBeating = true;
    this.#beatAt = at;
    this.#time = time;
    this.#wallAtBeat = wallTime;
    this.#behind = wallTime - time;
    return Math.round(heldUp);
  }

  #at(monotonic: number): number {
    const passed = monotonic - this.#beatAt;
    const counted = this.#isBeating ? Math.min(passed, LONGEST_STEP_MS) : passed;
    const most = counted * SLEW;
    return this.#time + counted + Math.max(-most, Math.min(most, this.#behind));
  }
}
