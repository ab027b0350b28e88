// Tables over HTTP: opening, sitting down, agreeing, the authorisation of every verb.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { until } from '../../rooms/testing/player.ts';
import { HttpPlayer } from '../testing/http-player.ts';
import { type Answered, type Running, startServer } from '../testing/start.ts';

let running: Running;
let ann: HttpPlayer;
let bob: HttpPlayer;
let eve: HttpPlayer;
let anonymous: HttpPlayer;
beforeAll(async () => {
  running = await startServer({
    rooms: true,
    environment: { RATE_LIMITS: 'off' },
    roomLimits: { botPauseMs: 0, maxTablesPerPlayer: 100 },
  });
  [ann, bob, eve] = (await Promise.all(
    ['Ann', 'Bob', 'Eve'].map((name) => HttpPlayer.guest(running.port, name)),
  )) as [HttpPlayer, HttpPlayer, HttpPlayer];
  anonymous = new HttpPlayer(running.port, '');
});
afterAll(() => running.stop());

interface Place {
  seat: number | null;
  invitation: string | null;
  table: { matchId: string; status: string; rematch: string | null; seats: Record<string, unknown>[] };
}

interface Legal {
  decision: number | null;
  commands: object[];
}

const place = (answer: Answered) => answer.json() as unknown as Place;
const codeOf = (answer: Answered) => [answer.status, answer.text === '' ? '' : answer.json()['code']];

async function open(options: object = {}, who = ann): Promise<string> {
  const made = await who.post('/tables', { game: 'toy', clock: 'none', ...options });
  expect(made.status).toBe(201);
  return place(made).table.matchId;
}

async function start(options: object = {}): Promise<string> {
  const id = await open(options);
  expect((await bob.post(`/tables/${id}/seat`)).status).toBe(200);
  expect((await ann.post(`/tables/${id}/start`)).status).toBe(204);
  return id;
}

test('a table from its opening to the rematch, over HTTP alone', async () => {
  const made = await ann.post('/tables', { game: 'toy', clock: 'none', seats: 3, bots: 1 });
  const { table, seat } = place(made);
  const id = table.matchId;
  expect([made.status, made.headers['location'], seat]).toEqual([201, `/api/v1/tables/${id}`, 0]);
  const listed = (await bob.get('/tables?game=toy')).json()['tables'] as Record<string, unknown>[];
  expect(listed.find((item) => item['matchId'] === id)).toMatchObject({
    free: 1,
    players: ['Ann', null, null],
  });
  expect((await bob.post(`/tables/${id}/seat`, { seat: 1 })).json()).toEqual({ seat: 1 });
  expect((await ann.send('PUT', `/tables/${id}/seats/2`, { occupant: 'open' })).status).toBe(204);
  expect((await bob.post(`/tables/${id}/seat`, { seat: 2 })).json()).toEqual({ seat: 2 });
  expect((await ann.send('PUT', `/tables/${id}/seats/1`, { occupant: 'bot' })).status).toBe(204);
  expect((await ann.post(`/tables/${id}/ready`, { ready: true })).status).toBe(204);
  expect((await bob.post(`/tables/${id}/ready`, { ready: true })).status).toBe(204);
  const read = place(await bob.get(`/tables/${id}`));
  expect([read.seat, read.table.status]).toEqual([2, 'playing']);
  const here = (await bob.get('/me/seats')).json()['seats'];
  expect(here).toContainEqual(expect.objectContaining({ matchId: id, seat: 2, status: 'playing' }));
  const finished = async () => place(await ann.get(`/tables/${id}`)).table.status === 'finished';
  for (let turn = 0; !(await finished()); turn++) {
    expect(turn).toBeLessThan(1000);
    const player = turn % 2 === 0 ? ann : bob;
    const { decision, commands } = (await player.get(`/matches/${id}/legal`)).json() as unknown as Legal;
    if (decision === null) continue;
    const played = await player.post(`/matches/${id}/commands`, commands[0]);
    expect([played.status, played.json()]).toEqual([200, { version: expect.any(Number) }]);
  }
  expect((await anonymous.get(`/matches/${id}/record`)).json()).toMatchObject({ matchId: id });
  const record = await anonymous.get(`/matches/${id}/record`);
  const again = await anonymous.get(`/matches/${id}/record`, {
    'If-None-Match': String(record.headers['etag']),
  });
  expect([record.status, again.status, again.text]).toEqual([200, 304, '']);
  const past = (await ann.get('/me/seats')).json()['finished'];
  expect(past).toContainEqual(expect.objectContaining({ matchId: id, seat: 0, place: expect.any(Number) }));
  expect((await ann.post(`/tables/${id}/rematch`)).json()).toEqual({ rematch: null });
  const agreed = (await bob.post(`/tables/${id}/rematch`)).json()['rematch'];
  expect(place(await ann.get(`/tables/${agreed}`))).toMatchObject({ seat: 0, table: { status: 'playing' } });
});

