// npm run edition: what it makes a server loads, what it refuses a server skips.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createShelf } from '../server/process/shelf.ts';
import { captureLog, type Scratch, scratch } from '../server/testing/scratch.ts';
import { families } from '../shared/games/index.ts';

let place: Scratch;
beforeEach(() => {
  place = scratch();
});
afterEach(() => place.remove());

const editionsDir = () => join(place.folder, 'editions');
function edition(...args: string[]) {
  const env = { ...process.env, EDITIONS_DIR: editionsDir() };
  const program = join(import.meta.dirname, 'edition.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { env });
  return { status, said: `${stdout}${stderr}` };
}
const loaded = () => {
  const { log } = captureLog();
  return createShelf({ families, editionsDir: editionsDir(), maxBytes: 1_000_000, maxPerGame: 5, log });
};

test.each(['borneo', 'rotterdam'])('a new edition of %s passes its check, and a server loads it', (game) => {
  const file = join(editionsDir(), game, 'printed-1998.json');
  expect(edition('new', game, 'printed-1998')).toMatchObject({ status: 0 });
  const { status, said } = edition('check', file);
  expect(status).toBe(0);
  const shelf = loaded();
  expect(shelf.editionsOf(game)).toEqual(['reconstruction-1', 'printed-1998']);
  expect(said).toContain(shelf.find(game, 'printed-1998')?.editionHash);
});

test('a file that a server would skip is refused, with the place of the fault', () => {
  edition('new', 'borneo', 'mine');
  const file = join(editionsDir(), 'borneo', 'mine.json');
  const text = readFileSync(file, 'utf8');
  for (const [from, to, reason] of [
    ['"startingHand": 3', '"startingHand": "x"', 'constants.startingHand: '],
    ['"edition": "mine"', '"edition": "other"', 'must be called other.json'],
    ['"game": "borneo"', '"game": "chess"', '- game: '],
    ['{', '', 'not valid JSON'],
  ] as const) {
    expect(text).toContain(from);
    writeFileSync(file, text.replace(from, to));
    const { status, said } = edition('check', file);
    expect([status, said]).toEqual([1, expect.stringContaining(reason)]);
    expect(loaded().editionsOf('borneo')).toEqual(['reconstruction-1']);
  }
  expect(edition('new', 'borneo', 'mine')).toMatchObject({ status: 1, said: `${file} exists already\n` });
  expect(edition('new', 'borneo', '../mine')).toMatchObject({ status: 1 });
});
