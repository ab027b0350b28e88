// The HTTP interface as a client meets it: real requests to a real server.
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { matchRow } from '../../rooms/testing/rows.ts';
import { sha256 } from '../process/chance.ts';
import { verifyRecord } from '../records/verify.ts';
import { type Answered, ask, type Running, startServer } from '../testing/start.ts';
import { toyFamily } from '../testing/toy-game.ts';
import { finishedMatch, SEED, unplayable } from '../testing/toy-match.ts';

let running: Running;
beforeAll(async () => {
  running = await startServer({
    environment: { CORS_ORIGINS: 'https://play.example.org', METRICS_TOKEN: 'a long metrics token' },
    limits: { guestsPerHour: 20, openingsPerMinute: 3, recordsPerMinute: 20 },
  });
});
afterAll(() => running.stop());

const get = (path: string, headers: Record<string, string> = {}) => ask(running.port, path, { headers });
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  ask(running.port, path, { method: 'POST', headers, body: JSON.stringify(body) });
const isProblem = (answer: Answered, status: number, code: string) => {
  expect([answer.status, answer.json()['code'], answer.json()['status']]).toEqual([status, code, status]);
  expect(answer.headers['content-type']).toBe('application/problem+json');
  expect(answer.json()['title']).toEqual(expect.stringMatching(/\p{L}{2}/u));
  expect(answer.text).not.toMatch(/\.ts|node_modules|\n {4}at /);
};
/** The headers with which a browser requests a page. */
const BROWSER = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const guest = async (name = 'Zoé') => (await post('/api/v1/guests', { name })).json();

