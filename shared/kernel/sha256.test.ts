// SHA-256 against the system's own.
import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { sha256 } from './sha256.ts';

const known = (text: string) => createHash('sha256').update(text).digest('hex');

test('the examples of the standard', () => {
  expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(sha256('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
});

test('every length around the ends of blocks, and letters of every width', () => {
  for (let length = 0; length <= 260; length++) {
    const text = 'q'.repeat(length);
    expect([length, sha256(text)]).toEqual([length, known(text)]);
  }
  for (const text of [
    'Comptoir des Antilles, édition d’été',
    '船',
    '⚓🚢',
    'half \ud800 a pair',
    'é'.repeat(5_000),
  ])
    expect(sha256(text)).toBe(known(text));
});
