// The chart of the points: where its lines run.
import { expect, test } from '@jest/globals';
import { chartOf, type Frame, turningPoints } from './chart.ts';

const FRAME: Frame = { width: 640, height: 120, left: 30, right: 10, top: 10, bottom: 10 };

test('a line is level between moves and steps where points change', () => {
  const chart = chartOf([[0], [0], [10], [10], [20]], 4, { ...FRAME, left: 0, right: 0, top: 0, bottom: 0 });
  expect(chart.ticks.map(({ points }) => points)).toEqual([0, 5, 10, 15, 20]);
  expect(chart.lines[0]?.path).toBe('M0 120H320V60H640V0H640');
});

test('clicks lead to the version they point at, and stay within the match', () => {
  const chart = chartOf([[0, 0]], 50, FRAME);
  for (const version of [0, 1, 25, 49, 50]) expect(chart.versionAt(chart.xOf(version))).toBe(version);
  expect([chart.versionAt(-99), chart.versionAt(9_999)]).toEqual([0, 50]);
});

test('equal points: the shapes of the seats do not cover each other', () => {
  const level = Array.from({ length: 101 }, () => [3, 3, 3, 3, 3]);
  const places = chartOf(level, 100, FRAME).lines.flatMap(({ marks }) => marks.map(({ x }) => x));
  expect(places.length).toBeGreaterThanOrEqual(15);
  expect(new Set(places).size).toBe(places.length);
});

test.each([
  [
    [
      [-5, 2],
      [-5, 12],
    ],
    [-5, 0, 5, 10, 15],
  ],
  [[[0, 0]], [0, 1]],
  [[[0, 137]], [0, 50, 100, 150]],
  [[[0, 0.5]], [0, 1]],
])('%j: all points are between the ticks %j', (standings, ticks) => {
  const chart = chartOf(standings, standings.length - 1, FRAME);
  expect(chart.ticks.map(({ points }) => points)).toEqual(ticks);
  for (const { y } of chart.ticks) expect(y).toBeGreaterThanOrEqual(FRAME.top);
  for (const { y } of chart.ticks) expect(y).toBeLessThanOrEqual(FRAME.height - FRAME.bottom);
});

test('nothing is known yet, or a very long match', () => {
  expect(chartOf([], 0, FRAME).lines).toEqual([]);
  const long = Array.from({ length: 50_000 }, (_, version) => [Math.floor(version / 1000), 0]);
  expect(chartOf(long, 49_999, FRAME).lines[0]?.path.length).toBeLessThan(1_000);
});

test('the table has the versions at which points changed, the first and the last', () => {
  const standings = [
    [0, 0],
    [0, 0],
    [2, 0],
    [2, 0],
    [2, 3],
    [2, 3],
  ];
  expect(turningPoints(standings, 10)).toEqual([0, 2, 4, 5]);
  expect(turningPoints(standings, 2)).toEqual([0, 5]);
  expect(turningPoints([], 10)).toEqual([]);
  const long = Array.from({ length: 1_000 }, (_, version) => [version]);
  expect(turningPoints(long, 40)).toHaveLength(40);
});
