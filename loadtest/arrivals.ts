// Arrivals of matches, an open-loop model: they follow the plan regardless of the server. A generator
// that waits for the server before it sends more would hide exactly the moments that matter.
import { below, createRng, type Rng } from '../shared/kernel/rng.ts';

interface ArrivalPlan {
  /** Matches a second, once the ramp is over. */
  readonly rate: number;
  /** Seconds over which the rate ramps up from zero. */
  readonly ramp: number;
  /** No match arrives after this many seconds. */
  readonly seconds: number;
  readonly matches: number;
  /** 32 hexadecimal digits. */
  readonly seed: string;
}

/** Milliseconds after the beginning at which each match arrives: a Poisson process, the same for a seed. */
export function arrivalTimes({ rate, ramp, seconds, matches, seed }: ArrivalPlan): number[] {
  const luck = createRng(seed);
  const times: number[] = [];
  let expected = 0;
  while (times.length < matches) {
    expected += exponential(luck);
    const time = timeOf(expected, rate, ramp);
    if (time >= seconds) break;
    times.push(time * 1000);
  }
  return times;
}

/** When this many matches are expected to have arrived: the inverse of the rate's integral. */
function timeOf(expected: number, rate: number, ramp: number): number {
  const duringRamp = (rate * ramp) / 2;
  return expected < duringRamp ? Math.sqrt((2 * expected * ramp) / rate) : expected / rate + ramp / 2;
}

/** A number from 0 to 1, never 0. */
export function uniform(luck: Rng): number {
  return (below(luck, 2 ** 30) + 1) / 2 ** 30;
}

/** Mean 1. */
export function exponential(luck: Rng): number {
  return -Math.log(uniform(luck));
}
