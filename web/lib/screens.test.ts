// Screens and their addresses.
import { expect, test } from '@jest/globals';
import { addressOf, type Screen, screenAt } from './screens.ts';

const at = (path: string) => screenAt(new URL(path, 'https://play.example.org'));

test.each<Screen>([
  { name: 'home' },
  { name: 'settings' },
  { name: 'new', game: 'cabo-da-roca' },
  { name: 'first-match', game: 'cabo-da-roca' },
  { name: 'join', invitation: '' },
  { name: 'join', invitation: 'p7qk2wz9bxnf5h3t.r8d4m6y2kvw3' },
  { name: 'table', id: 'p7qk2wz9bxnf5h3t', invitation: '' },
  { name: 'table', id: 'p7qk2wz9bxnf5h3t', invitation: 'p7qk2wz9bxnf5h3t.r8d4m6y2kvw3' },
  { name: 'replay', id: 'm', version: null, as: 'spectator' },
  { name: 'replay', id: 'm', version: 40, as: '1' },
  { name: 'rules', game: 'a game/of ours', rule: null },
  { name: 'rules', game: 'borneo', rule: 'BOR-4.2' },
])('%j has an address that leads back to it', (screen) => {
  expect(at(addressOf(screen))).toEqual(screen);
});

test('an invitation is not in the part of a URL that is sent', () => {
  const { pathname, search } = new URL(addressOf({ name: 'join', invitation: 'm.secret' }), 'https://x');
  expect(pathname + search).not.toContain('secret');
});

test.each(['/nowhere', '/table', '/rules/a/b/c', '/new/a/b', '/settings/more'])('%s is no screen', (path) => {
  expect(at(path)).toEqual({ name: 'unknown' });
});

test('malformed parts are kept unchanged', () => {
  expect(at('/table/%E0%A4%A')).toEqual({ name: 'table', id: '%E0%A4%A', invitation: '' });
  expect(at('/replay/m?version=-3')).toMatchObject({ version: null });
});