test('an invitation is all it takes', async () => {
  const made = place(await ann.post('/tables', { game: 'toy', visibility: 'private' }));
  const { invitation, table } = made;
  const listed = (await bob.get('/tables')).json()['tables'] as { matchId: string }[];
  expect(listed.map((item) => item.matchId)).not.toContain(table.matchId);
  expect(codeOf(await bob.get(`/tables/${table.matchId}`))).toEqual([403, 'invitation-required']);
  expect(codeOf(await bob.post(`/tables/${table.matchId}/seat`))).toEqual([403, 'invitation-required']);
  const wrong = { invitation: `${table.matchId}.aaaaaaaaaaaa` };
  expect(codeOf(await bob.post('/join', wrong))).toEqual([403, 'invitation-required']);
  expect(codeOf(await bob.post('/join', { invitation: 'nowhere.x' }))).toEqual([404, 'unknown-match']);
  const joined = place(await bob.post('/join', { invitation }));
  expect(joined).toMatchObject({ seat: 1, invitation, table: { matchId: table.matchId } });
  expect(place(await bob.post('/join', { invitation })).seat).toBe(1);
  const watching = place(await eve.post('/join', { invitation, spectate: true }));
  expect([watching.seat, watching.invitation]).toEqual([null, null]);
  const withCode = await eve.get(`/matches/${table.matchId}?invitation=${invitation}`);
  expect(withCode.status).toBe(200);
  expect(running.captured.text()).not.toContain(invitation);
});

test('refusals have a code, and a message in the client’s language', async () => {
  const id = await start();
  const refused = await bob.post(
    `/matches/${id}/commands`,
    { type: 'take', tokens: 1, decision: 0 },
    { 'Accept-Language': 'fr' },
  );
  expect(refused.status).toBe(409);
  expect(refused.headers['content-type']).toBe('application/problem+json');
  expect(refused.json()).toMatchObject({
    code: 'not-your-turn',
    rule: null,
    message: 'Ce n’est pas votre tour.',
    title: 'Ce n’est pas votre tour.',
    type: 'urn:quayside:problem:not-your-turn',
  });
  const english = await bob.post(`/matches/${id}/commands`, { type: 'take', tokens: 1, decision: 0 });
  expect(english.json()['message']).toBe('It is not your turn.');
});

