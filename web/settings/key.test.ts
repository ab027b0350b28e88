// Keys of players on their way to another device.
import { expect, test } from '@jest/globals';
import { nameIn } from '../lib/player.ts';
import { keyIn, linkWith } from './key.ts';

const KEY = `head.${btoa(JSON.stringify({ name: 'Zo' })).replaceAll('=', '')}.sum`;

test('a key survives a link, and being broken into lines', () => {
  expect(keyIn(linkWith(KEY, 'https://play.example.org'))).toBe(KEY);
  expect(keyIn(` ${KEY.slice(0, 9)}\n ${KEY.slice(9)} `)).toBe(KEY);
});

test.each(['', 'hello', 'https://example.org/settings', 'a.b', 'a.b.c.d', 'a.b c!.d'])(
  '%j is no key',
  (text) => {
    expect(keyIn(text)).toBeUndefined();
  },
);

test('a key contains its player’s name; anything else is rejected', () => {
  const accented = new TextEncoder().encode(JSON.stringify({ name: 'Zoé 🐟' }));
  const claims = btoa(String.fromCharCode(...accented))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
  expect(nameIn(`head.${claims}.sum`)).toBe('Zoé 🐟');
  expect(nameIn(KEY)).toBe('Zo');
  for (const odd of ['', 'a.b.c', `head.${btoa('{}')}.sum`, `head.${btoa('null')}.sum`, `${KEY}.more`])
    expect(nameIn(odd)).toBeUndefined();
});
