import type { Client } from '@colyseus/sdk';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { TestPlayer, until } from '../testing/player.ts';
import { startTableServer, type TableServer } from '../testing/table-server.ts';

let server: TableServer;
let guests = 0;

beforeAll(async () => {
  server = await startTableServer();
});

afterAll(async () => {
  await server.close();
});

/** A new person for each test, so that their tables do not interfere. */
function newcomer(): Client {
  guests += 1;
  return server.client(`guest${guests}`);
}

async function create(options: object = {}, client = newcomer()): Promise<TestPlayer> {
  const player = new TestPlayer(await client.create('borneo', { clock: 'none', ...options }));
  await until(() => player.matchId !== '', 'welcome');
  return player;
}

async function join(table: TestPlayer, options: object = {}, client = newcomer()): Promise<TestPlayer> {
  const player = new TestPlayer(await client.joinById(table.matchId, options));
  await until(() => player.matchId !== '', 'welcome');
  return player;
}

async function refusal(attempt: Promise<unknown>): Promise<string> {
  try {
    await attempt;
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('was admitted');
}

test('the player who opens a table gets its first seat and is its host', async () => {
  const host = await create({ seats: 4 });
  expect(host.seat).toBe(0);
  expect(host.state.table).toMatchObject({
    game: 'borneo',
    status: 'lobby',
    hostSeat: 0,
  });
  expect(host.state.version).toBe(-1);
  expect(host.state.table).not.toHaveProperty('seed');
  expect(host.state.table['commitment']).toMatch(/^[0-9a-f]{64}$/);
  expect(host.state.table.seats.map((seat) => seat.occupant)).toEqual(['player', 'open', 'open', 'open']);
  expect(host.state.table.seats[0]).toMatchObject({ name: 'guest1', connected: true, ready: false });
});

test('opening and joining a table require an identity', async () => {
  const stranger = server.client('bad');
  expect(await refusal(stranger.create('borneo', {}))).toBe('unauthenticated');
  expect(await refusal(stranger.joinOrCreate('borneo', {}))).toBe('unauthenticated');
  expect(await refusal(stranger.joinById('whatever', {}))).toBe('unauthenticated');
});

test.each([
  ['unknown keys', { surprise: 1 }, /^bad-payload/],
  ['prototype keys', JSON.parse('{"__proto__": {"seats": 3}}'), /^bad-payload/],
  ['a false type', { seats: 'three' }, /^bad-payload/],
  ['an unknown preset', { clock: 'hourglass' }, /^bad-payload/],
  ['too few seats', { seats: 2 }, /^option-not-allowed: seats/],
  ['too many seats', { seats: 6 }, /^option-not-allowed: seats/],
  ['only bots', { seats: 3, bots: 3 }, /^option-not-allowed: bots/],
  ['an unknown edition', { options: { edition: 'nowhere' } }, /^option-not-allowed: edition/],
  [
    'an option of the game that does not go with the seats',
    { seats: 4, options: { fourMerchants: true } },
    /^option-not-allowed/,
  ],
  ['an unknown option of the game', { options: { cheating: true } }, /^bad-payload/],
])('a table with %s is refused', async (_what, options, expected) => {
  expect(await refusal(newcomer().create('borneo', options as object))).toMatch(expected);
});

test('unknown games and matches are refused', async () => {
  expect(await refusal(newcomer().create('chess', {}))).toBe('unknown-game');
  expect(await refusal(newcomer().create('__proto__', {}))).toBe('unknown-game');
  for (const id of ['nothing-here', '__proto__', 'constructor', 'toString'])
    expect(await refusal(newcomer().joinById(id, {}))).toBe('unknown-match');
});

test('the host is stored with the table, on the requested seat', async () => {
  const host = await create({ seats: 4, seat: 2 });
  expect([host.seat, host.state.table['hostSeat']]).toEqual([2, 2]);
  const stored = await server.store.load(host.matchId);
  expect(stored?.table.occupants.map((place) => place.kind)).toEqual(['open', 'open', 'player', 'open']);
  const count = async () => (await server.store.list({ limit: 1000 })).length;
  const before = await count();
  expect(await refusal(newcomer().create('borneo', { seats: 3, seat: 3 }))).toBe('unknown-seat');
  expect(await refusal(newcomer().create('borneo', { seats: 3, bots: 1, seat: 2 }))).toBe('seat-taken');
  expect(await count()).toBe(before);
});

test('a host who only wants to watch gets no seat', async () => {
  const host = await create({ seats: 3, spectate: true });
  expect(host.seat).toBeNull();
  expect(host.state.table.seats.map((seat) => seat.occupant)).toEqual(['open', 'open', 'open']);
  expect((await server.store.load(host.matchId))?.table.occupants).toEqual(Array(3).fill({ kind: 'open' }));
});

test('joinOrCreate fills open public tables before it opens a new one', async () => {
  const first = new TestPlayer(await newcomer().joinOrCreate('borneo', { seats: 5, clock: 'none' }));
  const second = new TestPlayer(await newcomer().joinOrCreate('borneo', { seats: 5, clock: 'none' }));
  expect(second.room.roomId).toBe(first.room.roomId);
  const other = new TestPlayer(await newcomer().joinOrCreate('borneo', { seats: 4, clock: 'none' }));
  expect(other.room.roomId).not.toBe(first.room.roomId);
});

test('many who look for a table at the same moment meet at a few', async () => {
  const rooms = await Promise.all(
    Array.from({ length: 12 }, () => newcomer().joinOrCreate('rotterdam', { seats: 4, clock: 'none' })),
  );
  expect(new Set(rooms.map(({ roomId }) => roomId)).size).toBe(3);
  await Promise.all(rooms.map((room) => room.leave()));
});

test('fifty join for the last seats at once: each seat is given once, the others find another table or are refused', async () => {
  const host = await create({ seats: 3 });
  const attempts = await Promise.allSettled(Array.from({ length: 50 }, () => join(host)));
  const admitted = attempts.filter((attempt) => attempt.status === 'fulfilled');
  expect(admitted).toHaveLength(2);
  for (const attempt of attempts) {
    if (attempt.status === 'rejected') expect((attempt.reason as Error).message).toBe('table-full');
  }
  expect(host.state.table.seats.every((seat) => seat.occupant === 'player')).toBe(true);
});

test('a requested seat is assigned, taken and unknown ones are refused; seats can be changed in the lobby', async () => {
  const host = await create({ seats: 4 });
  const guest = await join(host, { seat: 2 });
  expect(guest.seat).toBe(2);
  expect(await refusal(newcomer().joinById(host.matchId, { seat: 2 }))).toBe('seat-taken');
  expect(await refusal(newcomer().joinById(host.matchId, { seat: 7 }))).toBe('unknown-seat');
  expect((await guest.refused('take-seat', { seat: 0 })).code).toBe('seat-taken');
  expect(await guest.room.request('take-seat', { seat: 3 })).toEqual({ seat: 3 });
  await until(() => host.state.table.seats[3]?.occupant === 'player', 'the change to be seen');
  expect(host.state.table.seats.map((seat) => seat.occupant)).toEqual(['player', 'open', 'open', 'player']);
});

test('a private table is not listed, and requires its invitation', async () => {
  const host = await create({ seats: 3, visibility: 'private' });
  const invitation = host.state.table.seats[0]?.priv?.invitation;
  expect(typeof invitation === 'string' && invitation.length >= 12).toBe(true);
  expect(await refusal(newcomer().joinById(host.matchId, {}))).toBe('invitation-required');
  expect(await refusal(newcomer().joinById(host.matchId, { invitation: 'guess' }))).toBe(
    'invitation-required',
  );
  expect(await refusal(newcomer().joinById(host.matchId, { spectate: true }))).toBe('invitation-required');
  const guest = await join(host, { invitation });
  expect(guest.seat).toBe(1);
  const elsewhere = new TestPlayer(await newcomer().joinOrCreate('borneo', { seats: 3, clock: 'none' }));
  expect(elsewhere.room.roomId).not.toBe(host.room.roomId);
});

test('spectators are limited in number, have no seat and no private part, and can be excluded', async () => {
  const host = await create({ seats: 3 });
  const watchers = [];
  for (let n = 0; n < 3; n++) watchers.push(await join(host, { spectate: true }));
  expect(watchers[0]?.seat).toBeNull();
  expect(watchers[0]?.state.table.seats.every((seat) => seat.priv === undefined)).toBe(true);
  await until(() => host.state.table['spectators'] === 3, 'spectators counted');
  expect(await refusal(newcomer().joinById(host.matchId, { spectate: true }))).toBe('table-full');
  const closed = await create({ seats: 3, spectators: false });
  expect(await refusal(newcomer().joinById(closed.matchId, { spectate: true }))).toBe(
    'spectators-not-allowed',
  );
});

test('only the host fills seats with bots; a match with empty seats does not start', async () => {
  const host = await create({ seats: 4, bots: 1 });
  const guest = await join(host);
  expect(host.state.table.seats.map((seat) => seat.occupant)).toEqual(['player', 'player', 'open', 'bot']);
  expect((await guest.refused('set-seat', { seat: 2, occupant: 'bot' })).code).toBe('not-host');
  expect((await guest.refused('start')).code).toBe('not-host');
  expect((await host.refused('start')).code).toBe('seats-not-filled');
  expect((await host.refused('set-seat', { seat: 1, occupant: 'bot' })).code).toBe('seat-taken');
  expect((await host.refused('set-seat', { seat: 6, occupant: 'bot' })).code).toBe('unknown-seat');
  await host.send('set-seat', { seat: 2, occupant: 'bot' });
  await host.send('start');
  await until(() => guest.state.table.status === 'playing', 'start');
  expect((await host.refused('start')).code).toBe('already-started');
  expect((await host.refused('set-seat', { seat: 2, occupant: 'open' })).code).toBe('already-started');
  expect((await guest.refused('take-seat', { seat: 3 })).code).toBe('already-started');
});

test('quick match leads to a waiting player, past abandoned lobbies', async () => {
  for (let n = 0; n < 5; n++) {
    const left = new TestPlayer(await newcomer().create('dockers', { clock: 'none' }));
    await until(() => left.matchId !== '', 'welcome');
    server.cut(left.room);
  }
  const waiting = new TestPlayer(await newcomer().create('dockers', { clock: 'none' }));
  await until(() => waiting.matchId !== '', 'welcome');
  const attended = async () => {
    const tables = await server.directory.tables({ status: 'lobby', game: 'dockers' });
    return tables.filter(({ attendedFrom }) => attendedFrom !== undefined).length;
  };
  await until(async () => (await attended()) === 1, 'the others to be gone');
  const room = await newcomer().joinOrCreate('dockers', { clock: 'none' });
  expect(room.roomId).toBe(waiting.matchId);
  await room.leave();
});

test('a player whose seat the host frees watches from then on', async () => {
  const host = await create({ seats: 3 });
  const guest = await join(host);
  expect(guest.state.table.seats[1]?.priv).toBeDefined();
  expect((await host.refused('set-seat', { seat: 0, occupant: 'open' })).code).toBe('seat-taken');
  await host.send('set-seat', { seat: 1, occupant: 'open' });
  await until(() => guest.state.table.seats[1]?.occupant === 'open', 'the seat to be free');
  await until(() => host.state.table['spectators'] === 1, 'the guest to watch');
  expect((await guest.refused('ready', { ready: true })).code).toBe('not-seated');
});

test('the match starts when all players are ready', async () => {
  const host = await create({ seats: 3, bots: 1 });
  const guest = await join(host);
  await guest.send('ready', { ready: true });
  await guest.send('ready', { ready: false });
  await host.send('ready', { ready: true });
  expect(host.state.table.status).toBe('lobby');
  await guest.send('ready', { ready: true });
  await until(() => host.state.table.status === 'playing', 'start');
});

test('leaving the lobby frees the seat, and the next player becomes host', async () => {
  const host = await create({ seats: 3 });
  const guest = await join(host);
  await host.room.leave();
  await until(() => guest.state.table.seats[0]?.occupant === 'open', 'the seat to be free');
  expect(guest.state.table['hostSeat']).toBe(1);
});

test('a player has a limited number of tables', async () => {
  const client = newcomer();
  for (let n = 0; n < 5; n++) await create({ seats: 3 }, client);
  expect(await refusal(client.create('borneo', {}))).toBe('too-many-tables');
});

test('chat reaches the table, is cleaned, limited, and can be muted by the host', async () => {
  const host = await create({ seats: 3 });
  const guest = await join(host);
  await guest.send('chat', { text: '  ahoy \u202e there \u0000' });
  await until(() => host.chat.length === 1, 'chat');
  expect(host.chat[0]).toMatchObject({ seat: 1, text: 'ahoy   there' });
  expect((await guest.refused('chat', { text: '' })).code).toBe('bad-payload');
  expect((await guest.refused('chat', { text: 'x'.repeat(501) })).code).toBe('bad-payload');
  expect((await guest.refused('mute', { seat: 0, muted: true })).code).toBe('not-host');
  await host.send('mute', { seat: 1, muted: true });
  expect((await guest.refused('chat', { text: 'hello?' })).code).toBe('muted');
  let sent = 0;
  while (sent < 100) {
    sent += 1;
    if (
      (await host.send('chat', { text: `line ${sent}` }).catch(({ reason }) => reason.code)) ===
      'rate-limited'
    )
      break;
  }
  expect(sent).toBeLessThan(70);
  const late = await join(host, { spectate: true });
  expect(late.state.table['spectators']).toBe(1);
});

test('refusals are in the requested language', async () => {
  const host = await create({ seats: 3, language: 'fr' });
  expect((await host.refused('start')).message).toMatch(/places vides/);
  await host.send('language', { language: 'en' });
  expect((await host.refused('start')).message).toMatch(/empty seats/);
  expect((await host.refused('language', { language: 'de' })).code).toBe('bad-payload');
});

test('commands of the game are refused before the start, and from spectators', async () => {
  const host = await create({ seats: 3 });
  const watcher = await join(host, { spectate: true });
  const place = { decision: 0, company: 'red' };
  expect(await host.refused('place-merchant', place)).toMatchObject({ code: 'not-started', rule: null });
  expect((await host.refused('legal')).code).toBe('not-started');
  expect((await watcher.refused('place-merchant', place)).code).toBe('not-a-player');
  expect((await watcher.refused('legal')).code).toBe('not-a-player');
  expect((await watcher.refused('place-merchant', { company: 7 })).code).toBe('bad-payload');
});