describe('what is refused, and how', () => {
  test.each<[string, (id: string) => Promise<Answered>, number, string]>([
    ['an unknown game', () => ann.post('/tables', { game: 'chess' }), 404, 'unknown-game'],
    ['a prototype’s name', () => ann.post('/tables', { game: '__proto__' }), 404, 'unknown-game'],
    ['an impossible option', () => ann.post('/tables', { game: 'toy', seats: 8 }), 422, 'option-not-allowed'],
    ['an unknown option', () => ann.post('/tables', { game: 'toy', options: { x: 1 } }), 400, 'bad-payload'],
    ['an unknown field', () => ann.post('/tables', { game: 'toy', cheat: 1 }), 400, 'bad-payload'],
    [
      'a prototype as option',
      () => ann.post('/tables', { game: 'toy', options: JSON.parse('{"__proto__": 1}') }),
      400,
      'bad-payload',
    ],
    [
      'a prototype as field of a command',
      (id) =>
        ann.post(
          `/matches/${id}/commands`,
          JSON.parse('{"type":"take","tokens":1,"decision":0,"__proto__":{}}'),
        ),
      400,
      'bad-payload',
    ],
    ['an unknown query', () => ann.get('/tables?cheat=1'), 400, 'bad-payload'],
    ['a query twice', () => ann.get('/tables?game=a&game=b'), 400, 'bad-payload'],
    ['an unknown match', () => ann.get('/matches/nobody'), 404, 'unknown-match'],
    ['an impossible id', () => ann.get('/matches/%252e%252e%252f'), 404, 'unknown-match'],
    ['an id that leads elsewhere', () => ann.get('/matches/%2e%2e%2f'), 400, 'bad-target'],
    [
      'an unknown command',
      (id) => ann.post(`/matches/${id}/commands`, { type: 'fly' }),
      400,
      'unknown-command',
    ],
    [
      'a request as command',
      (id) => ann.post(`/matches/${id}/commands`, { type: 'start' }),
      400,
      'unknown-command',
    ],
    [
      'an unknown command that is malformed besides',
      (id) => ann.post(`/matches/${id}/commands`, { type: 'fly', decision: 'x', commandId: '' }),
      400,
      'unknown-command',
    ],
    [
      'a false command id',
      (id) => ann.post(`/matches/${id}/commands`, { type: 'take', tokens: 1, decision: 0, commandId: '' }),
      400,
      'bad-payload',
    ],
    ['no command', (id) => ann.post(`/matches/${id}/commands`, {}), 400, 'bad-payload'],
    ['a list', (id) => ann.post(`/matches/${id}/commands`, []), 400, 'bad-payload'],
    [
      'a false decision',
      (id) => ann.post(`/matches/${id}/commands`, { type: 'take', tokens: 1, decision: 'x' }),
      400,
      'bad-payload',
    ],
    [
      'no decision',
      (id) => ann.post(`/matches/${id}/commands`, { type: 'take', tokens: 1 }),
      400,
      'bad-payload',
    ],
    [
      'a foreign decision',
      (id) => ann.post(`/matches/${id}/commands`, { type: 'take', tokens: 1, decision: 1 }),
      409,
      'not-your-turn',
    ],
    ['an early rematch', (id) => ann.post(`/tables/${id}/rematch`), 409, 'not-finished'],
    ['a second start', (id) => ann.post(`/tables/${id}/start`), 409, 'already-started'],
    ['a late seat', (id) => eve.post(`/tables/${id}/seat`), 409, 'already-started'],
    [
      'an unknown seat',
      (id) => ann.post(`/tables/${id}/mute`, { seat: 7, muted: true }),
      409,
      'unknown-seat',
    ],
    ['seat −1', (id) => ann.send('PUT', `/tables/${id}/seats/-1`, { occupant: 'bot' }), 400, 'bad-payload'],
    ['an early record', (id) => ann.get(`/matches/${id}/record`), 409, 'not-finished'],
    ['another method', (id) => ann.send('PUT', `/matches/${id}`), 405, 'method-not-allowed'],
    [
      'a form',
      (id) => ann.send('POST', `/tables/${id}/start`, 'x', { 'Content-Type': 'text/plain' }),
      415,
      'unsupported-media-type',
    ],
    ['too much', (id) => ann.post(`/tables/${id}/chat`, { text: 'x'.repeat(20_000) }), 413, 'too-large'],
    ['a long text', (id) => ann.post(`/tables/${id}/chat`, { text: 'x'.repeat(501) }), 400, 'bad-payload'],
    ['a false since', (id) => ann.get(`/matches/${id}/stream?since=yesterday`), 400, 'bad-payload'],
  ])('%s', async (_what, attempt, status, code) => {
    expect(codeOf(await attempt(await start()))).toEqual([status, code]);
  });

  test('a seat that is taken, and a table without free seats', async () => {
    const id = await open();
    expect(codeOf(await bob.post(`/tables/${id}/seat`, { seat: 0 }))).toEqual([409, 'seat-taken']);
    await bob.post(`/tables/${id}/seat`);
    expect(codeOf(await eve.post(`/tables/${id}/seat`))).toEqual([409, 'table-full']);
    expect((await bob.send('DELETE', `/tables/${id}/seat`)).status).toBe(204);
    expect(codeOf(await bob.send('DELETE', `/tables/${id}/seat`))).toEqual([403, 'not-seated']);
    expect((await eve.post(`/tables/${id}/seat`)).json()).toEqual({ seat: 1 });
  });
});

