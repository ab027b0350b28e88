import { expect, test } from '@jest/globals';
import { exampleResult } from './testing/example.ts';
import { judge, type Thresholds } from './verdict.ts';

const NONE: Thresholds = { maxErrors: 0 };

function failures(thresholds: Partial<Thresholds>, result = exampleResult()): string[] {
  const verdict = judge(result, { ...NONE, ...thresholds });
  expect(verdict.ok).toBe(verdict.checks.every(({ ok }) => ok));
  return verdict.checks.filter(({ ok }) => !ok).map(({ what }) => what);
}

test('passes results within the thresholds', () => {
  const all = {
    maxP50: 4,
    maxP99: 100,
    maxStartP99: 100,
    minMoves: 60,
    minMovesPerSecond: 20,
    maxMemoryMiB: 150,
  };
  expect(failures(all)).toEqual([]);
  expect(judge(exampleResult(), { ...NONE, ...all }).checks).toHaveLength(8);
});

test.each([
  [{ maxP50: 2 }, 'p50 to all clients'],
  [{ maxP99: 50 }, 'p99 to all clients'],
  [{ maxStartP99: 50 }, 'p99 to the start'],
  [{ minMoves: 61 }, 'moves'],
  [{ minMovesPerSecond: 21 }, 'moves a second'],
  [{ maxMemoryMiB: 149 }, 'memory of the server'],
])('fails results beyond them: %j', (thresholds, what) => {
  expect(failures(thresholds)).toEqual([what]);
});

test('errors count against --max-errors; broken promises are never allowed', () => {
  const slow = exampleResult({ troubles: { 'timed-out': 3 } });
  expect(failures({}, slow)).toEqual(['errors']);
  expect(failures({ maxErrors: 3 }, slow)).toEqual([]);
  for (const trouble of ['version-gap', 'views-differ', 'command-lost', 'record-differs'] as const) {
    expect(failures({ maxErrors: 100 }, exampleResult({ troubles: { [trouble]: 1 } }))).toEqual([
      'broken promises',
    ]);
  }
});

test('a threshold without measurements fails, and so does a test in which nothing was played', () => {
  const idle = exampleResult({
    latencies: { ...exampleResult().latencies, delivery: null },
    totals: { ...exampleResult().totals, moves: 0 },
  });
  expect(failures({ maxP99: 100 }, idle)).toEqual(['moves', 'p99 to all clients']);
  expect(failures({ maxMemoryMiB: 100 }, exampleResult({ server: null }))).toEqual(['memory of the server']);
});

test('reports when the generator or another program spoilt the measurement', () => {
  const doubts = (changes: Parameters<typeof exampleResult>[0]) => judge(exampleResult(changes), NONE).doubts;
  const { generator } = exampleResult();
  expect(doubts({})).toEqual([]);
  expect(doubts({ generator: { ...generator, cpu: 0.97 } })).toEqual([
    'the generator was the bottleneck: its busiest worker used 97 % of a core',
  ]);
  expect(doubts({ generator: { ...generator, latenessP99: 40 } })[0]).toMatch(/late itself: p99 40 ms/);
  expect(doubts({ othersCores: 1 })).toEqual([
    'other programs used 1 of 2 cores meanwhile: the server could be faster alone',
  ]);
  expect(doubts({ unfinished: 2 })[0]).toMatch(/2 matches did not end in time; only 6 of 60/);
});
