// The tests that SECURITY.md names beside each line of RFC 9700 exist under these titles.
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { ATTACK_NAMES } from '../server/testing/sign-in-attacks.ts';

const ROW = /^\| \d\.\d+.*$/gm;
/** A file and the titles after it. */
const HELD = /`([\w/.-]+\.test\.ts)` ((?:“[^”]+”(?:; )?)+)/g;

function missingIn(document: string): readonly string[] {
  return (document.match(ROW) ?? []).flatMap((row) => {
    const held = [...row.matchAll(HELD)];
    if (held.length === 0) return [`no test: ${row}`];
    return held.flatMap(([, path = '', titles = '']) => {
      const source = readFileSync(path, 'utf8');
      const isThere = (title: string) =>
        source.includes(title) || ATTACK_NAMES.some((name) => title === `refused: ${name}`);
      return [...titles.matchAll(/“([^”]+)”/g)]
        .map(([, title = '']) => title)
        .filter((title) => !isThere(title))
        .map((title) => `${path}: ${title}`);
    });
  });
}

test('each line of RFC 9700 in SECURITY.md has its tests', () => {
  const document = readFileSync('SECURITY.md', 'utf8');
  expect(document.match(ROW)).toHaveLength(22);
  expect(missingIn(document)).toEqual([]);
});

test.each([
  ['| 4.1 x | y | nothing |', 'no test: | 4.1 x | y | nothing |'],
  [
    '| 4.1 x | y | `tools/security-table.test.ts` “each line of RFC 9700 in SECURITY.md has its tests”; “a planted\u00a0title” |',
    'tools/security-table.test.ts: a planted\u00a0title',
  ],
])('%j has none', (row, problem) => {
  expect(missingIn(row)).toEqual([problem]);
});
