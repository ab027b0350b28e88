import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { replay } from '../../shared/kernel/replay.ts';
import { gameOf } from '../testing/games.ts';
import { seatAndStart, TestPlayer, until } from '../testing/player.ts';
import { reserve } from '../testing/raw-client.ts';
import { faultsIn, type Sight, sightOf } from '../testing/sight.ts';
import { startTableServer, type TableServer } from '../testing/table-server.ts';

let server: TableServer;
let tables = 0;
let isOwner = true;

beforeAll(async () => {
  server = await startTableServer({
    limits: { awayBotSeconds: 1, sleepAfterSeconds: 1, reconnectSeconds: 1 },
    isOwner: () => isOwner,
  });
});

beforeEach(() => {
  // The SDK tells how it reconnects.
  jest.spyOn(console, 'info').mockImplementation(() => undefined);
});

afterAll(async () => {
  jest.restoreAllMocks();
  await server.close();
});

function names(): [string, string, string] {
  tables += 1;
  return [`t${tables}p0`, `t${tables}p1`, `t${tables}p2`];
}

function start(people: readonly [string, string, string], options: object = {}) {
  return seatAndStart(server.clients(people), 'borneo', options);
}

async function back(name: string, matchId: string): Promise<TestPlayer> {
  const player = new TestPlayer(await server.client(name).joinById(matchId, {}));
  await until(() => player.matchId !== '' && player.room.state !== undefined, 'welcome');
  return player;
}

/** How often its SDK has reconnected, from `leave` on. */
function returnsByItself({ room }: TestPlayer, leave: Promise<unknown> = Promise.resolve()): () => number {
  let returns = 0;
  Object.assign(room.reconnection, { enabled: true, minUptime: 0, delay: 5, minDelay: 5 });
  const { connection } = room;
  const reconnect = connection.reconnect.bind(connection);
  connection.reconnect = (...how) => void leave.then(() => reconnect(...how));
  room.onReconnect(() => {
    returns += 1;
  });
  return () => returns;
}

/** Drops the connection without a close frame, as in a tunnel. */
function cut(player: TestPlayer): void {
  server.cut(player.room);
}

test('a disconnected player returns on another device to the same seat and the same hand', async () => {
  const people = names();
  const [ann, bob] = await start(people, { absence: 'clock' });
  const hand = bob.state.table.seats[1]?.priv?.seatView?.['hand'];
  expect(hand).toHaveLength(3);
  cut(bob);
  await until(() => ann.state.table.seats[1]?.connected === false, 'the drop to be seen');
  const again = await back(people[1] ?? '', ann.matchId);
  expect(again.seat).toBe(1);
  await until(() => again.state.view !== undefined, 'state');
  expect(again.state.table.seats[1]?.priv?.seatView?.['hand']).toEqual(hand);
  expect(again.state.table.seats[0]?.priv).toBeUndefined();
  await until(() => ann.state.table.seats[1]?.connected === true, 'the return to be seen');
});

test('twenty quick drops: the reconnection of the SDK keeps seat, hand and view', async () => {
  const people = names();
  const [ann, bob] = await start(people, { absence: 'clock' });
  const hand = bob.state.table.seats[1]?.priv?.seatView?.['hand'];
  const returns = returnsByItself(bob);
  for (let n = 1; n <= 20; n++) {
    cut(bob);
    await until(() => returns() === n, `return ${n}`);
    // A connection counts only once its welcome is acknowledged.
    await bob.room.request('news-since', { version: 0 });
    expect(ann.state.table.seats[1]?.connected).toBe(true);
  }
  expect(bob.state.table.seats[1]?.priv?.seatView?.['hand']).toEqual(hand);
  expect(bob.state.table.seats[0]?.priv).toBeUndefined();
  expect(bob.state.table.seats).toHaveLength(3);
});

/** A bot plays for the other seat, which ends while this player is away. */
async function missAnEnd(player: TestPlayer, host: TestPlayer): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  returnsByItself(player, promise);
  await host.send('hand-over', { playing: false });
  await until(() => player.state.table.seats[0]?.strength === 'mate', 'the bot');
  cut(player);
  await until(() => host.state.table.seats[1]?.connected === false, 'the drop to be seen');
  await host.send('hand-over', { playing: true });
  return resolve;
}

test('what has ended meanwhile has ended for a client that returns, whatever it sends first', async () => {
  const [ann, bob] = await start(names(), { options: { firstSeat: 2 } });
  // Before it acknowledges its welcome.
  bob.room.connection.events.onopen = () => bob.room.ping(() => undefined);
  const leave = await missAnEnd(bob, ann);
  const ended: unknown[] = [];
  bob.room.onMessage('welcome', () => ended.push(bob.state.table.seats[0]?.strength));
  leave();
  await until(() => ended.length === 1, 'the return');
  expect(ended).toEqual([undefined]);
});

