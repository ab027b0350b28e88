import { expect, test } from '@jest/globals';
import { CommonTime, SteadyClock } from './clock.ts';

const HOUR = 3_600_000;

/** A process whose own clock is wrong; the database's says the true time. */
function processWrongBy(wrongBy: number) {
  const state = { monotonic: 500, true: 1_000_000, wrongBy };
  const told: boolean[] = [];
  const time = new CommonTime(
    { wall: () => state.true + state.wrongBy, monotonic: () => state.monotonic },
    { differs: (differs) => told.push(differs) },
  );
  const run = (ms: number) => {
    state.monotonic += ms;
    state.true += ms;
  };
  const learn = (roundTrip = 2, ahead = 0) => {
    const sent = state.monotonic;
    run(roundTrip / 2);
    const said = state.true;
    run(roundTrip / 2);
    time.learn({ time: said, sent, received: state.monotonic, ahead });
  };
  return { state, time, told, run, learn };
}

test('without a database to ask it is the wall clock', () => {
  const { state, time, told } = processWrongBy(7);
  expect([time.now(), time.database()]).toEqual([state.true + 7, state.true + 7]);
  expect(told).toEqual([]);
});

test.each([5_000, -60_000, HOUR])(
  'with a clock wrong by %i ms it is the database’s time, and that is told',
  (wrongBy) => {
    const { state, time, told, run, learn } = processWrongBy(wrongBy);
    learn();
    expect(time.now()).toBe(state.true);
    run(10_000);
    expect(time.now()).toBe(state.true);
    learn();
    expect(time.difference).toBe(wrongBy);
    expect(told).toEqual([true]);
    // It is set right: nothing but the message depends on it.
    state.wrongBy = 0;
    expect(time.now()).toBe(state.true);
    learn();
    expect(told).toEqual([true, false]);
  },
);

test('a sample that was long on its way does not spoil what a quick one has said', () => {
  const { state, time, learn } = processWrongBy(0);
  learn(2);
  const sent = state.monotonic;
  state.monotonic += 3_000;
  state.true += 3_000;
  // The answer was quick, the question slow.
  time.learn({ time: state.true, sent, received: state.monotonic });
  expect(time.now()).toBe(state.true);
});

test('a step of the database’s clock is followed, by deadlines so slowly that nobody’s time runs out', () => {
  const { state, time, run, learn } = processWrongBy(0);
  learn();
  const clock = new SteadyClock({ wall: time.now, monotonic: () => state.monotonic });
  clock.set();
  state.true += HOUR;
  learn();
  expect(Math.abs(time.database() - state.true)).toBeLessThanOrEqual(2);
  const before = clock.now();
  for (let n = 0; n < 500; n++) {
    run(200);
    clock.beat();
  }
  expect(clock.now() - before).toBeLessThan(100_000 * 1.011);
});

test('a process that joins after a step has the time of the oldest, and both stay together', () => {
  const oldest = processWrongBy(0);
  oldest.learn();
  const clock = new SteadyClock({ wall: oldest.time.now, monotonic: () => oldest.state.monotonic });
  clock.set();
  clock.beat();
  oldest.state.true += 60_000;
  oldest.learn();
  const late = processWrongBy(-HOUR);
  late.state.true = oldest.state.true;
  const ahead = () => clock.now() - oldest.time.database();
  late.learn(2, ahead());
  const its = new SteadyClock({ wall: late.time.now, monotonic: () => late.state.monotonic });
  its.set();
  for (let n = 0; n < 1_000; n++) {
    oldest.run(200);
    late.run(200);
    if (n % 4 === 0) late.learn(0, ahead());
    clock.beat();
    its.beat();
    expect(Math.abs(its.now() - clock.now())).toBeLessThan(20);
  }
});
