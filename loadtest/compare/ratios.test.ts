import { expect, test } from '@jest/globals';
import type { SystemFigures } from './compare.ts';
import { better, CHECKED, changesInWords, changesOf, isWorse, ratiosOf, storedRatios } from './ratios.ts';

const STORED = { fullSpeed: 0.8, equalLoad: 1.2, join: 1.5, bytes: 220, idle: 120 };

function figures(id: string, micros: number): SystemFigures {
  return {
    id,
    title: id,
    movesPerSecond: 1_000,
    movesPerCoreSecond: 1_000,
    cpuPerMoveMicros: { fullSpeed: micros, equalLoad: 2 * micros },
    latency: null,
    bytesPerMoveAndClient: 100,
    idleMatch: { residentBytes: 4_096, liveBytes: 2_048 },
    joinsPerSecond: 500,
    cpuPerJoinMicros: 10 * micros,
    generatorShare: 0.5,
  };
}

test('processor time is told as a multiple of the yardstick, size as it is', () => {
  const [ours = '', base = ''] = CHECKED;
  const systems = [figures(base, 50), figures(ours, 100), figures('relay', 10)];
  expect(ratiosOf({ systems })).toEqual({ fullSpeed: 2, equalLoad: 2, join: 2, bytes: 100, idle: 2 });
  expect(() => ratiosOf({ systems: systems.slice(1) })).toThrow('needed');
});

test('what got worse than its bound is named', () => {
  const now = { fullSpeed: 0.89, equalLoad: 0.6, join: 1.6, bytes: 221, idle: 120 };
  const worse = changesOf(STORED, now, 'whole').filter(isWorse);
  expect(worse.map(({ what }) => what)).toEqual(['µs a move, full speed, as a multiple of colyseus-journal']);
  const [first = '', ...others] = changesInWords(changesOf(STORED, now, 'whole'))
    .split('\n')
    .slice(1);
  expect(first).toMatch(/0\.80 +0\.89 +\+11 % +\+10 % +WORSE/);
  expect(others.join('\n')).not.toContain('WORSE');
});

test('beside other programs processor time may differ more, sizes may not', () => {
  const now = { ...STORED, fullSpeed: 1.1, join: 2.2, bytes: 250 };
  const worse = changesOf(STORED, now, 'quick').filter(isWorse);
  expect(worse.map(({ change }) => Math.round(change * 100))).toEqual([47, 14]);
});

test('of two runs the better one counts, figure by figure', () => {
  expect(better(STORED, undefined)).toEqual(STORED);
  expect(better(STORED, { ...STORED, join: 1.4, idle: 140 })).toEqual({ ...STORED, join: 1.4 });
});

test('the stored ratios can be read', () => {
  expect(Object.keys(storedRatios())).toEqual(['whole', 'quick']);
});
