import { expect, test } from '@jest/globals';
import { parseCommandLine, UsageError } from '../../cli/command-line.ts';
import { FAULTS } from './faults.ts';
import { COMMAND } from './options.ts';

test('without options everything fails once', () => {
  const options = parseCommandLine(COMMAND, [])?.values;
  expect(options).toMatchObject({ servers: 3, stoppedSeconds: 20, awaySeconds: 10, redisSeconds: 30 });
  expect(options?.faults).toEqual(Object.keys(FAULTS));
  expect(parseCommandLine(COMMAND, ['--faults', 'kill,term'])?.values.faults).toEqual(['kill', 'term']);
  expect(parseCommandLine(COMMAND, ['--help'])).toBeUndefined();
});

test.each([
  [['--servers', '1'], /--servers: a whole number from 2/],
  [['--faults', 'kill,flood'], /--faults: one of kill/],
  [['--link-ms', '20,slow'], /--link-ms: a whole number from 0/],
  [['--game', 'chess'], /--game: one of borneo/],
  [['--seed', 'abc'], /--seed/],
])('refuses impossible options: %j', (args, message) => {
  expect(() => parseCommandLine(COMMAND, args)).toThrow(UsageError);
  expect(() => parseCommandLine(COMMAND, args)).toThrow(message);
});
