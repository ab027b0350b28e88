// The history over HTTP: who may read it, in pages, also of matches that sleep or are long over.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { until } from '../../rooms/testing/player.ts';
import type { HistoryPage, PastVersion } from '../../shared/protocol/history.ts';
import { Conformance } from '../testing/conformance.ts';
import { HttpPlayer } from '../testing/http-player.ts';
import { ask, type Running, startServer } from '../testing/start.ts';

let running: Running;
let conformance: Conformance;
let people = 0;
beforeAll(async () => {
  running = await startServer({
    rooms: true,
    environment: { RATE_LIMITS: 'off', TABLE_SLEEP_SECONDS: '1' },
    roomLimits: { historyPerAddress: 400, historyPerMinute: 150, callSeconds: 1 },
  });
  conformance = new Conformance((await ask(running.port, '/api/v1/openapi.json')).json());
});
afterAll(() => running.stop());

const guest = () => {
  people += 1;
  return HttpPlayer.guest(running.port, `h${people}`);
};

type Three = [HttpPlayer, HttpPlayer, HttpPlayer];

async function seated(wish: object = {}): Promise<{ id: string; invitation: string; players: Three }> {
  const players = (await Promise.all([guest(), guest(), guest()])) as Three;
  const [host, ...others] = players;
  const place = (await host.post('/tables', { game: 'borneo', seats: 3, clock: 'none', ...wish })).json();
  const { matchId: id } = place['table'] as { matchId: string };
  const invitation = String(place['invitation']);
  for (const other of others) await other.post('/join', { invitation: place['invitation'] ?? id });
  for (const other of others) await other.post(`/tables/${id}/seat`, {});
  return { id, invitation, players };
}

async function start(wish: object = {}, moves = 6) {
  const table = await seated(wish);
  expect((await table.players[0].post(`/tables/${table.id}/start`)).status).toBe(204);
  for (let n = 0; n < moves; n++) await move(table.id, table.players);
  return table;
}

/** The seat that is asked plays its first legal command; `false` if none is asked. */
async function move(id: string, players: readonly HttpPlayer[]): Promise<boolean> {
  for (const player of players) {
    const { decision, commands } = (await player.get(`/matches/${id}/legal`)).json() as {
      decision: number | null;
      commands: { decision?: number }[];
    };
    const answer = commands.find((command) => command.decision === decision);
    if (decision === null || answer === undefined) continue;
    expect((await player.post(`/matches/${id}/commands`, answer)).status).toBe(200);
    return true;
  }
  return false;
}

async function page(player: HttpPlayer, id: string, query = ''): Promise<HistoryPage> {
  const answer = await player.get(`/matches/${id}/history${query}`);
  expect([answer.status, conformance.check('get /matches/{id}/history', answer)]).toEqual([200, []]);
  return answer.json() as unknown as HistoryPage;
}

async function refusal(player: HttpPlayer, id: string, query = ''): Promise<unknown> {
  const answer = await player.get(`/matches/${id}/history${query}`);
  expect(conformance.check('get /matches/{id}/history', answer)).toEqual([]);
  return answer.json()['code'];
}

/** Tables in memory. */
async function rooms(): Promise<number> {
  const { text } = await ask(running.port, '/metrics');
  return Number(/^quayside_rooms (\d+)$/m.exec(text)?.[1]);
}

async function sleep(): Promise<void> {
  // No number is no zero: a busy server may refuse to tell.
  await until(async () => (await rooms()) === 0, 'sleep');
}

