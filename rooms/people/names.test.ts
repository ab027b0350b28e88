// At one table no two names look alike.
import { expect, test } from '@jest/globals';
import { distinctName, lookOf, looksOf } from './names.ts';

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

test.each([
  ['Cherokee', 'Anna', '\u13aanna'],
  ['Lisu', 'Bob', '\ua4d0ob'],
  ['Armenian', 'Sonou', 'S\u0585\u0578\u0585\u057d'],
  ['Canadian syllabics', 'Pat', '\u146dat'],
  ['small capitals', 'vow', '\u1d20\u1d0f\u1d21'],
  ['Coptic', 'Cop', '\u2ca4op'],
  ['Deseret', 'Lo', 'L\u{1042c}'],
  ['letters of phonetics', 'gala', '\u0261\u0251l\u0251'],
  ['Arabic', 'Otto', '\u0647tt\u0665'],
  ['Hebrew', 'Oslo', '\u05e1s\u05dfo'],
  ['a ligature', 'Aero', '\u00c6ro'],
  ['old italic', 'Ada', '\u{102a0}da'],
  ['a click', 'Ole', 'O\u01c0e'],
])('look-alikes by Unicode’s list: %s', (_script, name, other) => {
  expect(lookOf(other)).toBe(lookOf(name));
});

test.each([
  ['Cyrillic and Greek capitals', 'ПФГЛ', 'ΠΦΓΛ'],
  ['Cyrillic and Greek, lower case', 'пф', 'πφ'],
  ['other capitals', 'Паф', 'ΠΑΦ'],
  ['Coptic and Greek', 'ⲄⲆ', 'ΓΔ'],
  ['Armenian and Cyrillic', 'ՕլԼ', 'ОլԼ'],
  ['Cherokee and Greek', 'ᎱᏢΓ', 'ᎱᏢГ'],
  ['Cyrillic letters with and without a descender', 'жук', 'җук'],
  ['Arabic digits', '٤٥ج', '۴٥ج'],
  ['Katakana and Han', 'カエ', '力工'],
  ['Kannada and Telugu', '೨ಅ', '౨అ'],
  ['Lao and Thai', 'ບປ', 'บป'],
  ['Canadian syllabics and Greek', 'ᐃΩ', 'ΔΩ'],
])('%s look the same', (_scripts, one, other) => {
  expect(distinctName(other, [one])).toBe(`${other} (2)`);
  expect(distinctName(one, [other])).toBe(`${one} (2)`);
});

test.each([
  ['Юрий', 'Мария'],
  ['Γιώργος', 'Γιάννης'],
  ['Արամ', 'Անի'],
  ['山田', '田中'],
  ['김', '이'],
  ['中', '大'],
  ['Гена', 'Лена'],
])('%s and %s do not', (one, other) => {
  expect(distinctName(other, [one])).toBe(other);
});

test('a name as long as names may be, of letters that look like three each, takes no time', () => {
  const name = '﷽ﷺㆇ🄫'.repeat(6);
  expect(looksOf(name).join('').length).toBeLessThan(3_000);
});

test('plain letters and digits look the same beside a letter that is in no list', () => {
  for (const letter of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789')
    expect(lookOf(`${letter}ж`)).toBe(`${lookOf(letter)}ж`);
});

test('names with accents are allowed; beside the same name without them they get a number', () => {
  expect(distinctName('Zoé', ['Ann', 'Noé'])).toBe('Zoé');
  expect(distinctName('Zoé', ['Zoe'])).toBe('Zoé (2)');
});

test('the numbers continue, skipping names that are already taken', () => {
  expect(distinctName('Ann', ['Ann', 'Ann (2)'])).toBe('Ann (3)');
  expect(distinctName('Ann (2)', ['Ann', 'Ann (2)'])).toBe('Ann (2) (2)');
});
