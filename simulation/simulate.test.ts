// The simulation repeats itself, and finds a fault at once. It runs in processes of its own, with its own clockwork.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const MAIN = join(import.meta.dirname, 'main.ts');

function simulated(...args: readonly string[]): Promise<{ code: number; said: string }> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [MAIN, '--worlds', '1', ...args], (_error, said) =>
      resolve({ code: child.exitCode ?? -1, said }),
    );
  });
}

const traceIn = (said: string) => /trace (\w{64})/.exec(said)?.[1];
const SEED = '5'.repeat(32);

test('the same seed has the same trace, to the last step; another seed has another one', async () => {
  const [one, again, other] = await Promise.all(
    [SEED, SEED, '6'.repeat(32)].map((seed) => simulated('--seed', seed)),
  );
  expect([one?.code, again?.code, other?.code]).toEqual([0, 0, 0]);
  expect(traceIn(one?.said ?? '')).toBeDefined();
  expect(traceIn(again?.said ?? '')).toBe(traceIn(one?.said ?? ''));
  expect(traceIn(other?.said ?? '')).not.toBe(traceIn(one?.said ?? ''));
});

test('a planted fault is found, and told as a short story', async () => {
  const { code, said } = await simulated('--seed', 'cd'.repeat(16), '--plant', 'answered-early');
  expect(code).toBe(1);
  expect(said).toMatch(/FOUND: match \w+: version \d+ is shown, \d+ are stored/);
  expect(said.split('\n').length).toBeLessThan(100);
});