test('a running match: only the caller’s own view and a spectator’s, whatever is requested', async () => {
  const { id, players } = await start();
  const [ann, bob] = players;
  const own = await page(bob, id);
  expect(own).toMatchObject({ matchId: id, as: 1, newest: 6, next: null });
  expect(own.versions.map(({ version }) => version)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  const { view, seatView } = (await bob.get(`/matches/${id}`)).json();
  expect([own.versions.at(-1)?.view, own.versions.at(-1)?.seatView]).toEqual([view, seatView]);
  const stream = bob.stream(id, '?since=-1');
  await until(() => stream.of('full').length > 0, 'the stream');
  const told = (versions: readonly Pick<PastVersion, 'version' | 'at' | 'events'>[]) =>
    versions.map(({ version, at, events }) => ({ version, at, events }));
  expect(told(own.versions)).toEqual(told(stream.of('news') as unknown as PastVersion[]));
  stream.close();
  const late = await guest();
  const all = await page(late, id);
  expect(all.as).toBe('spectator');
  expect(await page(bob, id, '?as=spectator')).toEqual(all);
  expect((await page(late, id, '?from=2&count=3&views=false')).versions).toEqual(
    all.versions.slice(2, 5).map(({ view: _view, seatView: _seatView, ...bare }) => bare),
  );
  expect(await page(late, id, '?from=2&count=3')).toMatchObject({ next: 5 });
  for (const query of ['?as=all', '?as=0']) expect(await refusal(late, id, query)).toBe('not-finished');
  expect(await refusal(ann, id, '?as=1')).toBe('not-finished');
  expect(await refusal(ann, id, '?as=3')).toBe('unknown-seat');
  for (const query of ['?as=me', '?from=-1', '?count=0', '?views=maybe', '?from=x', '?eyes=0'])
    expect(await refusal(ann, id, query)).toBe('bad-payload');
});

test('only clients that may watch a table may read its history', async () => {
  const table = await seated({ visibility: 'private' });
  const [ann] = table.players;
  expect(await refusal(ann, table.id)).toBe('not-started');
  await ann.post(`/tables/${table.id}/start`);
  const stranger = await guest();
  expect(await refusal(stranger, table.id)).toBe('invitation-required');
  expect((await page(stranger, table.id, `?invitation=${table.invitation}`)).as).toBe('spectator');
  const closed = await start({ spectators: false }, 1);
  expect(await refusal(stranger, closed.id)).toBe('spectators-not-allowed');
  expect((await page(closed.players[2], closed.id)).as).toBe(2);
  expect(await refusal(stranger, 'none')).toBe('unknown-match');
  expect(await refusal(new HttpPlayer(running.port, ''), closed.id)).toBe('unauthenticated');
});

test('the same after the table has slept', async () => {
  const { id, players } = await start();
  const [ann] = players;
  const before = await page(ann, id);
  await sleep();
  expect(await page(ann, id)).toEqual(before);
});

test('a finished match is open to all, in any view, without a room; the lobby is version −1', async () => {
  const table = await seated({ visibility: 'private' });
  const [ann] = table.players;
  const stream = ann.stream(table.id);
  await until(() => stream.of('full').length > 0, 'the lobby');
  expect(stream.lines[0]?.version).toBe(-1);
  stream.close();
  await ann.post(`/tables/${table.id}/start`);
  const again = ann.stream(table.id, `?since=${stream.lines[0]?.version}`);
  await until(() => again.of('full').length > 0, 'the start');
  expect(again.of('news')[0]).toMatchObject({ version: 0, events: [{ type: 'game-started' }] });
  again.close();
  while (await move(table.id, table.players));
  await sleep();
  const stranger = await guest();
  const record = (await stranger.get(`/matches/${table.id}/record`)).json();
  const entries = record['entries'] as { command: object }[];
  const seen: PastVersion[] = [];
  for (let from: number | null = 0; from !== null; ) {
    const part: HistoryPage = await page(stranger, table.id, `?as=all&count=25&from=${from}`);
    expect(part.newest).toBe(entries.length);
    seen.push(...part.versions);
    from = part.next;
  }
  expect(seen.map(({ command }) => command)).toEqual([null, ...entries.map(({ command }) => command)]);
  expect(seen.at(-1)?.result).toEqual(record['result']);
  expect(seen[20]?.seats?.map(({ seat }) => seat)).toEqual([0, 1, 2]);
  // All that it takes to show it.
  expect(seen.every(({ standing }) => standing?.length === 3)).toBe(true);
  const { table: facts } = await page(stranger, table.id, '?count=1');
  expect(facts).toMatchObject({ game: 'borneo', status: 'finished', result: record['result'] });
  expect(facts.seats.map(({ name }) => name)).toEqual(record['players']);
  expect((await stranger.get(`/tables/${table.id}`)).json()).toMatchObject({ code: 'invitation-required' });
  const asZoe = await page(stranger, table.id, '?as=2&from=20&count=1');
  const { events, seatView } = seen[20]?.seats?.[2] ?? {};
  expect(asZoe.versions).toMatchObject([{ version: 20, events, seatView, view: seen[20]?.view }]);
  expect((await page(ann, table.id, '?from=20&count=1')).as).toBe(0);
  expect(await rooms()).toBe(0);
  expect(await refusal(stranger, table.id, '?as=3')).toBe('unknown-seat');
});

test('an abandoned match is open to all, like its record', async () => {
  const { id, players } = await start({ visibility: 'private' });
  const stranger = await guest();
  expect(await refusal(stranger, id, '?as=all')).toBe('invitation-required');
  for (const player of players)
    expect((await player.post(`/tables/${id}/abandon`, { agree: true })).status).toBeLessThan(300);
  const past = await page(stranger, id, '?as=all');
  expect(past).toMatchObject({ newest: 6, next: null, versions: { length: 7 } });
  expect(past.versions.slice(1).every(({ command }) => command !== null)).toBe(true);
});

test('pages are limited per player', async () => {
  const { id, players } = await start({}, 1);
  const codes = new Set<unknown>();
  for (let n = 0; n < 160; n++) codes.add((await players[0].get(`/matches/${id}/history?count=1`)).status);
  expect(codes).toEqual(new Set([200, 429]));
  expect((await page(players[1], id)).newest).toBe(1);
});
