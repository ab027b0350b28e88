// What administrators see and do, over real HTTP with real tables, without secrets of any match.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { HttpPlayer } from '../testing/http-player.ts';
import { type Answered, ask, type Running, startServer } from '../testing/start.ts';

const admin = {
  Authorization: `Basic ${Buffer.from('zoe:another-password').toString('base64')}`,
  'Sec-Fetch-Site': 'same-origin',
};
let running: Running;
let ann: HttpPlayer;
let bob: HttpPlayer;
beforeAll(async () => {
  const environment = { ADMIN_USERS: 'zoe:another-password', RATE_LIMITS: 'off' };
  running = await startServer({ rooms: true, environment });
  ann = await HttpPlayer.guest(running.port, 'Ann');
  bob = await HttpPlayer.guest(running.port, 'Bob <b>');
});
afterAll(() => running.stop());

const get = (path: string, headers: Record<string, string> = {}) =>
  ask(running.port, `/admin${path}`, { headers: { ...admin, ...headers } });
const post = (path: string, body: object) =>
  ask(running.port, `/admin/api${path}`, { method: 'POST', headers: admin, body: JSON.stringify(body) });
const send = (path: string, form: Record<string, string>) =>
  ask(running.port, path, {
    method: 'POST',
    headers: { ...admin, 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  });
const idOf = async (player: HttpPlayer) => {
  const { player: me } = (await player.get('/me/export')).json() as { player: { id: string } };
  return me.id;
};
type Match = { matchId: string; status: string; seats: { id: string | null }[]; [name: string]: unknown };
const matchesIn = (answer: Answered) => answer.json()['matches'] as Match[];
const read = async (matchId: string) =>
  (await get(`/api/matches/${matchId}`)).json() as { match: Match; actions: object[] };

async function opened(visibility = 'public'): Promise<string> {
  const wish = { game: 'borneo', seats: 3, bots: 1, clock: 'normal', visibility };
  const made = (await ann.post('/tables', wish)).json();
  const { matchId } = made['table'] as { matchId: string };
  await bob.post('/join', visibility === 'public' ? { matchId } : { invitation: made['invitation'] });
  if (visibility === 'public') await bob.post(`/tables/${matchId}/seat`);
  return matchId;
}

async function started(): Promise<string> {
  const matchId = await opened('private');
  expect((await ann.post(`/tables/${matchId}/start`)).status).toBe(204);
  return matchId;
}

test('a match is found by its id, its players and their names, with all its facts except secrets', async () => {
  const matchId = await started();
  const [own, { match }] = [await idOf(ann), await read(matchId)];
  expect(match).toMatchObject({
    matchId,
    game: 'borneo',
    status: 'playing',
    visibility: 'private',
    clock: 'normal',
    process: 0,
    host: own,
    seats: [
      { seat: 0, occupant: 'player', name: 'Ann', id: own, isHere: expect.any(Boolean) },
      { occupant: 'player', name: 'Bob <b>' },
      { occupant: 'bot', id: null },
    ],
    asked: [{ deadline: expect.any(Number) }],
  });
  for (const search of [matchId, own, 'BOB <', 'nn'])
    expect(matchesIn(await get(`/api/matches?search=${encodeURIComponent(search)}`))).toContainEqual(
      expect.objectContaining({ matchId }),
    );
  expect((await get('/api/matches?search=nobody%20at%20all')).json()).toEqual({
    matches: [],
    complete: true,
  });
  expect((await get('/api/matches/nothing')).json()['code']).toBe('unknown-match');
  expect(matchesIn(await get('/api/matches?status=finished'))).toEqual([]);
  const row = await running.quayside.deps.store.load(matchId);
  const invitation = row?.table.invitation ?? 'no row';
  const { seatView } = (await ann.get(`/matches/${matchId}`)).json();
  expect(seatView).toBeDefined();
  const seen = await Promise.all(
    ['/', `/matches/${matchId}`, '/api/matches', `/api/matches/${matchId}`, `/api/players?id=${own}`].map(
      async (path) => (await get(path)).text,
    ),
  );
  for (const text of seen) {
    expect(text).toContain(matchId);
    for (const secret of [row?.seed ?? '?', invitation, 'seatView', 'hand', 'command'])
      expect(text).not.toContain(secret);
  }
});

test('rules that unfinished matches need are listed; without a process that has them a match waits', async () => {
  const matchId = await started();
  const { store } = running.quayside.deps;
  const rules = async () => (await get('/api/rules')).json()['rules'] as { rulesVersion: number }[];
  const ofVersion = async (version: number) =>
    (await rules()).find(({ rulesVersion }) => rulesVersion === version);
  const row = await store.load(matchId);
  if (row === undefined) throw new Error('it is not stored');
  const { rulesVersion } = row;
  expect(await ofVersion(rulesVersion)).toMatchObject({ game: 'borneo', processes: 1, isHere: true });
  expect((await read(matchId)).match).toMatchObject({ rulesVersion, lacksRules: false });
  expect((await get('/')).text).not.toContain('these matches wait');
  const strange = { ...row, matchId: 'strange', rulesVersion: 9 };
  await store.create(strange);
  expect(await ofVersion(9)).toMatchObject({ matches: 1, processes: 0, isHere: false });
  expect((await read('strange')).match).toMatchObject({ rulesVersion: 9, lacksRules: true });
  const english = { 'Accept-Language': 'en' };
  expect((await get('/', english)).text).toContain('No process has these rules: these matches wait for one.');
  expect((await get('/matches/strange', english)).text).toContain('waiting: no process has its rules');
  // Players are told the truth about it.
  expect((await ann.get('/matches/strange')).json()['code']).toBe('other-rules');
  expect((await post('/matches/strange/actions', { action: 'close', reason: 'old' })).json()).toEqual({
    done: true,
  });
  expect(await ofVersion(9)).toBeUndefined();
});

test('freezing, unfreezing and closing require a reason and are recorded with the administrator', async () => {
  const matchId = await started();
  const act = (action: string, reason = 'a complaint') =>
    post(`/matches/${matchId}/actions`, { action, reason });
  expect((await act('freeze', '  ')).json()['code']).toBe('bad-payload');
  expect((await act('burn')).json()['code']).toBe('bad-payload');
  expect((await act('freeze')).json()).toEqual({ done: true });
  expect((await act('freeze')).json()).toEqual({ done: false });
  expect((await read(matchId)).match).toMatchObject({ status: 'frozen', heldSince: expect.any(Number) });
  const sent = await ann.post(`/matches/${matchId}/commands`, { type: 'skip-mission', decision: 1 });
  expect(sent.json()['code']).toBe('frozen');
  expect((await act('unfreeze', 'settled')).json()).toEqual({ done: true });
  expect((await ann.get(`/matches/${matchId}`)).json()).toMatchObject({ table: { status: 'playing' } });
  expect((await act('close', 'over')).json()).toEqual({ done: true });
  const refused = await act('close');
  expect([refused.status, refused.json()['code']]).toEqual([409, 'match-abandoned']);
  expect((await ann.get('/me/seats')).json()['finished']).toContainEqual(
    expect.objectContaining({ matchId, abandoned: expect.objectContaining({ why: 'administrator' }) }),
  );
  const { actions } = await read(matchId);
  const by = { by: 'zoe', matchId, player: null, until: null };
  expect(actions).toMatchObject([
    { action: 'close', reason: 'over', ...by },
    { action: 'unfreeze', reason: 'settled', ...by },
    { action: 'freeze', reason: 'a complaint', ...by },
  ]);
  const logged = running.captured.lines().filter(({ msg }) => msg === 'an administrator acted');
  expect(logged).toContainEqual(expect.objectContaining({ administrator: 'zoe', action: 'freeze', matchId }));
  // The record of a closed match is available like any other.
  expect((await ann.get(`/matches/${matchId}/record`)).json()).toMatchObject({ result: null });
});

test('a public table that is taken off the list is not listed any more', async () => {
  const matchId = await opened();
  const listed = async () =>
    ((await ann.get('/tables?game=borneo')).json()['tables'] as Match[]).map((one) => one.matchId);
  expect(await listed()).toContain(matchId);
  await post(`/matches/${matchId}/actions`, { action: 'unlist', reason: 'its name' });
  expect(await listed()).not.toContain(matchId);
  expect((await read(matchId)).match['visibility']).toBe('private');
});

test('a silenced player cannot chat anywhere until the silence ends', async () => {
  const matchId = await started();
  const id = await idOf(bob);
  const say = async () => (await bob.post(`/tables/${matchId}/chat`, { text: 'hello' })).status;
  expect(await say()).toBe(204);
  expect((await post('/players/silence', { id, minutes: 60, reason: 'insults' })).status).toBe(200);
  expect(await say()).toBe(403);
  const facts = (await get(`/api/players?id=${id}`)).json();
  expect(facts).toMatchObject({ names: ['Bob <b>'], silencedUntil: expect.any(Number) });
  expect((await bob.get('/me/export')).json()['actions']).toMatchObject([
    { action: 'silence', reason: 'insults' },
  ]);
  await post('/players/silence', { id, minutes: 0, reason: 'apologies' });
  expect(await say()).toBe(204);
});

test('an administrator exports and forgets a player; the list shows the action, not the player', async () => {
  const matchId = await started();
  const dan = await HttpPlayer.guest(running.port, 'Dan');
  const id = await idOf(dan);
  const mine = (await dan.post('/tables', { game: 'borneo', seats: 3, visibility: 'private' })).json();
  const { matchId: own } = mine['table'] as { matchId: string };
  const exported = (await post('/players/export', { id, reason: 'was asked for' })).json();
  expect(exported).toMatchObject({ player: { id, name: null }, matches: [{ matchId: own, name: 'Dan' }] });
  const forgotten = (await post('/players/forget', { id, reason: 'was asked for' })).json();
  expect(forgotten).toEqual({ matches: 1, left: [], complete: true, next: null });
  const { actions } = (await get('/api/actions')).json() as { actions: object[] };
  expect(actions[0]).toMatchObject({ action: 'forget', player: null, by: 'zoe' });
  expect(JSON.stringify(actions)).not.toContain(id);
  expect((await read(matchId)).match.status).toBe('playing');
});

test('an export for administrators leaves out commands of running matches, in which they may play', async () => {
  const wish = {
    game: 'borneo',
    seats: 3,
    bots: 2,
    clock: 'none',
    visibility: 'private',
    options: { firstSeat: 0 },
  };
  const made = (await ann.post('/tables', wish)).json();
  const { matchId } = made['table'] as { matchId: string };
  await ann.post(`/tables/${matchId}/start`);
  const { commands } = (await ann.get(`/matches/${matchId}/legal`)).json() as { commands: object[] };
  expect((await ann.post(`/matches/${matchId}/commands`, commands[0])).status).toBe(200);
  const id = await idOf(ann);
  const inExport = (answer: Answered) =>
    matchesIn(answer).find((match) => match.matchId === matchId)?.['commands'];
  const toAdministrator = async () =>
    inExport(await post('/players/export', { id, reason: 'was asked for' }));
  expect(inExport(await ann.get('/me/export'))).toHaveLength(1);
  expect(await toAdministrator()).toEqual([]);
  await post(`/matches/${matchId}/actions`, { action: 'close', reason: 'over' });
  expect(await toAdministrator()).toHaveLength(1);
});

test('malformed input is refused: impossible ids, missing times, half a number', async () => {
  const silenced = async (id: unknown, minutes: unknown) =>
    (await post('/players/silence', { id, minutes, reason: 'insults' })).status;
  for (const id of ['', 'a\u0000b', 'a\nb', '\u001b[31m', 'x'.repeat(2_001), 7])
    expect([id, await silenced(id, 5)]).toEqual([id, 400]);
  for (const minutes of [null, true, '', '5', [5], -1, 0.5, 525_601])
    expect([minutes, await silenced('nobody', minutes)]).toEqual([minutes, 400]);
  // Of a host's own login.
  expect(await silenced(`https://login.example.org/${'x'.repeat(300)}#${'y'.repeat(255)}`, 5)).toBe(200);
  expect((await get('/api/matches?search=a%00b')).status).toBe(400);
  for (const time of [{}, { minutes: '' }, { minutes: '0' }, { minutes: '1e3' }]) {
    const form = { id: 'nobody', action: 'silence', reason: 'insults', ...time };
    expect([time, (await send('/admin/players', form)).status]).toEqual([time, 400]);
  }
  expect((await get('/api/players?id=nobody')).json()).toMatchObject({ silencedUntil: null, actions: [] });
});

test('the pages show the same in two languages, escape players’ texts, and ask for confirmation', async () => {
  const matchId = await started();
  const id = await idOf(bob);
  const page = await get(`/matches/${matchId}`);
  expect(page.text).toContain('Bob &#60;b&#62;');
  expect(page.text).not.toContain('Bob <b>');
  expect((await get(`/matches/${matchId}`, { 'Accept-Language': 'fr' })).text).toContain('Suspendre');
  for (const path of ['/', '/?search=Bob&status=', '/?status=frozen', '/actions', `/players?id=${id}`])
    expect([path, (await get(path)).status]).toEqual([path, 200]);
  const question = await get(`/matches/${matchId}?do=freeze`);
  expect(question.text).toContain(`method="post" action="/admin/matches/${matchId}"`);
  expect((await read(matchId)).match.status).toBe('playing');
  const address = `/admin/matches/${matchId}`;
  expect((await send(address, { action: 'freeze', reason: '' })).status).toBe(400);
  const done = await send(address, { action: 'freeze', reason: 'a <complaint>' });
  expect([done.status, done.headers.location]).toEqual([303, `${address}?done=freeze`]);
  const after = (await get(`/matches/${matchId}?done=freeze`)).text;
  expect(after).toContain('The match is frozen.');
  expect(after).toContain('a &#60;complaint&#62;');
  const again = await send(address, { action: 'unlist', reason: 'twice' });
  expect(again.headers.location).toBe(`${address}?nothing=1`);
  await send(address, { action: 'close', reason: 'enough' });
  const refused = await send(address, { action: 'close', reason: 'enough' });
  expect(refused.headers.location).toBe(`${address}?refused=match-abandoned`);
  expect((await get(`/matches/${matchId}?refused=match-abandoned`)).text).toContain('notice refused');
  expect((await get(`/matches/${matchId}?refused=%3Cscript`)).text).not.toContain('notice refused');
});

test('without administrators there are no such pages', async () => {
  // One server at a time: the framework has one matchmaker per process.
  await running.stop();
  const bare = await startServer();
  expect((await ask(bare.port, '/admin/', { headers: admin })).status).toBe(404);
  await bare.stop();
});
