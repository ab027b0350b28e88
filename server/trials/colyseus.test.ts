// Importing the framework must not change the process: no settings from files, nothing printed.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'quayside-colyseus-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

test('an .env file in the working directory is not read, and nothing is printed', () => {
  for (const name of ['.env', '.env.development', '.env.production'])
    writeFileSync(join(folder, name), 'PLANTED_BY_A_FILE=yes\n');
  const program = `
    const before = JSON.stringify(process.env);
    await import(${JSON.stringify(import.meta.resolve('colyseus'))});
    await import(${JSON.stringify(pathToFileURL(join(import.meta.dirname, '../app.ts')).href)});
    if (JSON.stringify(process.env) !== before) throw new Error('the environment has changed');
  `;
  const run = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect({ status: run.status, stdout: run.stdout, stderr: run.stderr }).toEqual({
    status: 0,
    stdout: '',
    stderr: '',
  });
});
