// A match that moves, with SDK clients that reconnect by themselves. Here it returns to the same process, since
// Colyseus allows one server per process; what moves along is the same.
import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { replay } from '../../shared/kernel/replay.ts';
import { liveRoom } from '../colyseus/framework.ts';
import { gameOf } from '../testing/games.ts';
import { PEER, TestOwnership } from '../testing/peers.ts';
import { seatAndStart, TestPlayer, until } from '../testing/player.ts';
import { faultsIn, type Sight, sightOf } from '../testing/sight.ts';
import { startTableServer, type TableServer } from '../testing/table-server.ts';
import type { MovedMatch } from './cluster.ts';

const ownership = new TestOwnership();
let server: TableServer;
let tables = 0;
beforeAll(async () => {
  server = await startTableServer({ limits: { reconnectSeconds: 5 }, ownership });
});
beforeEach(() => {
  // The SDK tells how it reconnects.
  jest.spyOn(console, 'info').mockImplementation(() => undefined);
});
afterAll(async () => {
  jest.restoreAllMocks();
  await server.close();
});

async function start(): Promise<TestPlayer[]> {
  tables += 1;
  const clients = server.clients([`a${tables}`, `b${tables}`, `c${tables}`]);
  return await seatAndStart(clients, 'borneo', { absence: 'clock' });
}

/** How often each of them has returned. They are told to, which is `leave`, once they are announced. */
function returns(table: readonly TestPlayer[], leave: Promise<unknown> = Promise.resolve()): () => number[] {
  const counts = table.map(() => 0);
  for (const [index, { room }] of table.entries()) {
    Object.assign(room.reconnection, { enabled: true, minUptime: 0, delay: 5, minDelay: 5 });
    const { connection } = room;
    const reconnect = connection.reconnect.bind(connection);
    connection.reconnect = (...how) => void leave.then(() => reconnect(...how));
    room.onReconnect(() => {
      counts[index] = (counts[index] ?? 0) + 1;
    });
  }
  return () => counts;
}

function roomOf(matchId: string) {
  const room = liveRoom(matchId);
  if (room === undefined) throw new Error('not in memory');
  return room;
}

/** Moves it away and back; `alter`: what arrives. */
async function move(
  matchId: string,
  alter: (moved: MovedMatch) => MovedMatch | Promise<MovedMatch> = (moved) => moved,
): Promise<void> {
  let moved: MovedMatch | undefined;
  ownership.mine.add(matchId);
  const isMoved = await roomOf(matchId).move((what) => {
    moved = what;
    return ownership.give(matchId, PEER, what.firstRef);
  });
  expect(isMoved).toBe(true);
  ownership.elsewhere.delete(matchId);
  if (moved === undefined) throw new Error('nothing was handed over');
  await server.service.forPeers.take(await alter(moved));
}

async function play(table: readonly TestPlayer[], sights: Sight[], count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    const seat = table[0]?.state.decisions[0]?.seat ?? 0;
    const version = (await table[seat]?.playAny()) ?? 0;
    await until(() => table.every(({ state }) => state.version === version), 'the new version');
    sights.push(...table.map(sightOf));
  }
}

async function falseSights(matchId: string, sights: readonly Sight[]): Promise<string[]> {
  const row = server.store.rows.get(matchId);
  if (row === undefined) throw new Error('not stored');
  const { options, seats } = row.table;
  const faults: string[] = [];
  replay(
    gameOf('borneo'),
    { options, seats, seed: row.seed },
    await server.store.journal(matchId),
    (match) => {
      for (const sight of sights) if (sight.version === match.version) faults.push(...faultsIn(sight, match));
    },
  );
  return faults;
}

/** A request reaches the new owner before the errand of the former one. */
async function wakeEarly(moved: MovedMatch): Promise<MovedMatch> {
  const early = await server.client('early').joinById(moved.matchId, { spectate: true });
  early.onMessage('*', () => undefined);
  await early.leave();
  return moved;
}

test('its players return by themselves, again and again, to the right state and their own seats', async () => {
  const table = await start();
  const matchId = table[0]?.matchId ?? '';
  const counts = returns(table);
  const sights: Sight[] = [];
  await table[0]?.send('chat', { text: 'Bonjour !' });
  await play(table, sights, 8);
  for (let moves = 1; moves <= 4; moves++) {
    await move(matchId);
    await until(() => counts().every((count) => count === moves), `return ${moves}`);
    await until(
      () => table.every(({ state }) => state.table.seats.every(({ connected }) => connected)),
      'all',
    );
    sights.push(...table.map(sightOf));
    await play(table, sights, 8);
  }
  const late = await server.client('late').joinById(matchId, { spectate: true });
  const welcome = await new Promise<{ chat: object[] }>((resolve) => late.onMessage('welcome', resolve));
  expect(welcome.chat).toMatchObject([{ seat: 0, text: 'Bonjour !' }]);
  await late.leave();
  expect(table.map(({ left }) => left)).toEqual([undefined, undefined, undefined]);
  expect(await server.store.journal(matchId)).toHaveLength(40);
  expect(await falseSights(matchId, sights)).toEqual([]);
});

