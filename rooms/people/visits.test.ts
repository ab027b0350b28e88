// Visitors without a socket: what they receive, and how they count at a table.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { LINES } from '../../shared/protocol/lines.ts';
import { seatAndStart, TestPlayer, until } from '../testing/player.ts';
import { startTableServer, type TableServer } from '../testing/table-server.ts';
import { TestVisitor } from '../testing/visitor.ts';

let server: TableServer;
let tables = 0;
beforeAll(async () => {
  server = await startTableServer({ limits: { sleepAfterSeconds: 1 } });
});
afterAll(() => server.close());

const WAKER = { id: 'waker', name: 'waker' };

const names = (): [string, string, string] => {
  tables += 1;
  return [`a${tables}`, `b${tables}`, `c${tables}`];
};
const start = (people: readonly [string, string, string], options: object = {}) =>
  seatAndStart(server.clients(people), 'borneo', options);

async function visit(matchId: string, name: string, since?: number, invitation?: string) {
  const room = await server.service.open(matchId, WAKER);
  const visitor = new TestVisitor(name);
  const caller = { ...visitor, invitation };
  const missed = since === undefined ? undefined : await room.http.recall(caller, since);
  const refusal = room.http.visit(visitor, invitation, missed);
  return { room, visitor, refusal };
}

async function move(table: readonly TestPlayer[]): Promise<number> {
  const asked = table[0]?.state.decisions[0]?.seat;
  const actor = table.find((player) => player.seat === asked);
  const version = (await actor?.playAny()) ?? 0;
  await until(() => table.every((player) => player.state.version >= version), 'the move');
  return version;
}

test('a stream begins with the whole truth and continues without a gap; every line fits its schema', async () => {
  const people = names();
  const table = await start(people);
  const { visitor: own } = await visit(table[0]?.matchId ?? '', people[1]);
  const { visitor: stranger } = await visit(table[0]?.matchId ?? '', 'stranger');
  const watcher = new TestPlayer(await server.client('watcher').joinById(table[0]?.matchId ?? '', {}));
  await until(() => watcher.matchId !== '', 'the watcher');
  for (let n = 0; n < 6; n++) await move(table);
  expect(own.lines[0]).toMatchObject({
    type: 'full',
    seat: 1,
    version: 0,
    seatView: { hand: expect.any(Array) },
  });
  expect(stranger.lines[0]).toMatchObject({ type: 'full', seat: null, seatView: null, invitation: null });
  for (const visitor of [own, stranger]) {
    expect(visitor.of('news').map((line) => line.version)).toEqual([1, 2, 3, 4, 5, 6]);
    for (const line of visitor.lines) LINES[line.type as keyof typeof LINES].parse(line);
    const last = visitor.of('news').at(-1);
    expect(last?.view?.['version']).toBe(6);
    expect(last?.decisions?.map(({ id, seat, kind }) => ({ id, seat, kind }))).toEqual(
      table[0]?.state.decisions.map(({ id, seat, kind }) => ({ id, seat, kind })),
    );
  }
  expect(stranger.of('news').every((line) => line.seatView === null)).toBe(true);
  // Both transports send the same, and nothing more.
  await until(() => watcher.news.length === 6, 'the news over the socket');
  const told = (items: readonly { version?: number; events?: readonly object[] }[]) =>
    items.map(({ version, events }) => ({ version, events }));
  expect(told(stranger.of('news'))).toEqual(told(watcher.news));
  expect(told(own.of('news'))).toEqual(told(table[1]?.news.filter(({ version }) => version > 0) ?? []));
  expect(own.of('news').at(-1)?.seatView?.['hand']).toEqual(
    JSON.parse(JSON.stringify(table[1]?.state.table.seats[1]?.priv?.seatView?.['hand'])),
  );
});

