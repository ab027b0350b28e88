import { expect, test } from '@jest/globals';
import { UsageError } from '../usage.ts';
import { FAULTS } from './faults.ts';
import { readOptions } from './options.ts';

test('without options everything fails once', () => {
  const options = readOptions([]);
  expect(options).toMatchObject({ servers: 3, stoppedSeconds: 20, awaySeconds: 10, redisSeconds: 30 });
  expect(options?.faults).toEqual(Object.keys(FAULTS));
  expect(readOptions(['--faults', 'kill,term'])?.faults).toEqual(['kill', 'term']);
  expect(readOptions(['--help'])).toBeUndefined();
});

test.each([
  [['--servers', '1'], /--servers: a whole number from 2/],
  [['--faults', 'kill,flood'], /--faults: some of kill/],
  [['--link-ms', '20,slow'], /--link-ms: whole numbers/],
  [['--game', 'chess'], /--game: one of borneo/],
  [['--seed', 'abc'], /--seed/],
])('refuses impossible options: %j', (args, message) => {
  expect(() => readOptions(args)).toThrow(UsageError);
  expect(() => readOptions(args)).toThrow(message);
});
