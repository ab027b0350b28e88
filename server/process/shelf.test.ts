// The shelf: built-in editions, the host's own, and files that are skipped.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { GameFamily } from '../../shared/kernel/game.ts';
import { type Captured, captureLog, type Scratch, scratch } from '../testing/scratch.ts';
import { toyFamily } from '../testing/toy-game.ts';
import { createShelf, editionHashOf } from './shelf.ts';

let place: Scratch;
let captured: Captured;
beforeEach(() => {
  place = scratch();
  captured = captureLog();
  mkdirSync(join(place.folder, 'toy'));
});
afterEach(() => place.remove());

const put = (name: string, content: string) => writeFileSync(join(place.folder, 'toy', name), content);
const shelf = (change: Partial<Parameters<typeof createShelf>[0]> = {}) =>
  createShelf({
    families: [toyFamily],
    editionsDir: place.folder,
    maxBytes: 1_000,
    maxPerGame: 2,
    log: captured.log,
    ...change,
  });
const skipped = () => captured.lines().filter((line) => line['msg'] === 'edition skipped');

test('offers the built-in edition, even without a folder', () => {
  const found = shelf({ editionsDir: join(place.folder, 'nowhere') });
  expect(found.games).toEqual(['toy']);
  expect(found.editionsOf('toy')).toEqual(['reconstruction-1']);
  expect(found.find('toy')?.game.edition).toBe('reconstruction-1');
  expect(found.find('toy')).toBe(found.find('toy', 'reconstruction-1'));
  expect(found.find('toy')?.editionHash).toBe(editionHashOf(toyFamily.builtIn));
});

test('does not know other games, editions and hashes', () => {
  const found = shelf();
  expect(found.find('chess')).toBeUndefined();
  expect(found.find('__proto__')).toBeUndefined();
  expect(found.find('toy', 'printed')).toBeUndefined();
  expect(found.editionsOf('chess')).toEqual([]);
  expect(found.gameOf({ game: 'toy', editionHash: 'f'.repeat(64), rulesVersion: 1 })).toBeUndefined();
});

test("loads the host's editions and finds them by hash", () => {
  put('big-pile.json', JSON.stringify({ pile: 99, name: 'big-pile' }));
  const found = shelf();
  expect(found.editionsOf('toy')).toEqual(['reconstruction-1', 'big-pile']);
  const hash = editionHashOf({ name: 'big-pile', pile: 99 });
  expect(found.find('toy', 'big-pile')?.editionHash).toBe(hash);
  expect(found.gameOf({ game: 'toy', editionHash: hash, rulesVersion: 1 })?.edition).toBe('big-pile');
  expect(skipped()).toEqual([]);
});

test('skips files that are damaged, too big, misnamed, duplicate or too many, and reports them', () => {
  put('a-broken.json', '{ "pile": ');
  put('b-refused.json', JSON.stringify({ name: 'b-refused', pile: -1 }));
  put('c-huge.json', JSON.stringify({ name: 'c-huge', pile: 1, ballast: 'x'.repeat(2_000) }));
  put('d-misnamed.json', JSON.stringify({ name: 'other', pile: 1 }));
  put('reconstruction-1.json', JSON.stringify({ name: 'reconstruction-1', pile: 7 }));
  put('UPPER.json', JSON.stringify({ name: 'UPPER', pile: 7 }));
  for (const name of ['x1', 'x2', 'x3']) put(`${name}.json`, JSON.stringify({ name, pile: 3 }));
  put('readme.txt', 'not looked at');
  const found = shelf();
  expect(found.editionsOf('toy')).toEqual(['reconstruction-1', 'x1', 'x2']);
  expect(found.find('toy')?.editionHash).toBe(editionHashOf(toyFamily.builtIn));
  expect(skipped().map((line) => line['file'])).toEqual([
    'UPPER.json',
    'a-broken.json',
    'b-refused.json',
    'c-huge.json',
    'd-misnamed.json',
    'reconstruction-1.json',
    'x3.json',
  ]);
});

test('earlier rules: their editions are kept for their matches, and not offered', () => {
  // The rules were changed together with the built-in edition; piles of more than 50 are refused from then on.
  const past: GameFamily = { ...toyFamily, builtIn: { name: 'reconstruction-0', pile: 7 } };
  const current: GameFamily = {
    ...toyFamily,
    rulesVersion: 2,
    past: [past],
    parseEdition: (raw) =>
      Number((raw as { pile?: unknown }).pile) > 50
        ? { ok: false, reasons: ['too many'] }
        : toyFamily.parseEdition(raw),
    withEdition: (edition) => ({ ...toyFamily.withEdition(edition), rulesVersion: 2 }),
  };
  const big = { name: 'big-pile', pile: 99 };
  put('big-pile.json', JSON.stringify(big));
  const found = shelf({ families: [current] });
  expect(found.editionsOf('toy')).toEqual(['reconstruction-1']);
  expect(found.find('toy', 'big-pile')).toBeUndefined();
  expect(found.editions('toy').map(({ name }) => name)).toEqual([
    'reconstruction-1',
    'big-pile',
    'reconstruction-0',
  ]);
  const gameOf = (raw: unknown, rulesVersion: number) =>
    found.gameOf({ game: 'toy', editionHash: editionHashOf(raw), rulesVersion });
  const named = (raw: unknown, rulesVersion: number) => {
    const game = gameOf(raw, rulesVersion);
    return game && [game.edition, game.rulesVersion];
  };
  expect(named(toyFamily.builtIn, 2)).toEqual(['reconstruction-1', 2]);
  expect(named(toyFamily.builtIn, 1)).toEqual(['reconstruction-1', 1]);
  expect(named(past.builtIn, 1)).toEqual(['reconstruction-0', 1]);
  expect(named(big, 1)).toEqual(['big-pile', 1]);
  // Rules that are not kept: the match can be viewed with others once it is over.
  expect(named(toyFamily.builtIn, 9)).toEqual(['reconstruction-1', 2]);
  expect(found.playable).toHaveLength(5);
});