/** Expected status for: no token, another player without invitation, an invited spectator, a player, the host. */
const PRIVATE: [string, string, object | undefined, number, number, number, number, number][] = [
  ['GET', '/tables/ID', undefined, 401, 403, 200, 200, 200],
  ['GET', '/matches/ID', undefined, 401, 403, 200, 200, 200],
  ['GET', '/matches/ID/stream', undefined, 401, 403, 200, 200, 200],
  ['GET', '/matches/ID/legal', undefined, 401, 403, 403, 200, 200],
  ['GET', '/matches/ID/record', undefined, 409, 409, 409, 409, 409],
  ['POST', '/matches/ID/commands', { type: 'take', tokens: 1, decision: 999 }, 401, 403, 403, 409, 409],
  ['POST', '/matches/ID/preview', { type: 'take', tokens: 1, decision: 999 }, 401, 403, 403, 409, 409],
  ['POST', '/tables/ID/seat', {}, 401, 403, 403, 409, 409],
  ['PUT', '/tables/ID/seats/1', { occupant: 'bot' }, 401, 403, 403, 403, 409],
  ['POST', '/tables/ID/ready', { ready: true }, 401, 403, 403, 409, 409],
  ['POST', '/tables/ID/commit-part', { commitment: 'a'.repeat(64) }, 401, 403, 403, 409, 409],
  ['POST', '/tables/ID/open-part', { part: 'a'.repeat(32) }, 401, 403, 403, 409, 409],
  ['POST', '/tables/ID/start', {}, 401, 403, 403, 403, 409],
  ['POST', '/tables/ID/rematch', {}, 401, 403, 403, 409, 409],
  ['POST', '/tables/ID/hand-over', { playing: true }, 401, 403, 403, 204, 204],
  ['POST', '/tables/ID/accept-newcomer', { name: 'Dan' }, 401, 403, 403, 409, 409],
  ['POST', '/tables/ID/chat', { text: 'hello' }, 401, 403, 403, 204, 204],
  ['POST', '/tables/ID/mute', { seat: 1, muted: false }, 401, 403, 403, 403, 204],
  ['DELETE', '/tables/ID/seat', undefined, 401, 403, 403, 204, 204],
  ['GET', '/me/seats', undefined, 401, 200, 200, 200, 200],
  ['GET', '/me/matches', undefined, 401, 200, 200, 200, 200],
  ['GET', '/tables', undefined, 401, 200, 200, 200, 200],
  ['POST', '/tables', { game: 'toy' }, 401, 201, 201, 201, 201],
  ['POST', '/join', { invitation: 'x' }, 401, 404, 404, 404, 404],
  ['POST', '/guests/renew', {}, 401, 201, 201, 201, 201],
  ['GET', '/games', undefined, 200, 200, 200, 200, 200],
  ['GET', '/games/toy', undefined, 200, 200, 200, 200, 200],
  ['GET', '/games/toy/schemas', undefined, 200, 200, 200, 200, 200],
];

test.each(PRIVATE)('who may %s %s at a private table', async (method, path, body, ...expected) => {
  const { table, invitation } = place(await ann.post('/tables', { game: 'toy', visibility: 'private' }));
  await bob.post('/join', { invitation });
  await ann.post(`/tables/${table.matchId}/start`);
  const where = path.replace('ID', table.matchId);
  // Only reading requests carry the code; without it an invited player is refused like any other.
  const invited = method === 'GET' && /^.(matches|tables).ID(.stream)?$/.test(path);
  const watcher = invited ? `${where}?invitation=${invitation}` : where;
  const forged = new HttpPlayer(running.port, `${ann.token}x`);
  const statuses: number[] = [];
  for (const [who, address] of [
    [anonymous, where],
    [eve, where],
    [eve, watcher],
    [bob, where],
    [ann, where],
  ] as const) {
    statuses.push(await statusOf(who, method, address, body));
  }
  expect(statuses).toEqual(expected);
  expect(await statusOf(forged, method, where, body)).toBe(expected[0]);
});