test('the same while the process is unsure of its ownership: as soon as it is sure again', async () => {
  const [ann, bob] = await start(names(), { options: { firstSeat: 2 } });
  const leave = await missAnEnd(bob, ann);
  let isBack = false;
  bob.room.onMessage('welcome', () => {
    isBack = true;
  });
  isOwner = false;
  leave();
  await until(() => isBack, 'the return');
  isOwner = true;
  await until(() => ann.state.table.seats[1]?.connected === true, 'the return to be seen');
  await bob.room.request('news-since', { version: 0 });
  expect(bob.state.table.seats[0]?.strength).toBeUndefined();
});

test('a hand that changes right after the return stays correct', async () => {
  const people = names();
  const table = await start(people, { absence: 'clock' });
  const { matchId } = table[0] as TestPlayer;
  const sights: Sight[] = [];
  for (let version = 1; version <= 40; version++) {
    const seat = table[0]?.state.decisions[0]?.seat ?? 0;
    cut(table[seat] as TestPlayer);
    await until(
      () => table[(seat + 1) % 3]?.state.table.seats[seat]?.connected === false,
      'the drop to be seen',
    );
    const returned = await back(people[seat] ?? '', matchId);
    table[seat] = returned;
    // Returns and plays immediately.
    expect(await returned.playAny()).toBe(version);
    await until(() => table.every((player) => player.state.version === version), 'the new version');
    sights.push(sightOf(returned));
  }
  const row = server.store.rows.get(matchId);
  if (row === undefined) throw new Error('not stored');
  const { options, seats } = row.table;
  const faults: string[] = [];
  const journal = await server.store.journal(matchId);
  replay(gameOf('borneo'), { options, seats, seed: row.seed }, journal, (match) => {
    const sight = sights.find((one) => one.version === match.version);
    faults.push(...(sight === undefined ? ['not seen'] : faultsIn(sight, match)));
  });
  expect(faults).toEqual([]);
});

test('the newest connection of a player wins; the older one is told why it was closed', async () => {
  const people = names();
  const [ann, bob] = await start(people);
  const again = await back(people[1] ?? '', ann.matchId);
  await until(() => bob.left !== undefined, 'the older connection to close');
  expect(bob.left).toBe(4100);
  expect(again.seat).toBe(1);
  expect(ann.state.table.seats[1]?.connected).toBe(true);
});

test('an empty match leaves memory and returns with its first visitor', async () => {
  const people = names();
  const [ann, bob, cleo] = await start(people);
  const { matchId } = ann;
  const asked = ann.state.decisions[0]?.seat;
  const actor = [ann, bob, cleo].find((player) => player.seat === asked);
  await actor?.playAny();
  const before = server.service.stats().rooms;
  for (const player of [ann, bob, cleo]) cut(player);
  await until(() => server.service.stats().rooms < before, 'sleep');
  const again = await back(people[0] ?? '', matchId);
  await until(() => again.state.view !== undefined, 'state');
  expect(again.state).toMatchObject({ version: 1, table: { status: 'playing' } });
  expect(again.state.table.seats[0]?.priv?.seatView?.['hand']).toEqual(
    ann.state.table.seats[0]?.priv?.seatView?.['hand'],
  );
});

test('after a sleep or a crash the SDK’s reconnect leads back to the seat, with the player’s own identity', async () => {
  const people = names();
  const table = await start(people, { absence: 'clock' });
  const [, bob] = table;
  const hand = bob.state.table.seats[1]?.priv?.seatView?.['hand'];
  const { matchId } = bob;
  const { reconnectionToken } = bob.room;
  const [, token = ''] = reconnectionToken.split(':');
  const before = server.service.stats().rooms;
  for (const player of table) cut(player);
  await until(() => server.service.stats().rooms < before, 'sleep');
  const returnsAs = (name: string | undefined) =>
    reserve(server.url, name, `reconnect/${matchId}`, { reconnectionToken: token });
  // An unknown token opens nothing, and wakes nothing.
  expect(await returnsAs(undefined)).toBe('reservation-expired');
  expect(server.service.stats().rooms).toBeLessThan(before);
  expect(await returnsAs('stranger')).toBe('reservation-expired');
  const again = new TestPlayer(await server.client(people[1] ?? '').reconnect(reconnectionToken));
  await until(() => again.matchId !== '' && again.state.view !== undefined, 'the return');
  expect([again.matchId, again.seat]).toEqual([matchId, 1]);
  expect(again.state.table.seats[1]?.priv?.seatView?.['hand']).toEqual(hand);
  // The old token does not push the newer connection out.
  expect(await returnsAs(people[1])).toBe('reservation-expired');
  expect(again.left).toBeUndefined();
  await expect(server.client(people[1] ?? '').reconnect('nowhere:token')).rejects.toThrow('unknown-match');
});

