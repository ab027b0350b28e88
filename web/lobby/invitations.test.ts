// Invitations that people type or paste.
import { expect, test } from '@jest/globals';
import { spelled, wayIn } from './invitations.ts';

const CODE = '8bzu257cwuvan4dd.tr8v3cnmiarh';
const WAY = { id: '8bzu257cwuvan4dd', invitation: CODE };

test.each([
  CODE,
  `  ${CODE.toUpperCase()}\n`,
  spelled(CODE),
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

test('a code is spelled in groups of four', () => {
  expect(spelled(CODE)).toBe('8bzu 257c wuva n4dd . tr8v 3cnm iarh');
});
