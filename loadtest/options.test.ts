import { expect, test } from '@jest/globals';
import { parseCommandLine, UsageError } from '../cli/command-line.ts';
import { COMMAND, optionsOf } from './options.ts';

function readOptions(args: readonly string[], cores: number) {
  const given = parseCommandLine(COMMAND, args);
  return given && optionsOf(given.values, cores);
}

test('the defaults are those of the usage', () => {
  const options = readOptions([], 4);
  expect(options).toMatchObject({ url: undefined, workers: 3, thresholds: { maxErrors: 0 } });
  expect(options?.plan).toMatchObject({
    games: ['borneo'],
    matches: 200,
    rate: 2,
    seconds: 60,
    warmup: 5,
    think: 250,
  });
  expect(readOptions(['--game', 'all'], 1)?.plan.games.length).toBeGreaterThan(1);
  expect(readOptions(['--help'], 1)).toBeUndefined();
});

test.each([
  [['--game', 'chess'], /--game: one of borneo/],
  [['--rate', 'fast'], /--rate: a number/],
  [['--rate', '0'], /--rate: a number/],
  [['--captains', 'many'], /--captains: a number/],
  [['--captains', '1.5'], /--captains: a number from 0 to 1/],
  [['--matches', '1.5'], /--matches: a whole number/],
  [['--seed', 'abc'], /--seed: 32 hexadecimal digits/],
  [['--bot', 'clever'], /--bot: random or greedy/],
  [['--url', 'example.org'], /--url: http/],
  [['--url', 'http://127.0.0.1:1', '--profile', 'x'], /--profile/],
  [['--servers', 'http://127.0.0.1:1'], /--servers: only with --url/],
  [['--url', 'http://127.0.0.1:1', '--servers', '127.0.0.1:2'], /--servers: http/],
  [['--url', 'http://127.0.0.1:1', '--cluster', '2'], /--cluster: not with/],
  [['--sead', '1'], /--sead/],
  [['stray'], /stray/],
])('refuses impossible options: %j', (args, message) => {
  expect(() => readOptions(args, 2)).toThrow(UsageError);
  expect(() => readOptions(args, 2)).toThrow(message);
});
