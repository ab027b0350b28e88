// A clock that follows the wall clock without ever jumping.
import { expect, test } from '@jest/globals';
import { steadyClock } from './clock.ts';

const HOUR = 3_600_000;

function clocks() {
  const state = { wall: 1_800_000_000_000, monotonic: 5_000 };
  const pass = (ms: number) => {
    state.wall += ms;
    state.monotonic += ms;
  };
  return { state, pass, now: steadyClock({ wall: () => state.wall, monotonic: () => state.monotonic }) };
}

test('goes with the wall clock', () => {
  const { state, pass, now } = clocks();
  for (const ms of [0, 1, 999, HOUR, 100 * HOUR]) {
    pass(ms);
    expect(now()).toBe(state.wall);
  }
});

test.each([HOUR, -HOUR])(
  'a wall clock set by %d ms moves no deadline, and is caught up with slowly',
  (jump) => {
    const { state, pass, now } = clocks();
    const before = now();
    state.wall += jump;
    expect(now()).toBe(before);
    pass(60_000);
    const minute = now() - before;
    expect(Math.abs(minute - 60_000)).toBeLessThanOrEqual(600);
    expect(Math.sign(minute - 60_000)).toBe(Math.sign(jump));
    for (let hour = 0; hour < 101; hour++) {
      pass(HOUR);
      now();
    }
    expect(now()).toBe(state.wall);
  },
);

test('never goes back', () => {
  const { state, pass, now } = clocks();
  let last = now();
  for (let n = 0; n < 1_000; n++) {
    state.wall += n % 7 === 0 ? -5_000 : 300;
    pass(n % 3);
    const time = now();
    expect(time).toBeGreaterThanOrEqual(last);
    last = time;
  }
});
