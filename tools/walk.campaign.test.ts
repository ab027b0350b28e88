// The walks through the house stay as short as they are; a longer one is noticed.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

function walk(...args: string[]) {
  const program = join(import.meta.dirname, 'walk.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd: join(import.meta.dirname, '..'),
  });
  return { status, said: `${stdout}${stderr}` };
}

test('no walk runs through more of our files than it may', () => {
  const { status, said } = walk();
  expect(said.match(/\d+ files \(at most \d+\)/g)).toHaveLength(4);
  expect({ status, said: status === 0 ? '' : said }).toEqual({ status: 0, said: '' });
});

test('a walk that became longer than its bound is an error', () => {
  expect(walk('--at-most', '20').status).toBe(1);
});
