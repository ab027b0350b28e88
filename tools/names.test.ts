// A name in a document is found dead if no file, script, setting or constant has it.
import { expect, test } from '@jest/globals';
import { deadNames, type KnownNames } from './names.ts';

const known: KnownNames = {
  paths: new Set([
    'server/door/guard.ts',
    'rooms/play/clock.ts',
    'loadtest/chaos/main.ts',
    'loadtest/tools/plan.ts',
  ]),
  scripts: new Set(['check', 'check:links']),
  constants: new Set(['DATA_DIR', 'MOST_2']),
};

test.each([
  '`server/door/guard.ts` checks, `clock.ts` counts',
  'npm run check, npm run --silent check:links -- --help',
  '`DATA_DIR=./data`, at most `MOST_2`',
  'https://example.org/server/other.ts',
  '`npm run …`, `npm install`, `x.json`, SIGTERM and HTTP/1.1',
])('%j names what there is', (text) => {
  expect(deadNames('guide.md', text, known)).toEqual([]);
});

test.each([
  ['see `server/door.ts` and server/door.ts', 'server/door.ts'],
  ['`guards.ts`', 'guards.ts'],
  ['npm run checks', 'checks'],
  ['    npm run -s check:link', 'check:link'],
  ['`DATA_FOLDER`', 'DATA_FOLDER'],
])('%j names what is gone', (text, name) => {
  expect(deadNames('guide.md', text, known)).toEqual([`guide.md: there is no ${name}`]);
});

test('a path may begin at the folder of the document', () => {
  expect(deadNames('loadtest/README.md', '`tools/plan.ts`', known)).toEqual([]);
});
