// Settings with a slip in their names are noticed, other variables are not.
import { expect, test } from '@jest/globals';
import { misspelt } from './misspelt.ts';
import { SETTINGS } from './settings.ts';

test.each([
  ['LOBY_HOURS', 'LOBBY_HOURS'],
  ['LOBBY_HUORS', 'LOBBY_HOURS'],
  ['lobby_hours', 'LOBBY_HOURS'],
  ['REDIS_URI', 'REDIS_URL'],
  ['ADMIN_PASSWORT', 'ADMIN_PASSWORD'],
  ['ALLOWED_HOST', 'ALLOWED_HOSTS'],
  ['PROT', 'PORT'],
  ['HOSTS', 'HOST'],
])('%s: %s is meant', (name, meant) => {
  expect(misspelt({ [name]: '3' })).toEqual([{ name, meant }]);
});

test('variables of the machine and correct settings are no slips', () => {
  const usual = [
    'HOME',
    'PATH',
    'HOSTNAME',
    'PWD',
    'SHELL',
    'LANG',
    'TERM',
    'USER',
    'NODE_OPTIONS',
    'LOGNAME',
  ];
  const kubernetes = ['KUBERNETES_PORT', 'REDIS_PORT', 'POSTGRES_SERVICE_HOST', 'QUAYSIDE_SERVICE_PORT'];
  const names = [...usual, ...kubernetes, ...Object.keys(SETTINGS)];
  expect(misspelt(Object.fromEntries(names.map((name) => [name, '1'])))).toEqual([]);
});
