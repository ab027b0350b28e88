import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { isAvailable } from '../cli/available.ts';

const before = process.env['CI'];
let said: string[] = [];
beforeEach(() => {
  said = [];
  delete process.env['CI'];
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(String(text)) > 0);
});
afterEach(() => {
  jest.restoreAllMocks();
  if (before === undefined) delete process.env['CI'];
  else process.env['CI'] = before;
});

test('with everything installed, tests run and nothing is said, in CI too', () => {
  expect(isAvailable([])).toBe(true);
  process.env['CI'] = 'true';
  expect(isAvailable([])).toBe(true);
  expect(said).toEqual([]);
});

test('what is missing skips the tests with a message; in CI it is a failure', () => {
  expect(isAvailable(['no Redis', 'no Caddy'])).toBe(false);
  expect(said).toEqual(['SKIPPED: no Redis, no Caddy\n']);
  process.env['CI'] = 'true';
  expect(() => isAvailable(['no Redis', 'no Caddy'])).toThrow('no Redis\nno Caddy');
});