test('a stream counts as presence and as a spectator, and does not supersede a socket', async () => {
  const people = names();
  const [ann, bob] = await start(people, { absence: 'clock' });
  const { room, visitor } = await visit(ann.matchId, people[1]);
  expect(bob.left).toBeUndefined();
  server.cut(bob.room);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(ann.state.table.seats[1]?.connected).toBe(true);
  room.http.leave(visitor);
  await until(() => ann.state.table.seats[1]?.connected === false, 'the absence');
  const { visitor: watcher } = await visit(ann.matchId, 'watcher');
  await until(() => ann.state.table['spectators'] === 1, 'the spectator');
  await visit(ann.matchId, 'watcher');
  await visit(ann.matchId, 'another');
  expect((await visit(ann.matchId, 'one too many')).refusal).toBe('table-full');
  expect(watcher.of('table').at(-1)?.table).toMatchObject({ spectators: 3 });
});

test('a player who leaves a socket but still has a stream keeps the seat, in the lobby and later', async () => {
  const [host, other, third] = names();
  const room = await server.client(host).create('borneo', { seats: 3, clock: 'none' });
  const first = new TestPlayer(room);
  await until(() => first.matchId !== '', 'the lobby');
  const { visitor } = await visit(first.matchId, host);
  await room.leave();
  const facts = async () => (await server.service.open(first.matchId, WAKER)).session.table.occupants[0];
  expect(await facts()).toMatchObject({ kind: 'player' });
  const table = [new TestPlayer(await server.client(host).joinById(first.matchId, {}))];
  for (const name of [other, third]) {
    table.push(new TestPlayer(await server.client(name).joinById(first.matchId, {})));
  }
  await until(() => table.every((player) => player.seat !== null), 'the seats');
  await table[0]?.send('start');
  await until(() => table[1]?.state.table.status === 'playing', 'the start');
  await table[0]?.room.leave();
  await until(() => table[0]?.left !== undefined, 'the leave');
  await table[1]?.send('legal');
  expect(table[1]?.state.table.seats[0]).toMatchObject({
    occupant: 'player',
    connected: true,
    botPlays: false,
  });
  expect(visitor.of('table').at(-1)).toMatchObject({ seat: 0 });
});

test('the third stream of one player closes the first', async () => {
  const people = names();
  const [ann] = await start(people);
  const visits = [];
  for (let n = 0; n < 3; n++) visits.push((await visit(ann.matchId, people[0])).visitor);
  expect(visits.map((visitor) => visitor.ended)).toEqual([true, false, false]);
  expect(visits[0]?.lines.at(-1)).toEqual({ type: 'closing', reason: 'superseded' });
  expect(ann.left).toBeUndefined();
});

test('missed news come first; what is no longer kept is reported', async () => {
  const people = names();
  const table = await start(people);
  const matchId = table[0]?.matchId ?? '';
  for (let n = 0; n < 5; n++) await move(table);
  const { visitor } = await visit(matchId, people[0], 2);
  expect(visitor.lines.map((line) => [line.type, line.version])).toEqual([
    ['news', 3],
    ['news', 4],
    ['news', 5],
    ['full', 5],
  ]);
  const { visitor: fresh } = await visit(matchId, 'x', 5);
  expect(fresh.lines.map((line) => line.type)).toEqual(['full']);
  const { visitor: foreign } = await visit(matchId, 'y', 70);
  expect(foreign.lines.map((line) => line.type)).toEqual(['gap', 'full']);
  // The room remembers fewer; the history has the others, up to a page.
  for (let n = 0; n < 50; n++) await move(table);
  const { visitor: late } = await visit(matchId, people[1], -1);
  expect(late.lines.map((line) => [line.type, line.version])).toEqual([
    ...Array.from({ length: 56 }, (_, version) => ['news', version]),
    ['full', 55],
  ]);
  const events = late.of('news').map((line) => line['events']);
  expect(events).toEqual(table[1]?.news.map((news) => news.events));
  const { visitor: watcher } = await visit(matchId, 'z', -1);
  expect(watcher.of('news')).toHaveLength(56);
  expect(JSON.stringify(watcher.of('news').map((line) => line['events']))).not.toBe(JSON.stringify(events));
});

