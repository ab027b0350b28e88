// Moments on two clocks: one may be set, the other stands still while the machine is suspended.
import { performance, wall } from '../../../rooms/clockwork.ts';

export interface Moment {
  readonly monotonic: number;
  readonly wall: number;
}

export function momentNow(): Moment {
  return { monotonic: performance.now(), wall: wall() };
}

/** By the clock that is further ahead. */
export function since(moment: Moment): number {
  return Math.max(performance.now() - moment.monotonic, wall() - moment.wall);
}
