// A failed suite is run again: failing twice is a failure, passing then is reported.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { afterSecondRun, failedSuites, type Results } from './test-results.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'second-run-test-'));
  writeFileSync(join(folder, 'jest.config.mjs'), 'export default { testMatch: ["<rootDir>/*.test.cjs"] };\n');
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

function suite(name: string, ...statuses: readonly string[]): Results['testResults'][number] {
  return {
    name,
    status: statuses.includes('failed') || statuses.length === 0 ? 'failed' : 'passed',
    assertionResults: statuses.map((status, n) => ({ fullName: `test ${n}`, status })),
  };
}

function secondRun(first: readonly Results['testResults'][number][]) {
  const file = join(folder, 'first.json');
  writeFileSync(file, JSON.stringify({ testResults: first }));
  const config = join(folder, 'jest.config.mjs');
  return spawnSync(process.execPath, ['tools/second-run.ts', config, file], { encoding: 'utf8' });
}

test('a suite that passes the second time passes, and is reported', () => {
  const flaky = join(folder, 'flaky.test.cjs');
  writeFileSync(flaky, 'test("wins the race", () => {});\n');
  const run = secondRun([suite('/elsewhere/steady.test.ts', 'passed', 'passed'), suite(flaky, 'failed')]);
  expect(run.stdout).toMatch(
    /passed only when run again: .*flaky\.test\.cjs: test 0\n3 passed, 0 failed\n$/u,
  );
  expect(run.status).toBe(0);
});

test('a suite that fails twice has failed', () => {
  const broken = join(folder, 'broken.test.cjs');
  writeFileSync(broken, 'test("fails", () => { throw new Error("planted"); });\n');
  const run = secondRun([suite('/elsewhere/steady.test.ts', 'passed'), suite(broken, 'failed')]);
  expect(run.stdout).toMatch(/\n1 passed, 1 failed\n$/u);
  expect(run.status).toBe(1);
});

test('where nothing failed, nothing is run again', () => {
  const steady = join(folder, 'steady.test.cjs');
  const run = secondRun([suite(steady, 'passed')]);
  expect(existsSync(steady)).toBe(false);
  expect(run.stdout).toBe('1 passed, 0 failed\n');
  expect(run.status).toBe(0);
});

test('many failures are not races: none of those suites is run again', () => {
  const all = Array.from({ length: 9 }, (_, n) => join(folder, `${n}.test.cjs`));
  for (const file of all) writeFileSync(file, 'test("would pass", () => {});\n');
  const run = secondRun(all.map((file) => suite(file, 'failed')));
  expect(run.stdout).toBe('0 passed, 9 failed\n');
  expect(run.status).toBe(1);
});

test('no result at all is a failure', () => {
  expect(secondRun([]).status).toBe(1);
});

test('a suite that cannot be loaded counts as one failure', () => {
  const first = { testResults: [suite('a'), suite('b', 'passed', 'failed', 'failed')] };
  expect(failedSuites(first)).toEqual(['a', 'b']);
  expect(afterSecondRun(first, undefined)).toEqual({ passed: 1, failed: 3, unsteady: [] });
  expect(
    afterSecondRun(first, { testResults: [suite('a', 'passed'), suite('b', 'passed', 'failed', 'passed')] }),
  ).toEqual({
    passed: 3,
    failed: 1,
    unsteady: ['a'],
  });
});