async function statusOf(
  who: HttpPlayer,
  method: string,
  path: string,
  body: object | undefined,
): Promise<number> {
  const streamed = /^\/matches\/(.*)\/stream(.*)$/.exec(path);
  if (streamed === null) return (await who.send(method, path, body)).status;
  const stream = who.stream(streamed[1] ?? '', streamed[2] ?? '');
  await until(() => stream.status !== 0, 'an answer');
  stream.close();
  return stream.status;
}

test('spectators of a public table see the public view and can do nothing but chat', async () => {
  const id = await start();
  const truth = (await eve.get(`/matches/${id}`)).json();
  expect(truth).toMatchObject({ seat: null, seatView: null, invitation: null, view: { version: 0 } });
  expect((await eve.post(`/tables/${id}/chat`, { text: 'good luck' })).status).toBe(204);
  const move = { type: 'take', tokens: 1, decision: 0 };
  expect(codeOf(await eve.post(`/matches/${id}/commands`, move))).toEqual([403, 'not-a-player']);
  const closed = await start({ spectators: false });
  expect(codeOf(await eve.get(`/matches/${closed}`))).toEqual([403, 'spectators-not-allowed']);
  expect(codeOf(await eve.post(`/tables/${closed}/chat`, { text: 'x' }))).toEqual([
    403,
    'spectators-not-allowed',
  ]);
});

test('games and records are sent once and confirmed afterwards', async () => {
  for (const path of ['/games', '/games/toy', '/games/toy/schemas']) {
    const first = await anonymous.get(path);
    const again = await anonymous.get(path, { 'If-None-Match': String(first.headers['etag']) });
    expect([first.status, again.status, again.text]).toEqual([200, 304, '']);
  }
  expect(codeOf(await anonymous.get('/games/chess'))).toEqual([404, 'unknown-game']);
});

describe('short codes', () => {
  test('a seated player gets one for a private lobby; anybody who knows it finds the invitation', async () => {
    const made = await ann.post('/tables', { game: 'toy', clock: 'none', visibility: 'private' });
    const { table, invitation } = place(made);
    const given = await ann.post(`/tables/${table.matchId}/code`);
    expect(given.status).toBe(200);
    const code = String(given.json()['code']);
    expect((await ann.post(`/tables/${table.matchId}/code`)).json()).toEqual(given.json());
    const lead = { matchId: table.matchId, invitation };
    expect((await anonymous.get(`/codes/${code}`)).json()).toEqual(lead);
    expect((await anonymous.get(`/codes/${code.toUpperCase()}`)).json()).toEqual(lead);
    expect((await bob.post('/join', { invitation })).status).toBe(200);
    expect((await bob.post(`/tables/${table.matchId}/code`)).json()).toEqual(given.json());
  });

  test('the code of a public table holds no secret', async () => {
    const id = await open();
    const code = String((await ann.post(`/tables/${id}/code`)).json()['code']);
    expect((await eve.get(`/codes/${code}`)).json()).toEqual({ matchId: id, invitation: null });
  });

  test('who has no seat gets none, nor anybody once the match has begun', async () => {
    const id = await open();
    expect(codeOf(await eve.post(`/tables/${id}/code`))).toEqual([403, 'not-seated']);
    expect(codeOf(await anonymous.post(`/tables/${id}/code`))).toEqual([401, 'unauthenticated']);
    const hidden = place(await ann.post('/tables', { game: 'toy', visibility: 'private' })).table.matchId;
    expect(codeOf(await eve.post(`/tables/${hidden}/code`))).toEqual([403, 'invitation-required']);
    expect(codeOf(await ann.post(`/tables/${await start()}/code`))).toEqual([409, 'already-started']);
  });

  test.each(['bkqrtz', 'aeiouy', 'b', 'bkqrtzz', '__proto__'])('%s leads nowhere', async (code) => {
    expect(codeOf(await anonymous.get(`/codes/${code}`))).toEqual([404, 'unknown-code']);
  });
});
