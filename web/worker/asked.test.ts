// What the service worker answers for, and what it leaves alone.
import { expect, test } from '@jest/globals';
import { askedFor } from './asked.ts';

const ORIGIN = 'https://play.example.org';
const asked = (path: string, mode: 'navigate' | 'cors' = 'cors', method = 'GET') =>
  askedFor({ method, mode, url: new URL(path, ORIGIN).href }, ORIGIN);

test.each([
  ['/', 'navigate', 'page'],
  ['/table/abc', 'navigate', 'page'],
  ['/replay/abc?version=3', 'navigate', 'page'],
  ['/web/main-EOXSH42U.js', 'cors', 'file'],
  ['/web/icon.svg', 'cors', 'part'],
  ['/', 'cors', 'words'],
  ['/api/v1/games', 'cors', 'words'],
  ['/api/v1/games/cabo-da-roca/schemas', 'cors', 'words'],
  [`/api/v1/games/borneo/editions/${'0f'.repeat(32)}`, 'cors', 'words'],
  ['/api/v1/games/borneo/sentences/fr?edition=abc', 'cors', 'words'],
  ['/api/v1/games/borneo/rules/en', 'cors', 'words'],
  ['/api/v1/sentences/en', 'cors', 'words'],
] as const)('%s as %s is asked for as a %s', (path, mode, what) => {
  expect(asked(path, mode)).toBe(what);
});

test.each([
  ['/admin/', 'navigate'],
  ['/api/v1/', 'navigate'],
  ['/playground/', 'navigate'],
  ['/metrics', 'navigate'],
  ['/sw.js', 'cors'],
  ['/web/build.json', 'cors'],
  ['/api/v1/me/seats', 'cors'],
  ['/api/v1/me/export', 'cors'],
  ['/api/v1/tables', 'cors'],
  ['/api/v1/tables/abc', 'cors'],
  ['/api/v1/matches/abc/history', 'cors'],
  ['/api/v1/matches/abc/record', 'cors'],
  ['/matchmake/joinById/abc', 'cors'],
] as const)('%s as %s is left to the browser', (path, mode) => {
  expect(asked(path, mode)).toBeUndefined();
});

test('nothing but reading, and nothing of another server, is answered', () => {
  expect(asked('/api/v1/games', 'cors', 'POST')).toBeUndefined();
  expect(asked('https://elsewhere.example.org/web/main-EOXSH42U.js')).toBeUndefined();
});
