// What cannot be seen is in no name and in no line of chat; what is left can be seen.
import { expect, test } from '@jest/globals';
import { cleanText } from '../../rooms/people/chat.ts';
import { cleanName } from '../people/identity.ts';

const UNSEEN = [
  0x00, 0x1b, 0xad, 0x34f, 0x61c, 0x115f, 0x1160, 0x17b4, 0x180e, 0x200b, 0x200d, 0x200f, 0x202e, 0x2060,
  0x2066, 0x2800, 0x3164, 0xe000, 0xfeff, 0xffa0, 0xfffc, 0x1d159, 0x1d173, 0xe0041, 0xe007f, 0xe0100,
].map((point) => String.fromCodePoint(point));

test.each(UNSEEN.map((letter) => [letter.codePointAt(0)?.toString(16) ?? '', letter]))(
  'U+%s',
  (_, letter) => {
    expect(cleanName(`A${letter}nn`, 24)).toBe('Ann');
    expect(cleanText(`a${letter}b`, 24)).toBe('a b');
    for (const blank of [letter, `${letter}\u00a0${letter}`]) {
      expect(cleanName(blank, 24)).toBeUndefined();
      expect(cleanText(blank, 24)).toBe('');
    }
  },
);

test('marks and selectors alone are nothing to see', () => {
  for (const blank of ['\u0301', '\ufe0f', ' \u20e3 ', '\ufe0e\u0308']) {
    expect(cleanName(blank, 24)).toBeUndefined();
    expect(cleanText(blank, 24)).toBe('');
  }
});

test('words of any language, punctuation and emoji stay as they are', () => {
  for (const text of [
    'Zoé',
    'Łukasz',
    'Ξένια',
    'Ёлка',
    '李雷',
    'עמית',
    'محمد',
    'สมชาย',
    '...',
    '❤️',
    '👋🏽',
    'E\u0301',
  ]) {
    expect(cleanName(text, 24)).toBe(text.normalize('NFC'));
    expect(cleanText(text, 24)).toBe(text.normalize('NFC'));
  }
});
