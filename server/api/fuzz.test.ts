// Random requests to the HTTP interface cause no internal errors and reveal no secrets of other matches.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { HttpPlayer } from '../testing/http-player.ts';
import { type Answered, ask, type Running, startServer } from '../testing/start.ts';

let running: Running;
let eve: HttpPlayer;
let secrets: string[];
let ids: string[];
beforeAll(async () => {
  running = await startServer({
    rooms: true,
    environment: { RATE_LIMITS: 'off', MAX_TABLES: '100000', MAX_TABLES_PER_PLAYER: '9999' },
  });
  const players = (await Promise.all(
    ['Ann', 'Bob', 'Cleo', 'Eve'].map((name) => HttpPlayer.guest(running.port, name)),
  )) as [HttpPlayer, HttpPlayer, HttpPlayer, HttpPlayer];
  const [ann, bob, cleo] = players;
  eve = players[3];
  const options = { game: 'borneo', seats: 3, clock: 'none', visibility: 'private' };
  const made = (await ann.post('/tables', options)).json();
  const { matchId } = made['table'] as { matchId: string };
  for (const player of [bob, cleo]) await player.post('/join', { invitation: made['invitation'] });
  await ann.post(`/tables/${matchId}/start`);
  await ann.post(`/tables/${matchId}/chat`, { text: 'canary-chat' });
  for (const player of [ann, bob, cleo]) {
    const { decision, commands } = (await player.get(`/matches/${matchId}/legal`)).json() as {
      decision: number | null;
      commands: object[];
    };
    if (decision === null) continue;
    const sent = { ...commands[0], decision, commandId: 'canary-command' };
    expect((await player.post(`/matches/${matchId}/commands`, sent)).status).toBe(200);
  }
  const open = (await eve.post('/tables', { game: 'toy' })).json()['table'] as { matchId: string };
  const seed = (await running.quayside.deps.store.load(matchId))?.seed ?? '';
  const openSeed = (await running.quayside.deps.store.load(open.matchId))?.seed ?? '';
  secrets = [seed, openSeed, String(made['invitation']), 'canary-chat', 'canary-command', ann.token];
  expect(secrets.every((secret) => secret.length > 8)).toBe(true);
  ids = [matchId, open.matchId, 'nobody', '__proto__', '..%2f', '%00', 'x'.repeat(200), ''];
});
afterAll(() => running.stop());

