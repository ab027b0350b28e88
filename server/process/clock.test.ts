import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { LONGEST_STEP_MS, SteadyClock } from './clock.ts';

const SECOND = 1_000;
const HOUR = 3_600_000;

function clocks() {
  const state = { wall: 1_800_000_000_000, monotonic: 5_000 };
  const clock = new SteadyClock({ wall: () => state.wall, monotonic: () => state.monotonic });
  clock.beat();
  /** The process is well, or (`stall`) held up for so long. */
  const stall = (ms: number) => {
    state.wall += ms;
    state.monotonic += ms;
  };
  const pass = (ms: number) => {
    const most = LONGEST_STEP_MS - 100;
    for (let left = ms; left > 0; left -= most) {
      stall(Math.min(left, most));
      clock.beat();
    }
  };
  return { state, pass, stall, clock };
}

test('follows the wall clock', () => {
  const { state, pass, clock } = clocks();
  for (const ms of [0, 1, 999, HOUR, 3 * HOUR]) {
    pass(ms);
    expect(clock.now()).toBe(state.wall);
    expect(clock.sinceStall()).toBe(Number.POSITIVE_INFINITY);
  }
});

test.each([HOUR, -HOUR])(
  'setting the wall clock by %d ms moves no deadline, and the difference is made up slowly',
  (jump) => {
    const { state, pass, clock } = clocks();
    const before = clock.now();
    state.wall += jump;
    expect(clock.now()).toBe(before);
    pass(60_000);
    const minute = clock.now() - before;
    expect(Math.abs(minute - 60_000)).toBeLessThanOrEqual(600);
    expect(Math.sign(minute - 60_000)).toBe(Math.sign(jump));
    pass(101 * HOUR);
    expect(clock.now()).toBe(state.wall);
  },
);

test('a wall clock that is slewed (a hundredth of a per cent) is followed closely', () => {
  const { state, pass, clock } = clocks();
  for (let minute = 0; minute < 600; minute++) {
    pass(60_000);
    state.wall += 6;
    expect(Math.abs(clock.now() - state.wall)).toBeLessThanOrEqual(6);
  }
  expect(clock.sinceStall()).toBe(Number.POSITIVE_INFINITY);
});

test.each([12, 30, 3600])(
  'of %d s during which the process was stopped, at most one is counted, and no jump follows',
  (seconds) => {
    const { pass, stall, clock } = clocks();
    pass(10 * SECOND);
    const before = clock.now();
    stall(seconds * SECOND);
    // Whichever timer fires first: the time stands still already, and the stall is known.
    expect(clock.now() - before).toBeLessThanOrEqual(LONGEST_STEP_MS * 1.01);
    expect(clock.sinceStall()).toBe(0);
    expect(clock.beat()).toBe(seconds * SECOND);
    expect(clock.now() - before).toBeLessThanOrEqual(LONGEST_STEP_MS * 1.01);
    pass(2 * SECOND);
    expect(clock.now() - before).toBeLessThanOrEqual(3 * SECOND * 1.01);
    expect(clock.sinceStall()).toBe(2 * SECOND);
    expect(clock.beat()).toBe(0);
  },
);

test('busy with one thing for a long time: asking for the time does not make it pass', () => {
  const { stall, clock } = clocks();
  const before = clock.now();
  for (let n = 0; n < 50; n++) {
    stall(100);
    clock.now();
  }
  expect(clock.now() - before).toBeLessThanOrEqual(LONGEST_STEP_MS * 1.01);
  expect(clock.beat()).toBe(5 * SECOND);
});

test('a suspended machine, which only the wall clock shows, is detected and not charged', () => {
  const { state, clock } = clocks();
  const before = clock.now();
  state.wall += 8 * HOUR;
  state.monotonic += 100;
  expect(clock.beat()).toBe(8 * HOUR);
  expect(clock.now() - before).toBeLessThanOrEqual(101);
  expect(clock.sinceStall()).toBe(0);
});

test('a long start before the first heartbeat is not a stall', () => {
  let at = 0;
  const clock = new SteadyClock({ wall: () => at, monotonic: () => at });
  at = 9 * SECOND;
  expect(clock.now()).toBe(9 * SECOND);
  expect(clock.beat()).toBe(0);
  expect(clock.sinceStall()).toBe(Number.POSITIVE_INFINITY);
});

test('never goes back, and never runs faster than time passes, whatever happens to the wall clock', () => {
  const step = fc.record({
    set: fc.integer({ min: -5_000, max: 5_000 }),
    wait: fc.nat(3_000),
    beats: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const { state, stall, clock } = clocks();
      let last = clock.now();
      for (const { set, wait, beats } of steps) {
        state.wall += set;
        stall(wait);
        if (beats) clock.beat();
        const time = clock.now();
        expect(time).toBeGreaterThanOrEqual(last);
        expect(time - last).toBeLessThanOrEqual(wait * 1.01 + 1);
        last = time;
      }
    }),
  );
});
