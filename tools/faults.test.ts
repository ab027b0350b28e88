// A fault scenario counts as proved only if its tests exist.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { readFaults, type Sources } from './faults.ts';

const root = join(import.meta.dirname, '..');
const sources: Sources = {
  read: (path) => {
    const file = join(root, path);
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  },
  scripts: new Set(['chaos', 'soak', 'crash', 'powercut', 'attack']),
};
const document = readFileSync(join(root, 'docs/faults.md'), 'utf8');
const PROOF =
  '- `server/trials/fragments.test.ts`: endless fragments disconnect their sender, and no other client is affected';

test('all scenarios are proved', () => {
  expect(readFaults(document, sources)).toEqual({ proved: 41, problems: [] });
});

test.each<[string, RegExp, (text: string) => string]>([
  [
    'a file that is not there',
    /29: there is no server\/nothing\.test\.ts/,
    (text) => text.replace(PROOF, '- `server/nothing.test.ts`: something'),
  ],
  [
    'a title that is not there',
    /29: .* has no test «something»/,
    (text) => text.replace(PROOF, '- `server/trials/fragments.test.ts`: something'),
  ],
  [
    'a title that is only part of one',
    /29: .* has no test «endless fragments»/,
    (text) => text.replace(PROOF, '- `server/trials/fragments.test.ts`: endless fragments'),
  ],
  [
    'a campaign that is not there',
    /38: there is no npm run soap/,
    (text) => text.replace('`npm run soak`', '`npm run soap`'),
  ],
  [
    'a line that names nothing',
    /29: neither a test nor a campaign/,
    (text) => text.replace(PROOF, '- checked by hand'),
  ],
  [
    'a scenario without a test',
    /^4 has no test/,
    (text) => text.replace(/(## 4\. [^\n]*\n)[\s\S]*?(?=## 5\.)/, '$1\n'),
  ],
  ['a scenario that is gone', /^7 is missing/, (text) => text.replace(/## 7\. [\s\S]*?(?=## 8\.)/, '')],
  ['a number twice', /^12 occurs twice/, (text) => text.replace('## 13. ', '## 12. ')],
])('found: %s', (_what, problem, plant) => {
  const planted = plant(document);
  expect(planted).not.toBe(document);
  expect(readFaults(planted, sources).problems).toContainEqual(expect.stringMatching(problem));
});

test('a test that is skipped proves nothing', () => {
  const skipped: Sources = {
    ...sources,
    read: (path) => sources.read(path)?.replace("test('endless fragments", "test.skip('endless fragments"),
  };
  expect(readFaults(document, skipped).problems).toEqual([
    expect.stringMatching(/^29: .* has no test «endless fragments/),
  ]);
});
