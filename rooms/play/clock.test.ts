import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Decision } from '../../shared/kernel/decisions.ts';
import { TableClock } from './clock.ts';

const GAME = {
  kinds: { turn: 'main', answer: 'reply', pick: 'quick', market: 'main' },
  sharedKinds: ['market'],
} as const;

function ask(id: number, seat: number, kind: keyof typeof GAME.kinds, allotment?: string): Decision {
  return allotment === undefined ? { id, seat, kind } : { id, seat, kind, allotment };
}

function clockWith(preset: 'none' | 'fast' | 'normal' | 'slow' | 'days', decisions: Decision[]): TableClock {
  const clock = new TableClock(preset, GAME, 4);
  clock.sync(decisions, 0);
  return clock;
}

test.each([
  ['fast', 'turn', 45 + 120],
  ['fast', 'answer', 20 + 120],
  ['fast', 'pick', 10 + 120],
  ['normal', 'turn', 90 + 360],
  ['normal', 'answer', 40 + 360],
  ['normal', 'pick', 20 + 360],
  ['slow', 'turn', 300 + 1200],
  ['days', 'pick', 3 * 24 * 3600],
] as const)('preset %s gives a decision %s its time and the bank', (preset, kind, seconds) => {
  const decision = ask(1, 0, kind);
  const clock = clockWith(preset, [decision]);
  expect(clock.deadline(decision)).toBe(seconds * 1000);
  expect(clock.next()).toBe(seconds * 1000);
  expect(clock.expired(seconds * 1000 - 1)).toEqual([]);
  expect(clock.expired(seconds * 1000)).toEqual([0]);
});

test('without a clock nothing times out', () => {
  const decision = ask(1, 0, 'turn');
  const clock = clockWith('none', [decision]);
  expect(clock.deadline(decision)).toBeUndefined();
  expect(clock.next()).toBeUndefined();
  expect(clock.expired(Number.MAX_SAFE_INTEGER)).toEqual([]);
});

test('the bank is used only after the decision’s own time, and runs out', () => {
  const clock = clockWith('fast', [ask(1, 0, 'turn')]);
  clock.sync([ask(2, 0, 'turn')], 40_000);
  expect(clock.bank(0)).toBe(120_000);
  clock.sync([ask(3, 0, 'turn')], 40_000 + 55_000);
  expect(clock.bank(0)).toBe(110_000);
  clock.sync([ask(4, 0, 'turn')], 95_000 + 45_000 + 110_000 + 30);
  expect(clock.bank(0)).toBe(0);
  expect(clock.bank(1)).toBe(120_000);
});

test('decisions of one allotment share its time; it pauses while another seat is asked', () => {
  const clock = clockWith('fast', [ask(1, 0, 'turn', 'turn 1')]);
  clock.sync([ask(2, 1, 'answer')], 30_000);
  clock.sync([ask(3, 0, 'turn', 'turn 1')], 45_000);
  expect(clock.deadline(ask(3, 0, 'turn', 'turn 1'))).toBe(45_000 + 15_000 + 120_000);
  clock.sync([ask(4, 0, 'turn', 'turn 1')], 50_000);
  expect(clock.deadline(ask(4, 0, 'turn', 'turn 1'))).toBe(45_000 + 15_000 + 120_000);
});

test('when an allotment has run out, its later decisions time out at once', () => {
  const clock = clockWith('fast', [ask(1, 0, 'turn', 'turn 1')]);
  clock.sync([ask(2, 0, 'turn', 'turn 1')], 165_000);
  expect(clock.expired(165_000)).toEqual([0]);
});

test('a phase for all players has one deadline, which no command moves, and uses no bank', () => {
  const [ann, bob] = [0, 1].map((seat) => ask(seat, seat, 'market', 'market')) as [Decision, Decision];
  const clock = clockWith('normal', [ann, bob]);
  const deadlines: (number | undefined)[] = [clock.next()];
  const later = (decisions: Decision[], now: number) => {
    clock.sync(decisions, now);
    deadlines.push(clock.next());
  };
  // Offers, seat 1 stops, seat 0 trades on alone, seat 1 resumes, seat 0 stops.
  later([ask(10, 0, 'market', 'market'), bob], 20_000);
  later([ask(10, 0, 'market', 'market')], 40_000);
  later([ask(20, 0, 'market', 'market')], 50_000);
  later([ask(20, 0, 'market', 'market'), ask(29, 1, 'market', 'market')], 60_000);
  later([ask(29, 1, 'market', 'market')], 70_000);
  expect(deadlines).toEqual(deadlines.map(() => 90_000));
  expect(clock.expired(89_999)).toEqual([]);
  expect(clock.expired(90_000)).toEqual([1]);
  clock.sync([ask(40, 0, 'turn')], 95_000);
  expect([clock.bank(0), clock.bank(1)]).toEqual([360_000, 360_000]);
});

