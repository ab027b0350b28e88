// npm run cluster as an operator uses it: one address, servers that are restarted, nothing left at the end.

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { isAvailable } from '../cli/available.ts';
import { missingForCluster } from '../cli/private-cluster.ts';
import { guest, quayside } from '../client/index.ts';
import { until } from '../rooms/testing/player.ts';
import { type Output, outputOf } from '../server/testing/process.ts';

jest.setTimeout(180_000);

const describeOrSkip = isAvailable(missingForCluster()) ? describe : describe.skip;

const ending: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(ending.splice(0).map((end) => end()));
});

async function startCommand() {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'cluster.ts'), '--servers', '2', '--port', '0'],
    {
      env: { PATH: process.env['PATH'], BOT_PAUSE_MS: '50' },
    },
  );
  const output: Output = outputOf(child);
  ending.push(() => {
    if (child.exitCode === null) child.kill('SIGTERM');
    return output.ended;
  });
  await until(() => output.out().includes('Open http://') || child.exitCode !== null, 'the address', 60_000);
  const found = (pattern: RegExp) => [...output.out().matchAll(pattern)].map(([, value = '']) => value);
  return { child, output, found, url: found(/Open (http:\S+?)\/ /g)[0] ?? '' };
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describeOrSkip('npm run cluster', () => {
  test('plays through one address; a killed server is restarted; Ctrl+C ends everything', async () => {
    const { child, output, found, url } = await startCommand();
    const [first] = found(/server 1: \S+, process (\d+)/g).map(Number);
    if (first === undefined) throw new Error(output.err());
    const token = await guest({ url, name: 'Ann' });
    const table = await quayside({ url, token }).create('borneo', { seats: 3, bots: 2, clock: 'none' });
    expect((await table.start()).ok).toBe(true);
    expect((await table.request('hand-over', { playing: false })).ok).toBe(true);
    const versions: number[] = [];
    let killed = false;
    for await (const line of table.lines(-1)) {
      if (line.type !== 'news') continue;
      versions.push(line.version);
      if (versions.length === 10 && !killed) {
        killed = true;
        process.kill(first, 'SIGKILL');
      }
    }
    expect(table.facts.status).toBe('finished');
    expect(versions).toEqual(versions.map((_, index) => index));
    await until(() => output.out().includes('server 1 is back'), 'the server that was killed', 60_000);
    expect(output.out()).toContain('server 1 has ended (killed), and is started again');

    const pids = found(/server \d(?: is back)?: (?:\S+, )?process (\d+)/g).map(Number);
    child.kill('SIGINT');
    expect(await output.ended).toBe(0);
    expect(output.out()).toContain('everything is stopped and removed');
    expect(pids.length).toBe(3);
    expect(pids.filter(isAlive)).toEqual([]);
    await expect(fetch(url)).rejects.toThrow();
  });

  test('options that are impossible are refused in one line', async () => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'cluster.ts'), '--servers', '99']);
    const output = outputOf(child);
    expect(await output.ended).toBe(2);
    expect(output.err()).toBe('--servers: a whole number from 1 to 16 is needed; see --help\n');
  });
});
