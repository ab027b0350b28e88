// At one table no two names look alike.
import { expect, test } from '@jest/globals';
import { distinctName, lookOf } from './names.ts';

test.each([
  ['the same', 'Ann'],
  ['another case', 'aNN'],
  ['blanks around and within', ' A nn\u00a0'],
  ['zero-width characters', 'A\u200bn\u200d\ufeffn'],
  ['marks that turn the direction of text', '\u202eAnn\u202c\u200f'],
  ['Cyrillic letters', '\u0410nn'],
  ['letters of full width', '\uff21\uff4e\uff4e'],
  ['mathematical letters', '\u{1d400}\u{1d427}\u{1d427}'],
  ['accents', 'A\u0301nn\u0308'],
  ['an empty symbol', 'Ann\u2800'],
  ['a filler', 'Ann\u3164'],
  ['a tag character', 'Ann\u{e0041}'],
  ['punctuation', 'Ann.'],
])('Ann with %s gets a number', (_how, name) => {
  expect(distinctName(name, ['Bob', 'Ann'])).toBe(`${name} (2)`);
});

test.each([
  ['Bill', 'BiIl'],
  ['Bill', 'B1l|'],
  ['Oslo', '0s1o'],
  ['morn', 'mom'],
  ['scope', 'ѕсоре'],
  ['Ωmega', 'ωmega'],
  ['Νίκη', 'Nikη'],
])('%s and %s look the same', (one, other) => {
  expect(lookOf(one)).toBe(lookOf(other));
});

test.each([
  ['Ann', 'Anna'],
  ['Ann', 'Ann (2)'],
  ['Zoé', 'Noé'],
  ['李雷', '韩梅梅'],
  ['🙂', '🙃'],
  ['...', '..'],
  ['עמית', 'עמיר'],
])('%s and %s do not', (one, other) => {
  expect(distinctName(other, [one])).toBe(other);
});

test('the numbers continue, skipping names that are already taken', () => {
  expect(distinctName('Ann', ['Ann', 'Ann (2)'])).toBe('Ann (3)');
  expect(distinctName('Ann (2)', ['Ann', 'Ann (2)'])).toBe('Ann (2) (2)');
});