const PATHS = [
  '/guests',
  '/guests/renew',
  '/me/seats',
  '/me/matches',
  '/games',
  '/games/ID',
  '/games/ID/schemas',
  '/games/ID/editions/ID',
  '/games/borneo/editions/ID',
  '/games/ID/sentences/fr',
  '/games/borneo/sentences/ID',
  '/games/borneo/sentences/en?edition=ID',
  '/sentences/ID',
  '/games/ID/rules/fr',
  '/games/borneo/rules/ID',
  '/games/borneo/rules/en/ID',
  '/tables',
  '/tables/ID',
  '/tables/ID/seat',
  '/tables/ID/give-up-seat',
  '/tables/ID/abandon',
  '/tables/ID/accept-newcomer',
  '/tables/ID/seats/0',
  '/tables/ID/seats/ID',
  '/tables/ID/ready',
  '/tables/ID/commit-part',
  '/tables/ID/open-part',
  '/tables/ID/start',
  '/tables/ID/start-time',
  '/tables/ID/channels',
  '/tables/ID/rematch',
  '/tables/ID/hand-over',
  '/tables/ID/chat',
  '/tables/ID/mute',
  '/join',
  '/matches/ID',
  '/matches/ID/legal',
  '/matches/ID/legal?type=take&fields={"tokens":1}',
  '/matches/ID/legal?type=pass&fields=[[',
  '/matches/ID/preview',
  '/matches/ID/ask-undo',
  '/matches/ID/answer-undo',
  '/matches/ID/commands',
  '/matches/ID/record',
  '/openapi.json',
  '/nothing',
  '',
];

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE'];
const word = fc.oneof(
  fc.constantFrom('game', 'seat', 'type', 'decision', 'commandId', 'text', 'name', 'invitation', 'since'),
  fc.constantFrom('__proto__', 'constructor', 'toString', 'seats', 'options', 'ready', 'playing', 'occupant'),
  fc.string({ maxLength: 12 }),
);
const value = fc.oneof(
  { weight: 3, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  fc.constantFrom(
    'borneo',
    'toy',
    'take',
    'pass',
    'take-seat',
    'legal',
    'news-since',
    'history',
    -1,
    0,
    8,
    1e99,
    2 ** 53,
    null,
  ),
);
const body = fc.oneof(
  fc.constantFrom(
    '{"game":"toy"}',
    '{"name":"Zoé"}',
    '{"text":"hello"}',
    '{"ready":true}',
    '{"occupant":"bot"}',
  ),
  fc.dictionary(word, value, { maxKeys: 5 }).map((fields) => JSON.stringify(fields)),
  fc.jsonValue().map((json) => JSON.stringify(json)),
  fc.constantFrom(
    '',
    '{',
    '[]',
    'null',
    '"x"',
    '{"a":1}{',
    `${'['.repeat(5000)}`,
    '{"__proto__":{"name":"x"}}',
  ),
);
const request = fc.record({
  method: fc.constantFrom(...METHODS),
  path: fc.constantFrom(...PATHS),
  // Mostly a match of others, or one's own.
  id: fc.oneof({ weight: 2, arbitrary: fc.nat({ max: 1 }) }, fc.nat({ max: 7 })),
  known: fc.boolean(),
  query: fc.option(fc.dictionary(word, fc.string({ maxLength: 10 }), { maxKeys: 3 }), {
    nil: undefined,
    freq: 1,
  }),
  body: fc.option(body, { nil: undefined, freq: 2 }),
  type: fc.constantFrom(
    'application/json',
    'text/plain',
    'application/json; charset=utf-16',
    'multipart/form-data',
  ),
  language: fc.constantFrom('fr', 'en;q=0', 'xx', ';;;,,q=', '*'),
});

test('fifteen hundred odd requests: answers are refusals or results, never server errors or secrets', async () => {
  const statuses = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(request, async (odd) => {
      const path = odd.path.replaceAll('ID', ids[odd.id] ?? '');
      const query = odd.query === undefined ? '' : `?${new URLSearchParams(odd.query)}`;
      const answer = await ask(running.port, `/api/v1${path}${query}`, {
        method: odd.method,
        headers: {
          ...(odd.known ? eve.headers : {}),
          'Content-Type': odd.type,
          'Accept-Language': odd.language,
        },
        ...(odd.body === undefined || odd.method === 'TRACE' ? {} : { body: odd.body }),
      });
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      checkSound(answer);
    }),
    { numRuns: 1500 },
  );
  // Enough different answers occurred for the test to be meaningful.
  expect([200, 400, 401, 403, 404, 405, 415].filter((status) => !statuses.has(status))).toEqual([]);
  expect(
    running.captured.lines().filter((line) => Number(line['level']) >= 50 || line['level'] === 'error'),
  ).toEqual([]);
}, 180_000);

function checkSound(answer: Answered): void {
  expect(answer.status).toBeLessThan(500);
  for (const secret of secrets) expect(answer.text).not.toContain(secret);
  expect(answer.text).not.toMatch(/node_modules|\.ts:\d/);
  if (answer.status < 400 || answer.text === '') return;
  expect(answer.headers['content-type']).toBe('application/problem+json');
  expect(answer.json()).toMatchObject({ status: answer.status, code: expect.stringMatching(/^[a-z-]+$/) });
}

test('odd texts as tokens, and invalid URLs', async () => {
  for (const token of ['', 'x', 'a.b.c', `${'a'.repeat(4000)}`, 'e30.e30.e30', '😀']) {
    const headers = { Authorization: `Bearer ${Buffer.from(token).toString('latin1')}` };
    const answer = await ask(running.port, '/api/v1/me/seats', { headers });
    expect([answer.status, answer.json()['code']]).toEqual([401, 'unauthenticated']);
  }
  for (const path of [
    '/api/v1/%',
    '/api/v1/tables/%ff',
    '/api/v1//',
    '/api/v1/../v1/me/seats',
    '/api/v1/TABLES',
  ]) {
    checkSound(await ask(running.port, path, { headers: eve.headers }));
  }
});
