// Under which names the server answers, for those who run it at home, in a club and behind proxies.
import type { IncomingMessage } from 'node:http';
import { expect, test } from '@jest/globals';
import { readConfig } from '../process/config.ts';
import { captureLog } from '../testing/scratch.ts';
import { type HostKind, hostPolicy } from './hosts.ts';

const kindOf = (
  environment: Record<string, string>,
  headers: Record<string, string>,
  machine = 'Boathouse.club.example',
): HostKind => {
  const policy = hostPolicy(readConfig(environment), captureLog().log, () => machine);
  return policy({ headers } as unknown as IncomingMessage);
};

test.each<[HostKind, string]>([
  ['ours', 'localhost:2567'],
  ['ours', 'quayside.localhost'],
  ['ours', '192.168.1.20:2567'],
  ['ours', '203.0.113.5'],
  ['ours', '[fe80::1]:2567'],
  ['ours', 'boathouse'],
  ['ours', 'boathouse.local:2567'],
  ['ours', 'BOATHOUSE.lan'],
  ['ours', 'boathouse.home.arpa.'],
  ['ours', 'boathouse.club.example'],
  ['unknown', 'other.local'],
  ['unknown', 'club.example'],
  ['unknown', 'boathouse.evil.example'],
  ['unknown', 'play.example.org'],
  ['unknown', '127.0.0.1.evil.example'],
  ['malformed', '127.0.0.1:'],
  ['malformed', '127.0.0.1:port'],
  ['malformed', '[127.0.0.1]'],
  ['malformed', '::1'],
  ['malformed', 'a..b'],
  ['malformed', 'user@localhost'],
  ['malformed', 'localhost/x'],
  ['malformed', 'localhost, evil.example'],
])('without any setting: %s, %s', (kind, host) => {
  expect(kindOf({}, { host })).toBe(kind);
});

test('names from the settings, and HOST if it is a name', () => {
  const environment = { ALLOWED_HOSTS: 'Play.example.org, quayside', HOST: 'game.example.org' };
  for (const host of ['play.example.org', 'quayside:2567', 'game.example.org', 'localhost', '10.0.0.1'])
    expect([host, kindOf(environment, { host })]).toEqual([host, 'ours']);
  for (const host of ['www.play.example.org', 'example.org'])
    expect([host, kindOf(environment, { host })]).toEqual([host, 'unknown']);
  expect(kindOf({ ALLOWED_HOSTS: '*' }, { host: 'any.example' })).toBe('ours');
  expect(kindOf({ ALLOWED_HOSTS: '*' }, { host: 'a@b' })).toBe('malformed');
});

test.each<[string, Record<string, string>]>([
  ['nginx as in our documents', { host: 'play.example.org' }],
  ['Caddy', { host: 'play.example.org', 'x-forwarded-host': 'play.example.org' }],
  ['one that asks for its upstream', { host: '127.0.0.1:2567', 'x-forwarded-host': 'play.example.org' }],
  [
    'one that adds to what the client claimed',
    { host: 'localhost', 'x-forwarded-host': 'a@b, play.example.org' },
  ],
])('behind %s a domain works, with and without ALLOWED_HOSTS', (_which, headers) => {
  expect(kindOf({ TRUST_PROXY: '1' }, headers)).toBe('ours');
  const listed = { TRUST_PROXY: '1', ALLOWED_HOSTS: 'play.example.org' };
  expect(kindOf(listed, headers)).toBe('ours');
  expect(kindOf({ ...listed, ALLOWED_HOSTS: 'game.example.org' }, headers)).toBe('unknown');
});

test('behind a proxy, too, a host must be a bare authority', () => {
  const environment = { TRUST_PROXY: '1' };
  expect(kindOf(environment, { host: 'a@b' })).toBe('malformed');
  expect(kindOf(environment, { host: 'a@b', 'x-forwarded-host': 'play.example.org' })).toBe('malformed');
  expect(kindOf(environment, { host: 'play.example.org', 'x-forwarded-host': 'h/x?' })).toBe('malformed');
});

test('behind a proxy that does not set X-Forwarded-Host, claiming one does not help', () => {
  const environment = { TRUST_PROXY: '1', ALLOWED_HOSTS: 'play.example.org' };
  expect(kindOf(environment, { host: 'evil.example', 'x-forwarded-host': 'play.example.org' })).toBe(
    'unknown',
  );
});

test('without a proxy no client can claim a host', () => {
  expect(kindOf({}, { host: 'evil.example', 'x-forwarded-host': 'localhost' })).toBe('unknown');
});
