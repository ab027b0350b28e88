// Settings: defaults, refusals of one line, secrets that are not printed.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { ConfigError, effectiveSettings, readConfig } from './config.ts';
import { SETTINGS, withoutLinks } from './settings.ts';

test('needs no settings', () => {
  const config = readConfig({});
  expect(config).toMatchObject({ port: 2567, host: undefined, mode: 'production', trustProxy: 0 });
  expect(config.corsOrigins).toEqual([]);
  expect(config.administrators.size).toBe(0);
  expect(config.editionsDir).toBe(join(config.dataDir, 'editions'));
});

test('reads the settings; an empty variable counts as unset', () => {
  const config = readConfig({
    PORT: '80',
    NODE_ENV: 'development',
    CORS_ORIGINS: 'https://play.example.org, http://localhost:5173',
    MAX_TABLES: '',
    BOT_PAUSE_MS: '0',
    ADMIN_PASSWORD: 'long enough for us',
  });
  expect(config).toMatchObject({ port: 80, mode: 'development', maxTables: 2000, botPauseMs: 0 });
  expect(config.corsOrigins).toEqual(['https://play.example.org', 'http://localhost:5173']);
  expect([...config.administrators]).toEqual([['admin', 'long enough for us']]);
});

test('keys of an issuer are loaded over HTTPS, or from this machine', () => {
  const auth = { AUTH_ISSUER: 'club', AUTH_AUDIENCE: 'quayside' };
  for (const url of ['https://login.example.org/keys', 'http://localhost:8080/keys', 'http://[::1]/keys'])
    expect(readConfig({ ...auth, AUTH_JWKS_URL: url }).auth?.keys).toBe(url);
});

