// Every command of package.json explains itself, and refuses what it does not know with one line.
import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { globSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import packageJson from '../package.json' with { type: 'json' };
import { type Scratch, scratch } from '../server/testing/scratch.ts';

jest.setTimeout(180_000);

const ROOT = join(import.meta.dirname, '..');

/** Our own programs that scripts run; Jest, the linter and the compiler have their own options. */
const programs = new Set([
  ...Object.values(packageJson.scripts).flatMap((script) =>
    [...script.matchAll(/\b((?:server|tools|loadtest|simulation|conformance)\/[\w/-]+\.m?[jt]s)\b/g)].map(
      ([file]) => file,
    ),
  ),
  ...globSync('tools/print-*.ts', { cwd: ROOT }),
]);

let place: Scratch;
beforeAll(() => {
  place = scratch();
});
afterAll(() => place.remove());

function run(file: string, ...args: string[]): SpawnSyncReturns<string> {
  return spawnSync(process.execPath, [join(ROOT, file), ...args], {
    cwd: place.folder,
    encoding: 'utf8',
    env: { PATH: '', DATA_DIR: join(place.folder, 'data') },
    timeout: 30_000,
  });
}

test('the programs are found', () => {
  expect(programs.size).toBeGreaterThan(10);
  expect([...programs]).toEqual(
    expect.arrayContaining([
      'server/start.mjs',
      'tools/backup.ts',
      'loadtest/main.ts',
      'conformance/main.ts',
    ]),
  );
});

test.each([...programs].sort())('%s explains itself on --help, and does nothing else', (file) => {
  const { status, stdout, stderr } = run(file, '--help');
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^usage: (npm|node) /);
  expect(readdirSync(place.folder)).toEqual([]);
});

test.each([...programs].sort())('%s refuses an unknown option with one line', (file) => {
  const { status, stdout, stderr } = run(file, '--no-such-option');
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^[^\n]*--no-such-option[^\n]*--help[^\n]*\n$/);
  expect(readdirSync(place.folder)).toEqual([]);
});

test.each([
  ['tools/backup.ts', [], 'an argument is missing'],
  ['tools/backup.ts', ['a', 'b'], '«b» is one argument too many'],
  ['tools/backup.ts', ['a', '--keep', 'all'], '--keep: a whole number from 1'],
  ['tools/export.ts', [], 'an argument is missing'],
  ['tools/test-long.ts', ['ten'], 'SCALE: a whole number from 1'],
  ['loadtest/main.ts', ['--game', 'chess'], '--game: one of borneo'],
  ['loadtest/campaign.ts', ['--games', '0'], '--games: a whole number from 1'],
  ['loadtest/bench.ts', ['race'], '«race» is neither compare, rules, bytes nor starts'],
  ['conformance/main.ts', [], 'the address of a server is missing'],
] as const)('%s %j is refused with one line', (file, args, reason) => {
  const { status, stderr } = run(file, ...args);
  expect(status).toBe(2);
  expect(stderr).toContain(reason);
  expect(stderr.trim().split('\n')).toHaveLength(1);
});

test('the conformance kit says in one line that the server does not answer', async () => {
  // A port that was free a moment ago.
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  const { status, stdout, stderr } = run('conformance/main.ts', `http://127.0.0.1:${port}`);
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^no answer from http:\/\/127\.0\.0\.1:\d+: .*ECONNREFUSED.*\n$/);
});
