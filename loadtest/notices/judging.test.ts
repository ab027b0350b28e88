// What a campaign calls lost, doubled or late, and what it allows.
import { expect, test } from '@jest/globals';
import type { Notice } from '../../shared/protocol/notices.ts';
import { type Arrival, HookTarget, type Mood } from './hooks.ts';
import { judgeNotices, type OpenedDecision } from './judging.ts';

const RULES = {
  longMs: 500,
  lateMs: 100,
  now: 9_000,
  undisturbedMs: (from: number, to: number) => to - from,
};
const DECISION: OpenedDecision = { id: 8, seat: 0, openedAt: 1_000, closedAt: 5_000 };

const notice = (id: string): Notice => ({
  id,
  kind: 'your-turn',
  matchId: 'm1',
  game: 'toy',
  seat: 0,
  decision: 8,
  deadline: null,
  at: 1_000,
});
const arrival = (change: Partial<Arrival> = {}): Arrival => ({
  notice: notice('a'),
  sentAt: 1_040,
  at: 1_050,
  life: 0,
  isClear: true,
  ...change,
});
const judge = (arrivals: readonly Arrival[], mood: Mood = 'good', decision = DECISION) => {
  const target = new HookTarget('http://here/', mood);
  for (const one of arrivals) target.arrived(one);
  const players = [{ token: '', targets: [target] }];
  return judgeNotices([{ matchId: 'm1', players, decisions: [decision] }], RULES);
};

test('a decision that was told once is sound, and its time is measured', () => {
  const { findings, told, handedOver } = judge([arrival()]);
  expect([findings, told, handedOver?.count]).toEqual([[], 1, 1]);
  expect(handedOver?.max).toBeCloseTo(50, -1);
});

test.each<[string, readonly Arrival[], RegExp]>([
  ['lost', [], /lost, although it was open for 4000 ms/],
  ['doubled', [arrival(), arrival({ notice: notice('b'), life: 1 })], /different ids/],
  ['sent again', [arrival(), arrival()], /answered clearly and nothing failed/],
  ['late', [arrival({ sentAt: 5_101 })], /told 101 ms after its answer/],
  ['invented', [arrival(), arrival({ notice: { ...notice('b'), decision: 9 } })], /decision 9, which is not/],
])('a notice that is %s is found', (_what, arrivals, fault) => {
  expect(judge(arrivals).findings).toEqual([expect.stringMatching(fault)]);
});

test.each<[string, readonly Arrival[], Mood]>([
  ['again after an answer that was not clear', [arrival({ isClear: false }), arrival()], 'shaky'],
  ['again after a server was killed', [arrival(), arrival({ life: 1 })], 'good'],
  ['again while something fails', [arrival({ life: Number.NaN }), arrival({ life: Number.NaN })], 'good'],
  ['not at all, at a target that does not listen', [], 'dead'],
])('a notice may come %s', (_when, arrivals, mood) => {
  expect(judge(arrivals, mood).findings).toEqual([]);
});

test('a decision that was answered soon need not be told', () => {
  const { findings, withdrawn } = judge([], 'good', { ...DECISION, closedAt: 1_400 });
  expect([findings, withdrawn]).toEqual([[], 1]);
});

test('what is owed comes after the pauses that follow failures', () => {
  const target = new HookTarget('http://here/', 'shaky');
  const told = [false, false, false, false, true].map((isClear, n) => {
    target.answered(isClear, n * 100_000);
    return target.calledBy - n * 100_000;
  });
  expect(told.slice(0, 4)).toEqual([5_000, 10_000, 20_000, 40_000]);
  expect(target.calledBy).toBeLessThan(400_000);
  // A server that ends has perhaps not stored the clear answer.
  target.doubt(400_001);
  target.answered(false, 500_000);
  expect(target.calledBy).toBe(580_000);
  for (let n = 0; n < 20; n++) target.answered(false, 500_000);
  expect(target.calledBy).toBe(500_000 + 3_600_000);
});
