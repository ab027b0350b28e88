// What this browser remembers of fingerprints.
import { expect, test } from '@jest/globals';
import { fingerprintOf, noteFingerprint, withNote } from './fingerprints.ts';

const note = (match: string, commitment: string) => ({ match, commitment, at: 0 });

test('the first sight of a match counts, and the oldest are forgotten', () => {
  const first = withNote([], note('m', 'aa'));
  expect(withNote(first, note('m', 'bb'))).toEqual(first);
  let notes = first;
  for (let n = 0; n < 200; n++) notes = withNote(notes, note(`m${n}`, 'cc'));
  expect([notes.length, notes.some(({ match }) => match === 'm')]).toEqual([200, false]);
});

test('nothing is noted of a match that is over', () => {
  noteFingerprint('over', { commitment: 'aa', seed: 'bb' });
  noteFingerprint('open', { commitment: 'aa', seed: null });
  expect(fingerprintOf('over')).toBeUndefined();
  expect(fingerprintOf('open')).toMatchObject({ commitment: 'aa' });
});
