// The package, from an empty folder outside: installed, compiled strictly, and played with.
import { execFile, type SpawnSyncReturns, spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { type Running, startServer } from '../../server/testing/start.ts';

jest.setTimeout(300_000);

const ROOT = join(import.meta.dirname, '../..');
const MODULES = join(ROOT, 'node_modules');

let folder: string;
let running: Running;
beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'outside-')));
  running = await startServer({
    rooms: true,
    environment: { RATE_LIMITS: 'off' },
    roomLimits: { botPauseMs: 0 },
  });
  const packed = succeeded(npm(ROOT, 'pack', '--workspace=client', `--pack-destination=${folder}`, '--json'));
  const [{ filename }] = JSON.parse(packed) as [{ filename: string }];
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  // It imports nothing.
  succeeded(npm(folder, 'install', '--offline', '--no-audit', '--no-fund', join(folder, filename)));
});
afterAll(async () => {
  await running.stop();
  rmSync(folder, { recursive: true, force: true });
});

function npm(cwd: string, ...options: string[]) {
  return spawnSync('npm', options, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

function succeeded({ status, stdout, stderr }: SpawnSyncReturns<string>): string {
  expect({ status, said: status === 0 ? '' : `${stdout}${stderr}` }).toEqual({ status: 0, said: '' });
  return stdout;
}

/** As installed beside it. */
function link(name: string): void {
  mkdirSync(join(folder, 'node_modules', name, '..'), { recursive: true });
  symlinkSync(join(MODULES, name), join(folder, 'node_modules', name));
}

function compile(file: string, more: object = {}): void {
  const { compilerOptions } = JSON.parse(readFileSync(join(ROOT, 'tsconfig.json'), 'utf8')) as {
    compilerOptions: object;
  };
  const strict = { ...compilerOptions, skipLibCheck: false, ...more };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: strict, files: [file] }));
  succeeded(spawnSync(join(MODULES, '.bin/tsc'), ['-p', folder], { encoding: 'utf8' }));
}

test('alone it compiles strictly, with or without the types of browsers', () => {
  writeFileSync(
    join(folder, 'alone.ts'),
    `import { guest, quayside } from 'quayside-client';
const token = await guest({ url: '', name: 'Ann' });
const table = await quayside({ url: '', token }).create('borneo', { options: { fourMerchants: true } });
for await (const turn of table.turns()) {
  if (turn.decision.kind === 'placement') await turn.play('place-merchant', { company: 'red' });
  // @ts-expect-error no such command
  await turn.play('place-pirate', { company: 'red' });
  // @ts-expect-error views have no such field
  turn.view.secrets;
}
`,
  );
  compile('alone.ts', { types: [], lib: ['es2024'] });
  compile('alone.ts', { types: [], lib: ['es2024', 'dom'] });
});

test('the example of the guide compiles, and plays over both transports', async () => {
  for (const name of ['@colyseus', '@types/node', 'undici-types']) link(name);
  const guide = readFileSync(join(ROOT, 'docs/protocol.md'), 'utf8');
  const [, example = ''] = /<!-- typed: .*?-->\s*```ts\n(.*?)```/s.exec(guide) ?? [];
  expect(example).toContain("from 'quayside-client'");
  writeFileSync(join(folder, 'play.ts'), example);
  // The SDK's own declarations are not checked.
  compile('play.ts', { skipLibCheck: true });
  const { stdout: out, stderr } = await promisify(execFile)(process.execPath, ['play.ts', running.url], {
    cwd: folder,
  });
  expect(stderr).toBe('');
  const results = out.split('\n').filter((line) => line.startsWith('{'));
  expect(results.map((line) => (JSON.parse(line) as { ranking: unknown[] }).ranking.length)).toEqual([2, 2]);
  expect(out).toMatch(/^\d+ \S/m);
  expect(out).not.toContain('undefined');
});