test('a request may wake it at its new owner before its players are announced: they return to the right state', async () => {
  const table = await start();
  const matchId = table[0]?.matchId ?? '';
  const leave = Promise.withResolvers<void>();
  const counts = returns(table, leave.promise);
  const sights: Sight[] = [];
  await play(table, sights, 8);
  await move(matchId, wakeEarly);
  leave.resolve();
  await until(() => counts().every((count) => count === 1), 'the return');
  await until(() => table.every(({ state }) => state.table.seats.every(({ connected }) => connected)), 'all');
  sights.push(...table.map(sightOf));
  await play(table, sights, 8);
  expect(await falseSights(matchId, sights)).toEqual([]);
});

test('those who come before they are announced are to try again, afterwards not', async () => {
  const table = await start();
  const matchId = table[0]?.matchId ?? '';
  const { service } = server;
  const arriving: boolean[] = [];
  const look = async () => void arriving.push(await service.isArriving(matchId));
  returns(table);
  await look();
  await move(matchId, async (moved) => {
    await look();
    ownership.given.add(matchId);
    await look();
    await wakeEarly(moved);
    await look();
    return moved;
  });
  await look();
  expect(arriving).toEqual([false, false, true, true, false]);
});

test('if its former owner did not store that number, they are not let in with the state that they know', async () => {
  const table = await start();
  const [ann] = table as [TestPlayer];
  const { matchId, room } = ann;
  await play(table, [], 8);
  const leave = Promise.withResolvers<void>();
  const counts = returns(table, leave.promise);
  await move(matchId, (moved) => {
    ownership.firstRefs.delete(matchId);
    return wakeEarly(moved);
  });
  leave.resolve();
  await until(() => table.every(({ left }) => left !== undefined), 'the refusals');
  const again = new TestPlayer(await server.client(`a${tables}`).reconnect(room.reconnectionToken));
  await until(() => again.seat === 0 && (again.state?.table?.seats?.length ?? 0) > 0, 'her return');
  expect(again.state.table.seats.map(({ connected }) => connected)).toEqual([true, false, false]);
  expect(counts()).toEqual([0, 0, 0]);
  expect(await falseSights(matchId, [sightOf(again)])).toEqual([]);
  await again.room.leave();
});

test('a player who was away when it moved returns too; a guessed token does not work', async () => {
  const table = await start();
  const [ann, bob, eve] = table as [TestPlayer, TestPlayer, TestPlayer];
  const counts = returns([ann]);
  bob.room.connection.close(4010);
  await until(() => ann.state.table.seats[1]?.connected === false, 'the break');
  const token = bob.room.reconnectionToken;
  // A player of another seat, and a token that was never issued.
  await move(ann.matchId, (moved) => ({
    ...moved,
    places: moved.places.map((place) =>
      place.sessionId === eve.room.sessionId ? { ...place, identity: { id: 'id-x', name: 'x' } } : place,
    ),
  }));
  await until(() => counts()[0] === 1, 'the return of one');
  const again = await server.client('b').reconnect(token);
  await until(() => ann.state.table.seats[1]?.connected === true, 'the return of the other');
  await expect(server.client('c').reconnect(eve.room.reconnectionToken)).rejects.toThrow(
    'reservation-expired',
  );
  await expect(server.client('c').reconnect(`${ann.matchId}:guess`)).rejects.toThrow('reservation-expired');
  await again.leave();
});

test('a command under way is completed, a later one is refused', async () => {
  const table = await start();
  const [ann] = table as [TestPlayer];
  const actor = table.find(({ seat }) => seat === ann.state.decisions[0]?.seat) as TestPlayer;
  const { type, payload } = await actor.choose();
  const played = actor.send(type, payload);
  await until(() => roomOf(ann.matchId).session.version >= 0, 'its arrival');
  let late: Promise<unknown> | undefined;
  const isMoved = roomOf(ann.matchId).move(async () => {
    late = actor.refused('chat', { text: 'too late' });
    expect(await late).toMatchObject({ code: 'shutting-down' });
    return true;
  });
  expect(await isMoved).toBe(true);
  const outcome = await played.then(
    ({ version }) => version,
    () => 0,
  );
  expect((await server.store.journal(ann.matchId)).map(({ version }) => version)).toEqual(
    outcome === 1 ? [1] : [],
  );
});

test('a match that no process takes goes to sleep as before', async () => {
  const [ann] = (await start()) as [TestPlayer];
  expect(await roomOf(ann.matchId).move(() => Promise.resolve(false))).toBe(false);
  await until(() => ann.left !== undefined, 'the end');
  expect(ann.left).toBe(4001);
});
