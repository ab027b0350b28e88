// What a soak calls growth, and that its options are checked. A short one runs in .ci/run.
import { expect, test } from '@jest/globals';
import { parseCommandLine } from '../../cli/command-line.ts';
import { describeMachine } from '../machine.ts';
import { COMMAND } from './options.ts';
import { renderSoak } from './report.ts';
import type { Level, SoakResult } from './soak.ts';
import { judgeSoak } from './verdict.ts';

const MIB = 2 ** 20;
const CALM: Omit<Level, 'at'> = {
  liveBytes: 60 * MIB,
  residentBytes: 250 * MIB,
  descriptors: 36,
  timers: 4,
  rooms: 0,
  clients: 0,
  moves: 4_000,
  matches: 40,
  p99: 5,
};

function result(change: (wave: number) => Partial<Level> = () => ({}), troubles = {}): SoakResult {
  const levels = Array.from({ length: 12 }, (_, wave) => ({ ...CALM, at: 60 * wave, ...change(wave) }));
  return {
    levels,
    moves: levels.reduce((sum, { moves }) => sum + moves, 0),
    matches: 480,
    troubles,
    samples: [],
  };
}

const failed = (soaked: SoakResult) =>
  judgeSoak(soaked)
    .filter(({ ok }) => !ok)
    .map(({ what }) => what);

test('steady levels pass, even if the first waves still fill caches or one wave is an outlier', () => {
  expect(failed(result())).toEqual([]);
  expect(failed(result((wave) => ({ liveBytes: (wave < 2 ? 45 : 60) * MIB })))).toEqual([]);
  expect(failed(result((wave) => (wave === 9 ? { liveBytes: 90 * MIB, timers: 60 } : {})))).toEqual([]);
});

const LEAKS: readonly [string, string, (wave: number) => Partial<Level>][] = [
  ['memory', 'live memory', (wave) => ({ liveBytes: (60 + 1.5 * wave) * MIB })],
  ['files', 'open files and sockets', (wave) => ({ descriptors: 36 + wave })],
  ['timers', 'timers', (wave) => ({ timers: 4 + 2 * wave })],
  ['a room that never leaves memory', 'rooms at rest', (wave) => (wave === 6 ? { rooms: 1 } : {})],
  ['a client that never leaves', 'clients at rest', (wave) => (wave === 6 ? { clients: 1 } : {})],
  ['no play at all', 'moves', () => ({ moves: 0 })],
];

test.each(LEAKS)('found: %s', (_name, what, change) => {
  expect(failed(result(change))).toEqual([what]);
});

test('a broken promise fails it, and the page says so', () => {
  const soaked = result(() => ({}), { 'command-lost': 1 });
  expect(failed(soaked)).toEqual(['troubles of the players']);
  const page = renderSoak(soaked, judgeSoak(soaked), describeMachine());
  expect(page).toContain('<strong>Failed</strong>');
  expect(page.match(/<svg/g)).toHaveLength(3);
});

test('options that cannot be used are refused', () => {
  expect(parseCommandLine(COMMAND, ['--help'])).toBeUndefined();
  expect(parseCommandLine(COMMAND, ['--minutes', '60'])?.values).toMatchObject({ minutes: 60, wave: 40 });
  for (const args of [['--minutes', '0'], ['--wave', 'x'], ['--rate', '-1'], ['--nothing']])
    expect(() => parseCommandLine(COMMAND, args)).toThrow();
});
