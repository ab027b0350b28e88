// Invitations that people type or paste.
import { expect, test } from '@jest/globals';
import { shortCode, spelled, wayIn } from './invitations.ts';

const CODE = '8bzu257cwuvan4dd.tr8v3cnmiarh';
const WAY = { id: '8bzu257cwuvan4dd', invitation: CODE };

test.each([
  CODE,
  `  ${CODE.toUpperCase()}\n`,
  '8bzu 257c wuva n4dd . tr8v 3cnm iarh',
  `https://play.example.org/join#${CODE}`,
  `http://localhost:2567/join#${encodeURIComponent(CODE)}`,
])('%j leads to its table', (typed) => {
  expect(wayIn(typed)).toEqual(WAY);
});

test('a public table is found by its id alone, also by the address of its page', () => {
  const way = { id: WAY.id, invitation: '' };
  expect(wayIn(WAY.id)).toEqual(way);
  expect(wayIn(`https://play.example.org/table/${WAY.id}`)).toEqual(way);
});

test.each(['', 'hello', 'https://example.org/', `${CODE}.more`, '%', 'a'.repeat(200), '../../etc'])(
  '%j is no invitation',
  (typed) => {
    expect(wayIn(typed)).toBeUndefined();
  },
);

test('a short code is spelled in two groups, and found however it is typed', () => {
  expect(spelled('bkqrtz')).toBe('BKQ RTZ');
  for (const typed of ['bkqrtz', ' BKQ RTZ ', 'bkq-rtz', 'B K Q R T Z'])
    expect(shortCode(typed)).toBe('bkqrtz');
});

test.each(['', 'bkqrt', 'bkqrtzz', 'BKQRTA', 'bkq 123', CODE])('%j is no short code', (typed) => {
  expect(shortCode(typed)).toBeUndefined();
});
