// A file with what an unresolved merge leaves is found, by its line; everything else that looks similar is not.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { conflictMarkers } from './leftovers.ts';

// Put together here, so that this file has none itself.
const marker = (sign: string) => sign.repeat(7);

test.each([
  `${marker('<')} HEAD`,
  `  ${marker('<')} HEAD`,
  marker('='),
  `  ${marker('=')}`,
  `${marker('|')} 44babd0`,
  `${marker('>')} 44babd0 (changelog: one line)`,
  `${marker('> ')}44babd0 (changelog: one line) (and the rest)`,
  marker('>'),
])('%j is a marker', (line) => {
  expect(conflictMarkers('a.md', `before\n${line}\r\nafter\n`)).toEqual([`a.md:2: ${line.trim()}`]);
});

test.each([
  '========',
  '======',
  '> a quotation',
  '> > quoted twice',
  `x ${marker('=')}`,
  `${marker('<')}x`,
  '| table | of | seven | columns | 1 | 2 | 3 |',
])('%j is not a marker', (line) => {
  expect(conflictMarkers('a.md', `${line}\n`)).toEqual([]);
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'leftovers-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function check(): { status: number | null; lines: string[] } {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'check-leftovers.ts')],
    { cwd: folder, encoding: 'utf8' },
  );
  return { status, lines: `${stderr}${stdout}`.trimEnd().split('\n') };
}

test('the check fails for a planted marker in any kind of text file, hidden ones included', () => {
  mkdirSync(join(folder, '.ci'));
  mkdirSync(join(folder, 'node_modules'));
  writeFileSync(join(folder, 'clean.md'), '# Title\n');
  writeFileSync(join(folder, 'node_modules/theirs.js'), `${marker('<')} HEAD\n`);
  writeFileSync(join(folder, 'picture.png'), Buffer.from(`\0\n${marker('<')} HEAD\n`));
  expect(check()).toEqual({ status: 0, lines: ['leftovers: 1 files, 0 conflict markers'] });

  writeFileSync(join(folder, '.ci/run'), `one\n${marker('<')} HEAD\n`);
  writeFileSync(join(folder, 'b.json'), `{}\n${marker('> ')}44babd0\n`);
  expect(check()).toEqual({
    status: 1,
    lines: [
      `.ci/run:2: ${marker('<')} HEAD`,
      `b.json:2: ${marker('> ')}44babd0`,
      'leftovers: 3 files, 2 conflict markers',
    ],
  });
});