test('visitors keep a match awake; it sleeps without them, and the next one wakes it', async () => {
  const people = names();
  const table = await start(people);
  const matchId = table[0]?.matchId ?? '';
  const { room, visitor } = await visit(matchId, people[0]);
  await move(table);
  for (const player of table) server.cut(player.room);
  await new Promise((resolve) => setTimeout(resolve, 2300));
  expect(server.service.isHere(matchId)).toBe(true);
  room.http.leave(visitor);
  await until(() => !server.service.isHere(matchId), 'sleep');
  const { visitor: again } = await visit(matchId, people[0], 0);
  expect(again.lines.map((line) => [line.type, line.version])).toEqual([
    ['news', 1],
    ['full', 1],
  ]);
});

test('a private table opens only with its invitation, which is enough to find it', async () => {
  names();
  const host = server.client(`host${tables}`);
  const { roomId: matchId } = new TestPlayer(await host.create('borneo', { visibility: 'private' })).room;
  expect((await visit(matchId, 'stranger')).refusal).toBe('invitation-required');
  const { visitor } = await visit(matchId, `host${tables}`);
  const invitation = visitor.lines[0]?.invitation;
  expect(invitation?.startsWith(`${matchId}.`)).toBe(true);
  expect((await visit(matchId, 'stranger', undefined, `${matchId}.wrong`)).refusal).toBe(
    'invitation-required',
  );
  const guest = await visit(matchId, 'stranger', undefined, invitation ?? '');
  expect(guest.refusal).toBeUndefined();
  expect(guest.visitor.lines[0]?.invitation).toBeNull();
});

test('a polling player is present for a while, takes a seat, plays and leaves', async () => {
  const [name, ...others] = names();
  const host = server.client(name);
  const { roomId: matchId } = new TestPlayer(await host.create('borneo', { clock: 'none', seats: 3 })).room;
  const room = await server.service.open(matchId, WAKER);
  const caller = (who: string) => ({
    identity: { id: `id-${who}`, name: who },
    language: 'fr' as const,
    invitation: undefined,
    address: '',
  });
  const { visitor } = await visit(matchId, name);
  for (const who of others) expect(await room.http.seat(caller(who), undefined)).toMatchObject({ ok: true });
  expect(await room.http.seat(caller('late'), undefined)).toMatchObject({ ok: false, code: 'table-full' });
  expect(
    visitor
      .of('table')
      .at(-1)
      ?.table?.seats.map((seat) => seat.connected),
  ).toEqual([true, true, true]);
  expect(await room.http.ask(caller(others[0] ?? ''), 'start', {})).toMatchObject({ code: 'not-host' });
  expect(await room.http.ask(caller(name), 'start', {})).toEqual({ ok: true, value: {} });
  expect(await room.http.seat(caller('late'), undefined)).toMatchObject({
    ok: false,
    code: 'already-started',
  });
  expect(visitor.of('news')[0]).toMatchObject({ version: 0, seat: null });
  const truth = room.http.look(caller(others[0] ?? ''));
  expect(truth).toMatchObject({ ok: true, value: { seat: 1, seatView: { hand: expect.any(Array) } } });
  expect(room.http.look(caller('late'))).toMatchObject({ ok: true, value: { seat: null, seatView: null } });
  await until(() => visitor.of('table').at(-1)?.table?.seats[1]?.connected === false, 'the end of the call');
});

test('a client that missed more than a page of history is told of the gap', async () => {
  const people = names();
  await server.close();
  server = await startTableServer({ limits: { historyVersions: 3 } });
  const table = await start(people);
  for (let n = 0; n < 52; n++) await move(table);
  const { visitor: late } = await visit(table[0]?.matchId ?? '', people[0], -1);
  expect(late.lines.map((line) => line.type)).toEqual(['gap', 'full']);
  // The memory begins with version 5.
  const { visitor: near } = await visit(table[0]?.matchId ?? '', people[0], 1);
  expect(near.of('news').map((line) => line.version)).toEqual(Array.from({ length: 51 }, (_, n) => n + 2));
  const answer = await table[0]?.room.request('news-since', { version: -1 });
  expect(answer).toMatchObject({ complete: false, news: { length: 48 } });
});