describe('what an operator asks', () => {
  test('health and readiness', async () => {
    expect((await get('/health')).json()).toMatchObject({ status: 'ok', version: expect.any(String) });
    expect((await get('/ready')).json()).toEqual({ status: 'ready' });
  });

  test('without the web client the start page leads to the API', async () => {
    const { text } = await get('/', BROWSER);
    expect(text).toContain('/api/v1/');
    expect(text).not.toContain('id="app"');
    expect((await get('/settings', BROWSER)).status).toBe(404);
  });

  test('the pages get their style from the server itself', async () => {
    const style = await get('/style.css');
    expect(style.status).toBe(200);
    expect(style.headers['content-type']).toMatch(/^text\/css/);
    for (const page of ['/', '/api/v1/']) {
      const { text } = await get(page, BROWSER);
      expect(text).toContain('<link rel="stylesheet" href="/style.css">');
    }
  });

  test('metrics, with the token only', async () => {
    isProblem(await get('/metrics'), 401, 'unauthenticated');
    isProblem(await get('/metrics', { Authorization: 'Bearer wrong' }), 401, 'unauthenticated');
    await get('/health');
    await get('/some/invented/path');
    const metrics = await get('/metrics', { Authorization: 'Bearer a long metrics token' });
    expect(metrics.status).toBe(200);
    expect(metrics.text).toMatch(/quayside_http_seconds_count\{route="\/health",method="GET",status="200"\}/);
    expect(metrics.text).toMatch(/quayside_limit\{name="bodyBytes"\} 16384/);
    expect(metrics.text).toMatch(/quayside_store_batch_size_count/);
    expect(metrics.text).toMatch(/quayside_event_loop_delay_max_seconds/);
    expect(metrics.text).toMatch(/process_resident_memory_bytes/);
    expect(metrics.text).not.toContain('invented');
    // docs/operations.md names every metric of ours.
    const document = readFileSync(join(import.meta.dirname, '../../docs/operations.md'), 'utf8');
    const named = [...metrics.text.matchAll(/^# TYPE (quayside_\w+)/gm)].map(([, name]) => name ?? '');
    expect(named.filter((name) => !document.includes(`\`${name}`))).toEqual([]);
  });

  test('the page at / in French and English, without script', async () => {
    const french = await get('/', { ...BROWSER, 'Accept-Language': 'fr-CA,fr;q=0.9,en;q=0.8' });
    expect(french.text).toContain('Quayside fonctionne');
    // The games that this server offers, by their titles.
    expect(french.text).toContain('de plateau\u202f: Le tas.');
    expect(french.headers['content-language']).toBe('fr');
    const english = await get('/', BROWSER);
    expect(english.text).toContain('Quayside is running');
    expect(english.text).toContain('matches: The pile.');
    expect(english.text).not.toMatch(/<script|playground/i);
  });
});

describe('people and programs', () => {
  const ODD = [
    '/nothing',
    '/favicon.ico',
    '/%zz',
    '/matchmake/create/toy',
    '/matchmake/nothing',
    '/admin/',
    '/metrics',
    '/api',
    '/api/v2/games',
    '/api/v1/nothing',
    '/api/v1/guests',
    '/api/v1/me/seats',
    '/api/v1/games/none',
    '/api/v1/matches/none/record',
  ];

  test.each(ODD)('%s: a page for browsers, a problem document for programs', async (path) => {
    const problem = await get(path);
    const { code } = problem.json() as { code: string };
    isProblem(problem, problem.status, code);
    expect(problem.headers['vary']).toMatch(/Accept(,|$)/);
    for (const accept of ['application/json', '*/*', 'application/json, text/html', 'text/html;q=0'])
      isProblem(await get(path, { Accept: accept }), problem.status, code);
    for (const [language, word] of [
      ['fr', 'Page d’accueil'],
      ['en', 'Start page'],
    ] as const) {
      const page = await get(path, { ...BROWSER, 'Accept-Language': language });
      expect([page.status, page.headers['content-type']]).toEqual([
        problem.status,
        'text/html; charset=utf-8',
      ]);
      expect(page.headers['content-language']).toBe(language);
      expect(page.text).toContain(`<code>${code}</code>`);
      expect(page.text).toContain(word);
      expect(page.text).not.toContain('<script');
    }
  });

  test('only navigation gets a page: forms and scripts get a document', async () => {
    isProblem(await post('/nothing', {}, BROWSER), 404, 'not-found');
    isProblem(await post('/api/v1/guests', {}, BROWSER), 400, 'bad-payload');
  });

  test('/ and /api/v1/ link to the rest for programs', async () => {
    const start = (await get('/')).json();
    expect(start).toMatchObject({ name: 'Quayside', version: expect.any(String), protocol: 2 });
    // This server listens to this machine only.
    expect(start['network']).toEqual([]);
    expect((await get('/', { host: hostname() })).json()).not.toHaveProperty('network');
    for (const name of ['api', 'openapi', 'asyncapi', 'games']) {
      const { status, headers } = await get(String(start[name]));
      expect([name, status, headers['content-type']]).toEqual([
        name,
        200,
        expect.stringMatching(/^application\/json/),
      ]);
    }
  });
});

describe('guests', () => {
  test('get a token with their name; renewing it keeps the id', async () => {
    const made = await post('/api/v1/guests', { name: '  Zoé\u202e ' });
    expect(made.status).toBe(201);
    expect(made.headers['cache-control']).toBe('no-store');
    const { token, id, name, expiresAt } = made.json();
    expect(name).toBe('Zoé');
    expect(Date.parse(String(expiresAt))).toBeGreaterThan(Date.now());
    expect(await running.quayside.deps.identify(String(token))).toMatchObject({ id, name: 'Zoé' });
    const renewed = await post('/api/v1/guests', { name: 'Zoë' }, { Authorization: `Bearer ${token}` });
    expect(renewed.json()).toMatchObject({ id, name: 'Zoë' });
    const forged = await post('/api/v1/guests', { name: 'Zoë' }, { Authorization: `Bearer ${token}x` });
    expect(forged.json()['id']).not.toBe(id);
  });

  test.each<[string, unknown, string]>([
    ['no name', {}, 'bad-payload'],
    ['an empty name', { name: ' \u200b ' }, 'name-not-allowed'],
    ['a long name', { name: 'x'.repeat(25) }, 'name-not-allowed'],
    ['a number', { name: 7 }, 'bad-payload'],
    ['an unknown field', { name: 'Zoé', admin: true }, 'bad-payload'],
    ['a list', [], 'bad-payload'],
    ['null', null, 'bad-payload'],
  ])('%s is refused', async (_what, body, code) => {
    isProblem(await post('/api/v1/guests', body), 400, code);
  });

  test('are limited per address, and told when to retry', async () => {
    const answers: Answered[] = [];
    for (let n = 0; n < 25; n++) answers.push(await post('/api/v1/guests', { name: `g${n}` }));
    const refused = answers.at(-1) as Answered;
    isProblem(refused, 429, 'rate-limited');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    // Another address is not affected, but none can be forged.
    const pretended = await post('/api/v1/guests', { name: 'x' }, { 'X-Forwarded-For': '203.0.113.1' });
    expect(pretended.status).toBe(429);
  });
});

describe('games and records', () => {
  test('the games with their editions and schemas', async () => {
    const { games } = (await get('/api/v1/games')).json() as { games: Record<string, unknown>[] };
    expect(games).toHaveLength(1);
    expect(games[0]).toMatchObject({
      id: 'toy',
      title: { fr: 'Le tas', en: 'The pile' },
      seats: { min: 2, max: 3 },
      rulesVersion: 1,
      editions: [{ name: 'reconstruction-1', hash: expect.stringMatching(/^[0-9a-f]{64}$/) }],
      options: { type: 'object', properties: { extra: { maximum: 5 } } },
      commands: { take: { required: ['tokens'] } },
    });
  });

  test('a record exists only after the end, and verifies', async () => {
    const { store } = running.quayside.deps;
    const { row, journal } = finishedMatch('played');
    await store.create({ ...row, status: 'playing', result: null });
    await store.commit('played', journal, {});
    const early = await get('/api/v1/matches/played/record');
    isProblem(early, 409, 'not-finished');
    expect(early.text).not.toContain(SEED);
    await store.commit('played', [], { status: 'finished', result: row.result, updatedAt: row.updatedAt });
    const record = await get('/api/v1/matches/played/record');
    expect(record.status).toBe(200);
    expect(record.headers['content-disposition']).toContain('toy-played.json');
    expect(record.json()).toMatchObject({ seed: SEED, commitment: sha256(SEED) });
    expect(verifyRecord(record.json(), [toyFamily]).ok).toBe(true);
    expect((await get('/api/v1/matches/played/record')).json()).toEqual(record.json());
  });

  test('pages of all origins may read records, without credentials, and nothing else', async () => {
    const Origin = 'https://other-quays.example';
    const { row, journal } = finishedMatch('shown');
    await running.quayside.deps.store.create(row);
    await running.quayside.deps.store.commit('shown', journal, {});
    for (const match of ['shown', 'nobody']) {
      const { headers } = await ask(running.port, `/api/v1/matches/${match}/record`, { headers: { Origin } });
      expect(headers['access-control-allow-origin']).toBe('*');
      expect(headers['access-control-allow-credentials']).toBeUndefined();
    }
    const listed = await ask(running.port, '/api/v1/matches/shown/record', {
      headers: { Origin: 'https://play.example.org' },
    });
    expect(listed.headers['access-control-allow-origin']).toBe('https://play.example.org');
    for (const path of [
      '/api/v1/games',
      '/api/v1/matches/shown/history',
      '/api/v1/matches/shown',
      '/verify',
    ]) {
      const { headers } = await ask(running.port, path, { headers: { Origin } });
      expect(headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  test('a record that cannot be replayed is sent without a state hash, and logged', async () => {
    const { row, journal } = finishedMatch('broken');
    await running.quayside.deps.store.create(row);
    await running.quayside.deps.store.commit('broken', unplayable(journal), {});
    expect((await get('/api/v1/matches/broken/record')).json()['stateHash']).toBeNull();
    expect(running.captured.text()).toContain('a record does not replay');
  });

  test.each(['nobody', '..%2f..%2fetc', 'x'.repeat(100), "'; DROP TABLE matches"])(
    'there is no match %s',
    async (id) => {
      isProblem(await get(`/api/v1/matches/${encodeURIComponent(id)}/record`), 404, 'unknown-match');
    },
  );

  test('a path that cannot be decoded is a refusal, not an error', async () => {
    isProblem(await get('/api/v1/matches/%E0%A4%A/record'), 400, 'bad-target');
  });

  test('records are limited per address', async () => {
    const statuses = new Set<number>();
    for (let n = 0; n < 25; n++) statuses.add((await get('/api/v1/matches/nobody/record')).status);
    expect(statuses).toContain(429);
  });

  test('a player’s unfinished matches, only with the player’s token', async () => {
    isProblem(await get('/api/v1/me/matches'), 401, 'unauthenticated');
    const ticket = await running.quayside.deps.identify(String((await guest())['token']));
    expect(ticket).toBeUndefined(); // the limit of the test before
  });
});

describe('my matches', () => {
  test('are listed only with the token', async () => {
    const other = await startMine();
    expect(other.map((match) => match['matchId'])).toEqual(['b', 'a']);
    expect(other[1]).toMatchObject({ game: 'toy', status: 'playing', seats: 2, players: ['Zoé', null] });
    expect(JSON.stringify(other)).not.toMatch(/seed|0123456789abcdef0123456789abcdef/);
  });

  async function startMine(): Promise<Record<string, unknown>[]> {
    const { SignJWT } = await import('jose');
    const { loadKey } = await import('../people/identity.ts');
    const token = await new SignJWT({ name: 'Zoé' })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer('quayside')
      .setAudience('quayside-player')
      .setSubject('zoe')
      .setExpirationTime('1h')
      .sign(loadKey(running.folder));
    const { store } = running.quayside.deps;
    await store.create(matchRow('a', { players: ['zoe'], createdAt: 1 }));
    await store.create(matchRow('b', { players: ['bo', 'zoe'], createdAt: 2, status: 'lobby' }));
    await store.create(matchRow('c', { players: ['zoe'], createdAt: 3, status: 'finished' }));
    await store.create(matchRow('d', { players: ['bo'], createdAt: 4 }));
    const answer = await get('/api/v1/me/matches', { Authorization: `Bearer ${token}` });
    return answer.json()['matches'] as Record<string, unknown>[];
  }
});

describe('limits, the same for our routes and for matchmaking', () => {
  const routes = ['/api/v1/guests', '/matchmake/joinById/nothing'];

  test.each(routes)('%s: a body that declares a length beyond the limit gets 413 at once', async (path) => {
    const body = JSON.stringify({ name: 'x'.repeat(20_000) });
    isProblem(await ask(running.port, path, { method: 'POST', body }), 413, 'too-large');
  });

  test.each(routes)('%s: so does one that exceeds the limit while it arrives', async (path) => {
    const chunks = Array.from({ length: 20 }, () => Buffer.alloc(1_000, '['));
    isProblem(await ask(running.port, path, { method: 'POST', chunks }), 413, 'too-large');
  });

  test.each(routes)('%s: malformed JSON gets 400, deep JSON does no harm', async (path) => {
    isProblem(await ask(running.port, path, { method: 'POST', body: '{"name":' }), 400, 'bad-json');
    const deep = `${'['.repeat(8_000)}${']'.repeat(8_000)}`;
    // How deep a text can be read depends on the machine's stack; beyond that it is no JSON to us.
    const answer = await ask(running.port, path, { method: 'POST', body: deep });
    isProblem(answer, 400, answer.json()['code'] === 'bad-json' ? 'bad-json' : 'bad-payload');
  });

  test.each(routes)('%s: anything but JSON gets 415', async (path) => {
    const headers = { 'Content-Type': 'text/plain' };
    const answer = await ask(running.port, path, { method: 'POST', headers, body: '{}' });
    isProblem(answer, 415, 'unsupported-media-type');
  });

  test.each(routes)('%s: pages of foreign origins are refused, listed ones are accepted', async (path) => {
    for (const origin of [
      'https://evil.example',
      'null',
      'nonsense',
      'https://play.example.org.evil.example',
    ]) {
      const answer = await post(path, {}, { Origin: origin });
      isProblem(answer, 403, 'origin-not-allowed');
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
      const preflight = await ask(running.port, path, { method: 'OPTIONS', headers: { Origin: origin } });
      expect(preflight.status).toBe(403);
      expect(preflight.headers['access-control-allow-origin']).toBeUndefined();
    }
    const origin = 'https://play.example.org';
    const preflight = await ask(running.port, path, { method: 'OPTIONS', headers: { Origin: origin } });
    expect([preflight.status, preflight.headers['access-control-allow-origin']]).toEqual([204, origin]);
    // The name of a match's process is in answers, and may be repeated.
    for (const part of ['allow', 'expose'])
      expect(preflight.headers[`access-control-${part}-headers`]).toMatch(/\bQuayside-Member\b/);
    const answer = await post(path, {}, { Origin: origin });
    expect(answer.status).not.toBe(403);
    expect(answer.headers['access-control-allow-origin']).toBe(origin);
    const own = await post(path, {}, { Origin: running.url });
    expect(own.status).not.toBe(403);
    expect(own.headers['access-control-allow-origin']).toBeUndefined();
  });

  test.each([...routes, '/health', '/nothing'])('%s: carries the security headers', async (path) => {
    for (const answer of [await get(path), await post(path, {})]) {
      expect(answer.headers['content-security-policy']).toContain("default-src 'self'");
      expect(answer.headers['content-security-policy']).not.toContain('unsafe');
      expect(answer.headers['x-content-type-options']).toBe('nosniff');
      expect(answer.headers['x-powered-by']).toBeUndefined();
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  test('tables cannot be opened in a flood from one address', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 5; n++) statuses.push((await post('/matchmake/create/echo', {})).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
  });

  test('unknown routes, methods and methods of matchmaking', async () => {
    isProblem(await get('/nothing'), 404, 'not-found');
    isProblem(await get('/admin/'), 404, 'not-found');
    isProblem(await get('/playground'), 404, 'not-found');
    isProblem(await ask(running.port, '/health', { method: 'DELETE' }), 405, 'method-not-allowed');
    isProblem(await ask(running.port, '/health', { method: 'TRACE' }), 405, 'method-not-allowed');
    expect((await post('/matchmake/constructor/echo', {})).status).toBeGreaterThanOrEqual(400);
    expect((await post('/matchmake/__proto__/echo', {})).status).toBeGreaterThanOrEqual(400);
    expect((await post('/matchmake/joinById/nothing/', {})).status).toBe(404);
    const plain = await post('/matchmake/joinById/nothing', {});
    expect([plain.status, plain.json()]).toEqual([522, { code: 522, error: 'reservation-expired' }]);
    expect(plain.headers['content-type']).toBe('application/json');
    isProblem(await get('/matchmake/joinById/nothing'), 405, 'method-not-allowed');
  });

  test('a Host or scheme that does not form a URL is refused, and nothing hangs', async () => {
    isProblem(await post('/matchmake/joinById/x', {}, { Host: 'not a host' }), 400, 'bad-header');
    isProblem(await post('/matchmake/joinById/x', {}, { Host: '[' }), 400, 'bad-header');
    const odd = await post('/matchmake/joinById/x', {}, { 'X-Forwarded-Proto': 'java script' });
    expect(odd.status).toBeGreaterThanOrEqual(400);
  });

  test('headers beyond 8 KB get 431', async () => {
    expect((await get('/health', { 'X-Ballast': 'x'.repeat(9_000) })).status).toBe(431);
  });

  test('problem documents are in the client’s language', async () => {
    const answer = await get('/nothing', { 'Accept-Language': 'fr' });
    expect(answer.headers['content-language']).toBe('fr');
    expect(answer.json()['title']).toBe('Il n’y a rien à cette adresse');
  });
});

test('no secret and no stack of a bad request is in the log', async () => {
  const secret = 'eyJhbGciOiJIUzI1NiJ9.eyJzZWNyZXQiOjF9.c2lnbmF0dXJl';
  await get(`/nothing?_authToken=${secret}&reconnectionToken=abc123xyz&sessionId=sess99`, {
    Authorization: `Bearer ${secret}`,
  });
  await post('/matchmake/joinById/nothing', { reconnectionToken: 'rec-token-77' });
  const text = running.captured.text();
  expect(text).toContain('/nothing?_authToken=[hidden]');
  for (const word of [secret, 'abc123xyz', 'sess99', 'rec-token-77', SEED, 'a long metrics token']) {
    expect(text).not.toContain(word);
  }
  expect(running.captured.lines().filter((line) => Number(line['level']) >= 50)).toEqual([
    expect.objectContaining({ msg: 'a record does not replay' }),
  ]);
});