test('a bot plays for a player who is away too long, and stops when the player returns', async () => {
  const people = names();
  const [ann, bob] = await start(people, { absence: 'bot', options: { firstSeat: 1 } });
  expect(ann.state.decisions[0]?.seat).toBe(1);
  cut(bob);
  await until(() => ann.state.table.seats[1]?.['botPlays'] === true, 'the bot to sit in');
  await until(() => ann.state.version >= 1, 'the bot to play');
  expect(ann.news.find((message) => message.version === 1)).toMatchObject({ seat: 1, by: 'bot' });
  const again = await back(people[1] ?? '', ann.matchId);
  await until(() => ann.state.table.seats[1]?.['botPlays'] === false, 'the hand-back');
  expect(again.seat).toBe(1);
});

test('if the table wants only the clock, no one plays for absent players', async () => {
  const people = names();
  const [ann, bob] = await start(people, { absence: 'clock', options: { firstSeat: 1 } });
  cut(bob);
  await until(() => ann.state.table.seats[1]?.connected === false, 'the drop to be seen');
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(ann.state.version).toBe(0);
});

test('hand-over lets a bot play until the player takes over again', async () => {
  const people = names();
  const [ann, bob] = await start(people, { options: { firstSeat: 1 } });
  await bob.send('hand-over', { playing: false });
  await until(() => ann.state.version >= 1, 'the bot to play');
  await bob.send('hand-over', { playing: true });
  expect(bob.state.table.seats[1]?.['botPlays']).toBe(false);
});

test('a player who leaves the seat may watch while a bot plays, and take it again', async () => {
  const people = names();
  const [ann, bob] = await start(people, { options: { firstSeat: 1 } });
  await bob.send('leave-seat');
  await until(() => ann.state.version >= 1, 'the bot to play');
  expect(bob.state.table.seats[1]).toMatchObject({ connected: true, botPlays: true });
  await bob.send('hand-over', { playing: true });
  expect(bob.state.table.seats[1]?.['botPlays']).toBe(false);
});

test('a player who leaves a running match keeps the seat and may come back', async () => {
  const people = names();
  const [ann, bob] = await start(people, { absence: 'bot' });
  await bob.room.leave();
  await until(() => ann.state.table.seats[1]?.['botPlays'] === true, 'the bot to sit in');
  expect(ann.state.table.seats[1]).toMatchObject({ occupant: 'player', name: people[1], connected: false });
  const again = await back(people[1] ?? '', ann.matchId);
  expect(again.seat).toBe(1);
  await until(() => ann.state.table.seats[1]?.['botPlays'] === false, 'the hand-back');
});

test('legal commands can be sent as listed, including those that answer no decision', async () => {
  const [one, other] = names();
  const [ann, bob] = await seatAndStart(server.clients([one, other]), 'cabo-da-roca', {
    options: { firstSeat: 0 },
  });
  const legal = (await ann.room.request('legal')) as { commands: { decision: number }[]; unasked: object[] };
  expect(legal.unasked).toEqual([{ type: 'resign' }]);
  expect(legal.commands.length).toBeGreaterThan(0);
  for (const { decision } of legal.commands) expect(decision).toBe(ann.decision?.id);
  await bob.send('resign');
  await until(() => ann.over, 'the end');
});

test('missed news can be requested', async () => {
  const people = names();
  const table = await start(people);
  for (let n = 0; n < 5; n++) {
    const asked = table[0]?.state.decisions[0]?.seat;
    await table.find((player) => player.seat === asked)?.playAny();
    await until(() => table.every((player) => player.state.version === n + 1), 'the next version');
  }
  const answer = (await table[0]?.room.request('news-since', { version: 1 })) as {
    complete: boolean;
    news: { version: number }[];
  };
  expect(answer.complete).toBe(true);
  expect(answer.news.map((message) => message.version)).toEqual([2, 3, 4, 5]);
});

test('bots alone play a whole match while one person watches from a seat', async () => {
  const [name] = names();
  const host = new TestPlayer(
    await server.client(name).create('borneo', { seats: 5, bots: 4, clock: 'none' }),
  );
  await until(() => host.matchId !== '', 'welcome');
  await host.send('start');
  await host.send('hand-over', { playing: false });
  await until(() => host.over, 'the end');
  expect(host.state.table.result?.ranking).toHaveLength(5);
  expect(host.state.table['seed']).toMatch(/^[0-9a-f]{32}$/);
}, 180_000);

test('after the end the same table plays a rematch', async () => {
  const [one, other] = names();
  const clients = server.clients([one, other]);
  const [ann, bob] = await seatAndStart(clients, 'borneo', { seats: 3, bots: 1 });
  expect((await ann.refused('rematch')).code).toBe('not-finished');
  for (const player of [ann, bob]) await player.send('hand-over', { playing: false });
  await until(() => ann.over && bob.over, 'the end');
  await ann.send('rematch');
  expect(ann.rematch).toBeUndefined();
  await bob.send('rematch');
  await until(() => ann.rematch !== undefined && bob.rematch !== undefined, 'the rematch');
  expect(ann.state.table['rematch']).toBe(ann.rematch);
  const next = await back(one, ann.rematch ?? '');
  expect(next.seat).toBe(0);
  expect(next.state.table.status).toBe('playing');
  expect(next.state.table['commitment']).not.toBe(ann.state.table['commitment']);
});