test('the first trader alone cannot extend the phase for those who come later', () => {
  const clock = clockWith('normal', [ask(0, 0, 'market', 'market')]);
  expect(clock.next()).toBe(90_000);
  clock.sync([ask(0, 0, 'market', 'market'), ask(9, 1, 'market', 'market')], 89_000);
  expect(clock.next()).toBe(90_000);
});

test('an answer of one seat does not affect the time of another', () => {
  const clock = clockWith('fast', [ask(1, 0, 'turn'), ask(2, 1, 'turn')]);
  clock.sync([ask(2, 1, 'turn')], 10_000);
  expect(clock.deadline(ask(2, 1, 'turn'))).toBe(165_000);
});

test('time that the server lost is given back', () => {
  const clock = clockWith('fast', [ask(1, 0, 'turn')]);
  clock.credit(5_000);
  expect(clock.next()).toBe(170_000);
});

test('after an outage there is time to come back, and no bank is charged for it', () => {
  const clock = clockWith('fast', [ask(1, 0, 'turn')]);
  clock.atLeast(60_000, 10 * 60_000);
  expect(clock.next()).toBe(11 * 60_000);
  const long = clockWith('fast', [ask(1, 0, 'turn')]);
  long.sync([ask(2, 1, 'turn')], 60 * 60_000);
  expect(long.bank(0)).toBe(120_000);
});

test('time to come back, and being late, leave the banks as the journal will say', () => {
  const step = fc.record({ wait: fc.nat(400_000), held: fc.constantFrom('no', 'away', 'late') });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      const live = new TableClock('fast', GAME, 1);
      const replayed = new TableClock('fast', GAME, 1);
      let now = 0;
      steps.forEach(({ wait, held }, id) => {
        const open = [ask(id, 0, 'turn')];
        for (const clock of [live, replayed]) clock.sync(open, now);
        now += wait;
        const due = live.next() ?? now;
        if (held === 'away') live.atLeast(60_000, now);
        if (held === 'late' && due < now) {
          live.late(now - due, now);
          expect(live.expired(now)).toEqual([0]);
        }
        for (const clock of [live, replayed]) clock.sync([], now);
        expect(live.bank(0)).toBe(replayed.bank(0));
      });
    }),
  );
});

test('a late time-out is not charged to the others', () => {
  const clock = clockWith('fast', [ask(1, 0, 'turn'), ask(2, 1, 'turn')]);
  clock.sync([ask(2, 1, 'turn'), ask(3, 0, 'turn')], 10_000);
  clock.late(90_000, 255_000);
  expect(clock.expired(255_000)).toEqual([1]);
  const third = clock.deadline(ask(3, 0, 'turn'));
  expect(third).toBeGreaterThan(255_000);
});

test('in any order of questions and answers, no bank grows or goes below zero', () => {
  const step = fc.record({ seat: fc.nat(3), wait: fc.nat(200_000), shared: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const clock = new TableClock('fast', GAME, 4);
      let now = 0;
      let banks = [0, 1, 2, 3].map((seat) => clock.bank(seat));
      steps.forEach(({ seat, wait, shared }, id) => {
        now += wait;
        clock.sync([shared ? ask(id, seat, 'turn', `turn of ${seat}`) : ask(id, seat, 'turn')], now);
        const after = [0, 1, 2, 3].map((at) => clock.bank(at));
        for (const at of [0, 1, 2, 3]) {
          expect(after[at]).toBeLessThanOrEqual(banks[at] ?? 0);
          expect(after[at]).toBeGreaterThanOrEqual(0);
        }
        banks = after;
        // Shared time may have run out already; a decision with its own time always has some.
        if (!shared) expect(clock.next()).toBeGreaterThan(now);
      });
    }),
  );
});

test('what is open again has what it had left, without what its seat has used since', () => {
  const clock = clockWith('fast', [ask(8, 0, 'turn')]);
  clock.sync([ask(16, 0, 'turn')], 20_000);
  clock.sync([ask(25, 1, 'turn')], 30_000);
  const again = ask(32, 0, 'turn');
  clock.sync([again], 35_000, 2);
  // 45 s, less the 10 s used before: the other seat's time is not charged.
  expect(clock.deadline(again)).toBe(35_000 + 35_000 + 120_000);
  const first = ask(40, 0, 'turn');
  clock.sync([first], 40_000, 1);
  expect(clock.deadline(first)).toBe(40_000 + 10_000 + 120_000);
  clock.sync([ask(49, 1, 'turn')], 45_000);
  const once = ask(56, 0, 'turn');
  clock.sync([once], 46_000, 5);
  expect(clock.deadline(once)).toBe(46_000 + 5_000 + 120_000);
});
