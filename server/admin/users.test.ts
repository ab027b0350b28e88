// Access: names and passwords, limited guesses, and no actions by pages of other origins.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ask, type Running, startServer } from '../testing/start.ts';

const PASSWORD = 'correct horse battery';
const basic = (text: string) => ({ Authorization: `Basic ${Buffer.from(text).toString('base64')}` });
const admin = basic(`admin:${PASSWORD}`);

let running: Running;
beforeAll(async () => {
  running = await startServer({
    environment: {
      ADMIN_PASSWORD: PASSWORD,
      ADMIN_USERS: 'zoe:another-password',
      CORS_ORIGINS: 'https://friends.example',
    },
    limits: { adminTriesPerMinute: 4 },
  });
});
afterAll(() => running.stop());

const get = (path: string, headers: Record<string, string> = admin) => ask(running.port, path, { headers });

const silence = (headers: Record<string, string>, path = '/admin/api/players/silence') =>
  ask(running.port, path, {
    method: 'POST',
    headers: { ...admin, ...headers },
    body: JSON.stringify({ id: 'p1', minutes: 5, reason: 'insults' }),
  });

test('every administrator has a name and a password', async () => {
  expect((await get('/admin/')).status).toBe(200);
  expect((await get('/admin/', basic('zoe:another-password'))).status).toBe(200);
  expect((await get('/admin/', basic(`zoe:${PASSWORD}`))).status).toBe(401);
});

test('the pages run no scripts, and their requests can be recognised', async () => {
  const { headers } = await get('/admin/');
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  expect(headers['referrer-policy']).toBe('same-origin');
  expect(headers['cache-control']).toBe('no-store');
  expect((await get('/')).headers['referrer-policy']).toBe('no-referrer');
});

describe('an action', () => {
  const foreign = 'http://evil.example';
  const page = () => `${running.url}/admin/players`;

  // With the password, which browsers send automatically.
  test.each<[string, () => Record<string, string>]>([
    ['a page that says nothing, over plain HTTP', () => ({})],
    ['a foreign page', () => ({ 'Sec-Fetch-Site': 'cross-site' })],
    ['a page of the same domain', () => ({ 'Sec-Fetch-Site': 'same-site', Referer: page() })],
    ['a link in a mail', () => ({ 'Sec-Fetch-Site': 'none' })],
    ['a foreign page that tells its address', () => ({ Referer: `${foreign}/admin/` })],
    ['a foreign page that asks to read the answer', () => ({ Origin: foreign })],
    ['a sandboxed frame', () => ({ Origin: 'null' })],
    ['a foreign origin beside an own referer', () => ({ Origin: foreign, Referer: page() })],
    ['another port of this machine', () => ({ Referer: 'http://127.0.0.1:1/admin/' })],
    ['our address inside another one', () => ({ Referer: `${foreign}/?${page()}` })],
  ])('%s cannot', async (_who, headers) => {
    const answer = await silence(headers());
    expect([answer.status, answer.json()['code']]).toEqual([403, 'origin-not-allowed']);
  });

  test.each<[string, () => Record<string, string>]>([
    ['over HTTPS or on this machine', () => ({ 'Sec-Fetch-Site': 'same-origin' })],
    ['over plain HTTP', () => ({ Referer: page() })],
  ])('our own page can, %s', async (_where, headers) => {
    expect((await silence(headers())).status).toBe(200);
  });

  test('other spellings of the address are not found', async () => {
    for (const path of ['/ADMIN/api/players/silence', '/Admin/api/players/silence'])
      expect((await silence({ 'Sec-Fetch-Site': 'cross-site' }, path)).status).toBe(404);
    expect((await get('/ADMIN/')).status).toBe(404);
    expect((await get('/API/v1/games')).status).toBe(404);
  });

  test('only these pages accept forms', async () => {
    const form = (path: string) =>
      ask(running.port, path, {
        method: 'POST',
        headers: { ...admin, Referer: page(), 'Content-Type': 'application/x-www-form-urlencoded' },
        body: 'id=p2&action=silence&minutes=60&reason=more+insults',
      });
    const answer = await form('/admin/players');
    expect([answer.status, answer.headers.location]).toEqual([303, '/admin/players?id=p2&done=silence']);
    expect((await form('/api/v1/guests')).json()['code']).toBe('unsupported-media-type');
  });
});

test('pages of other origins that may use this server cannot read what administrators see', async () => {
  const from = { Origin: 'https://friends.example' };
  const headers = (await get('/admin/api/processes', { ...admin, ...from })).headers;
  expect(headers['access-control-allow-origin']).toBeUndefined();
  const preflight = await ask(running.port, '/admin/api/players/silence', {
    method: 'OPTIONS',
    headers: from,
  });
  expect([preflight.status, preflight.headers['access-control-allow-origin']]).toEqual([403, undefined]);
  expect((await silence(from)).status).toBe(403);
  const games = await get('/api/v1/games', from);
  expect(games.headers['access-control-allow-origin']).toBe('https://friends.example');
});

test('requires the password on every path, and limits guesses', async () => {
  for (const path of ['/admin', '/admin/', '/admin/api/processes', '/admin/matches/x', '/admin/nothing']) {
    const answer = await get(path, {});
    expect([path, answer.status]).toEqual([path, 401]);
    expect(answer.headers['www-authenticate']).toContain('Basic');
  }
  const guesses = ['admin:', `root:${PASSWORD}`, `admin:${PASSWORD}x`, PASSWORD, 'admin:guess'];
  const statuses: number[] = [];
  for (const guess of guesses) statuses.push((await get('/admin/api/processes', basic(guess))).status);
  // One wrong password was sent before.
  expect(statuses).toEqual([401, 401, 401, 429, 429]);
  expect((await get('/admin/')).status).toBe(429);
  expect(running.captured.text()).not.toContain(PASSWORD);
});