test('each provider in the manual has its five lines, and they are settings', () => {
  const manual = readFileSync('docs/sign-in.md', 'utf8').split(/^### /m).slice(1);
  const names = manual.map((part) => part.slice(0, part.indexOf('\n')));
  expect(names).toEqual(['Keycloak', 'Authentik', 'Pocket ID', 'Google', 'Discord']);
  for (const part of manual) {
    const lines = [...part.matchAll(/^ {4}(\w+)=(.+)$/gm)].map(([, name = '', value = '']) => [name, value]);
    expect(lines).toHaveLength(5);
    for (const [name = ''] of lines) expect(Object.keys(SETTINGS)).toContain(name);
    const { oidc, publicUrl } = readConfig(Object.fromEntries(lines));
    expect(oidc).toMatchObject({
      issuer: expect.stringMatching(/^https:/),
      clientSecret: expect.any(String),
    });
    expect(publicUrl ?? 'https://play.example.org').toBe('https://play.example.org');
  }
});

test('in development it listens on this machine only, unless an address is given', () => {
  expect(readConfig({ NODE_ENV: 'development' }).host).toBe('127.0.0.1');
  expect(readConfig({ NODE_ENV: 'development', HOST: '0.0.0.0' }).host).toBe('0.0.0.0');
  expect(readConfig({ NODE_ENV: 'production' }).host).toBeUndefined();
});

test.each([
  ['ALLOWED_HOSTS', 'https://play.example.org'],
  ['ALLOWED_HOSTS', 'play.example.org:8443'],
  ['ALLOWED_HOSTS', 'play.example.org, *.example.org'],
  ['PORT', '65536'],
  ['PORT', 'http'],
  ['PORT', '-1'],
  ['PORT', '2567.5'],
  ['CORS_ORIGINS', '*'],
  ['CORS_ORIGINS', 'https://play.example.org/'],
  ['CORS_ORIGINS', 'https://ok.example,null'],
  ['LOG_LEVEL', 'loud'],
  ['ADMIN_PASSWORD', 'short'],
  ['METRICS_TOKEN', 'short'],
  ['AUTH_JWKS_URL', 'http://login.example.org/keys'],
  ['AUTH_JWKS_URL', 'http://127.0.0.1.example.org/keys'],
  ['AUTH_JWKS_URL', 'http://localhost.example.org/keys'],
  ['AUTH_JWKS_URL', 'file:///keys'],
  ['NODE_ENV', 'prod'],
  ['TRUST_PROXY', 'true'],
  ['STORE_THREAD', 'yes'],
  ['STANDBY', 'on'],
  ['REDIS_URL', 'redis://:secret@host:6379'],
  ['REDIS_URL', 'http://host:6379'],
  ['PEER_ADDRESS', 'http://server-1:2567'],
  ['PEER_ADDRESS', 'server-1:0'],
  ['PEER_ADDRESS', 'server-1'],
  ['DATABASE_URL', 'mysql://user:short@host/db'],
  ['SHUTDOWN_SECONDS', '0'],
  ['BOT_PAUSE_MS', '-1'],
  ['AUTH_ISSUER', 'https://login.example.org/'],
  ['AUTH_JWKS_URL', 'ftp://login.example.org/keys'],
])('refuses %s=%s in one line that names the variable, without repeating the value', (name, value) => {
  const attempt = () => readConfig({ [name]: value });
  expect(attempt).toThrow(ConfigError);
  expect(attempt).toThrow(new RegExp(`^${name}: [^\n]+$`));
  if (value === 'short') expect(attempt).not.toThrow(/short/);
});

const CLUSTER = { DATABASE_URL: 'postgres://localhost/q', REDIS_URL: 'rediss://:secret@redis:6379/0' };

test('mail comes from the host of the links unless another address is given, and needs links that are its own', () => {
  const SMTP_URL = 'smtps://user:password@mail.example.org';
  const PUBLIC_URL = 'https://play.example.org';
  expect(readConfig({ SMTP_URL, PUBLIC_URL }).mail).toEqual({
    url: SMTP_URL,
    from: 'no-reply@play.example.org',
  });
  expect(readConfig({ SMTP_URL, PUBLIC_URL, MAIL_FROM: 'a@example.org' }).mail?.from).toBe('a@example.org');
  expect(readConfig({ PUBLIC_URL }).mail).toBeUndefined();
  expect(() => readConfig({ SMTP_URL })).toThrow('SMTP_URL: needs PUBLIC_URL');
  expect(() => readConfig({ SMTP_URL: 'http://mail', PUBLIC_URL })).toThrow('SMTP_URL: must be a URL');
  expect(() => readConfig({ MAIL_FROM: 'a@b\nBcc: c' })).toThrow('MAIL_FROM: must be a bare address');
});

test.each(['server-1:2567', '10.0.0.4:80', '[fd00::4]:2567', 'a.b.svc.cluster.local:65535'])(
  'one of several processes may be reached at %s',
  (address) => {
    const config = readConfig({ ...CLUSTER, PEER_ADDRESS: address });
    expect(config).toMatchObject({ redisUrl: CLUSTER.REDIS_URL, peerAddress: address, standby: false });
  },
);

test.each([
  ['PEER_ADDRESS', 'server-1:65536'],
  ['PEER_ADDRESS', ':2567'],
  ['PEER_ADDRESS', 'a b:2567'],
  ['PEER_ADDRESS', 'fd00::4:2567'],
  ['STANDBY', 'on'],
  ['REDIS_URL', 'memcached://host'],
])('with several processes it refuses %s=%s', (name, value) => {
  expect(() => readConfig({ ...CLUSTER, [name]: value })).toThrow(new RegExp(`^${name}: [^\n]+$`));
});

test('prints every value in force, secrets only as set or not set', () => {
  const printed = effectiveSettings({ ADMIN_PASSWORD: 'a very secret word', PORT: '99' });
  expect(Object.keys(printed)).toEqual(Object.keys(SETTINGS));
  expect(printed).toMatchObject({ PORT: '99', ADMIN_PASSWORD: 'set', METRICS_TOKEN: 'not set' });
  expect(JSON.stringify(printed)).not.toContain('secret word');
});

test('meanings have no links outside the document that they lead to', () => {
  expect(withoutLinks('A file ([PostgreSQL](#postgresql)) for [`/admin/`](#administration)')).toBe(
    'A file for `/admin/`',
  );
  const meanings = Object.values(SETTINGS).map(({ meaning }) => withoutLinks(meaning));
  expect(meanings.filter((meaning) => meaning.includes(']('))).toEqual([]);
});
