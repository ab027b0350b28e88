// Personal tokens: what a program may do with one, how it ends, and how a bot account is marked.

import { Client } from '@colyseus/sdk';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { HttpPlayer } from '../testing/http-player.ts';
import { type Answered, type Running, startServer } from '../testing/start.ts';

let running: Running;
beforeAll(async () => {
  running = await startServer({ rooms: true, environment: { RATE_LIMITS: 'off' } });
});
afterAll(() => running.stop());

const as = (token: unknown) => new HttpPlayer(running.port, String(token));
const codeOf = (answer: Answered) => [answer.status, answer.json()['code']];

async function person(name: string) {
  const ticket = (await as('').post('/guests', { name, device: 'Laptop' })).json();
  const { token, id, device, refreshToken } = ticket;
  return { me: as(token), id, device, refreshToken };
}

async function program(me: HttpPlayer, wish: object = {}): Promise<Record<string, unknown>> {
  const made = await me.post('/me/programs', { name: 'Night owl', scope: 'play', days: 30, ...wish });
  expect(made.status).toBe(201);
  return made.json();
}

async function openTable(me: HttpPlayer): Promise<string> {
  const made = (await me.post('/tables', { game: 'toy', seats: 3, clock: 'none' })).json();
  return (made['table'] as { matchId: string }).matchId;
}

test('a program plays for its owner until its token is revoked; the token is shown once', async () => {
  const { me, id } = await person('Zoé');
  const made = await program(me);
  expect([made['id'], made['name']]).toEqual([id, 'Zoé']);
  const matchId = await openTable(as(made['token']));
  expect((await me.get(`/tables/${matchId}`)).json()).toMatchObject({ seat: 0 });
  const listed = (await me.get('/me/devices')).text;
  expect(listed).not.toContain(String(made['token']));
  expect(JSON.parse(listed).devices).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'program', name: 'Night owl', scope: 'play', isBot: false }),
    ]),
  );
  expect((await me.send('DELETE', `/me/devices/${String(made['program'])}`)).status).toBe(204);
  expect((await as(made['token']).get('/me/seats')).status).toBe(401);
});

test('a token for reading reads, streams included, and does nothing else', async () => {
  const { me } = await person('Zoé');
  const matchId = await openTable(me);
  const { token } = await program(me, { scope: 'read' });
  const reader = as(token);
  expect((await reader.get('/me/seats')).status).toBe(200);
  expect((await reader.get(`/tables/${matchId}`)).json()).toMatchObject({ seat: 0 });
  const stream = reader.stream(matchId);
  await new Promise<void>((resolve) => {
    const look = () => (stream.lines.length > 0 ? resolve() : setTimeout(look, 20));
    look();
  });
  stream.close();
  const denied = [403, 'not-for-programs'];
  expect(codeOf(await reader.post('/tables', { game: 'toy' }))).toEqual(denied);
  expect(codeOf(await reader.post(`/tables/${matchId}/ready`, { ready: true }))).toEqual(denied);
  expect(codeOf(await reader.send('DELETE', `/tables/${matchId}`))).toEqual(denied);
  const sdk = new Client(running.url, { headers: { Authorization: `Bearer ${String(token)}` } });
  await expect(sdk.joinById(matchId)).rejects.toMatchObject({ message: 'not-a-player' });
  await expect(sdk.create('toy', {})).rejects.toMatchObject({ message: 'not-a-player' });
});

test('no program makes tokens, invites, revokes, renames, exports or forgets', async () => {
  const owner = await person('Zoé');
  for (const scope of ['play', 'read']) {
    const made = await program(owner.me, { scope });
    const it = as(made['token']);
    const tries = [
      it.post('/me/programs', { name: 'More', scope: 'play', days: 1 }),
      it.post('/me/devices', { name: 'Laptop' }),
      it.post('/me/devices/invite', { refreshToken: owner.refreshToken }),
      it.get('/me/devices'),
      it.send('DELETE', `/me/devices/${String(owner.device)}`),
      it.post('/guests', { name: 'Yves' }),
      it.post('/guests/renew', {}),
      it.get('/me/export'),
      it.send('DELETE', '/me'),
    ];
    for (const answer of await Promise.all(tries)) expect(codeOf(answer)).toEqual([403, 'not-for-programs']);
    expect((await as('').post('/me/devices/refresh', { refreshToken: made['token'] })).status).toBe(401);
  }
  expect((await owner.me.get('/me/seats')).status).toBe(200);
});

test('a bot account is a player of its own, marked at the table, in lists and in the chat', async () => {
  const { me, id } = await person('Zoé');
  const bot = await program(me, { name: 'Owl 🤖', bot: true });
  expect(bot['id']).not.toBe(id);
  expect(bot['name']).toBe('Owl 🤖');
  const matchId = await openTable(me);
  expect((await as(bot['token']).post(`/tables/${matchId}/seat`, {})).status).toBe(200);
  const seen = (await me.get(`/tables/${matchId}`)).json()['table'] as { seats: { name: string | null }[] };
  expect(seen.seats.map(({ name }) => name)).toEqual(['Zoé', 'Owl 🤖', null]);
  const { tables } = (await me.get('/tables')).json() as unknown as {
    tables: { matchId: string; names: unknown[] }[];
  };
  expect(tables.find((one) => one.matchId === matchId)?.names).toEqual(['Zoé', 'Owl 🤖', null]);
  expect((await as(bot['token']).post(`/tables/${matchId}/chat`, { text: 'Hoo' })).status).toBe(204);
  expect((await me.get(`/matches/${matchId}`)).text).toContain('Owl 🤖');
  expect((await me.get('/me/devices')).json()['devices']).toMatchObject(
    expect.arrayContaining([expect.objectContaining({ kind: 'program', isBot: true })]),
  );
});

test('no person can wear the mark', async () => {
  expect((await as('').post('/guests', { name: 'Ann 🤖' })).json()['name']).toBe('Ann');
  expect(codeOf(await as('').post('/guests', { name: '🤖' }))).toEqual([400, 'name-not-allowed']);
});

test('bad wishes are refused, and so are too many programs', async () => {
  const { me } = await person('Zoé');
  for (const wrong of [
    { days: 0 },
    { days: 367 },
    { days: 1.5 },
    { scope: 'admin' },
    { name: 7 },
    { more: 1 },
  ])
    expect(codeOf(await me.post('/me/programs', { name: 'a', scope: 'play', days: 1, ...wrong }))).toEqual([
      400,
      'bad-payload',
    ]);
  const unseen = await me.post('/me/programs', { name: '\u200B', scope: 'play', days: 1, bot: true });
  expect(codeOf(unseen)).toEqual([400, 'name-not-allowed']);
  for (let n = 0; n < 20; n++) await program(me);
  const more = await me.post('/me/programs', { name: 'a', scope: 'play', days: 1 });
  expect(codeOf(more)).toEqual([409, 'too-many-programs']);
});

test('programs end with their owner', async () => {
  const { me } = await person('Zoé');
  const [own, bot] = [await program(me), await program(me, { bot: true })];
  expect((await me.send('DELETE', '/me')).status).toBe(200);
  for (const { token } of [own, bot]) expect((await as(token).get('/me/seats')).status).toBe(401);
});
