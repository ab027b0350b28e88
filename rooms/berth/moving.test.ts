// A match that moves, with SDK clients that reconnect by themselves. Here it returns to the same process, since
// Colyseus allows one server per process; what moves along is the same.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Client } from '@colyseus/sdk';
import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { replay } from '../../shared/kernel/replay.ts';
import { liveRoom } from '../colyseus/framework.ts';
import { gameOf } from '../testing/games.ts';
import { PEER, TestOwnership } from '../testing/peers.ts';
import { invitedBy, seatAndStart, TestPlayer, until } from '../testing/player.ts';
import { ALONE } from '../testing/rows.ts';
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

test('parts that are being opened: an opened one counts where it moves, a missing one is opened there, nobody is told too early', async () => {
  const committed = { a: 'a'.repeat(32), b: 'b'.repeat(32) };
  tables += 1;
  const clients = server.clients([`a${tables}`, `b${tables}`, `c${tables}`]);
  const ann = new TestPlayer(await clients[0].create('borneo', { seats: 3, clock: 'none' }));
  const invited = await invitedBy(ann);
  const enter = async (client: Client) => new TestPlayer(await client.joinById(ann.room.roomId, invited));
  const [bob, cleo] = [await enter(clients[1]), await enter(clients[2])];
  const table = [ann, bob, cleo];
  await until(() => table.every(({ seat }) => seat !== null), 'their seats');
  for (const [player, part] of [
    [ann, committed.a],
    [bob, committed.b],
  ] as const)
    await player.send('commit-part', { commitment: ALONE.hash(part) });
  const { matchId } = ann;
  const counts = returns(table);
  const codeOf = (request: Promise<unknown>) =>
    request.then(
      () => 'accepted',
      (error: { readonly reason?: { readonly code: string } }) => error.reason?.code,
    );

  await ann.send('start');
  const early = codeOf(ann.send('open-part', { part: committed.a }));
  await until(() => bob.state.table.seats[0]?.part === 'opened', 'the part');
  expect([roomOf(matchId).idleSince, ann.state.table.dealing]).toEqual([undefined, true]);
  await move(matchId);
  expect(await early).toBe('shutting-down');
  await allBack(table, counts, 1);
  expect(bob.state.table).toMatchObject({ status: 'lobby', dealing: true });
  expect(bob.state.table.seats.map(({ part }) => part)).toEqual(['opened', 'committed', undefined]);
  const late = await bob.refused('open-part', { part: committed.a });
  expect(late.code).toBe('wrong-part');
  await bob.send('open-part', { part: committed.b });
  expect(server.store.rows.get(matchId)?.table).toMatchObject({
    deal: { parts: [{ by: 'player' }, { by: 'player' }, { by: 'none' }] },
    startedAt: expect.any(Number),
  });
});

/** Two have decided; the first of them. */
async function twoPlayed(): Promise<{ table: TestPlayer[]; actor: TestPlayer }> {
  const table = await start();
  const actor = table.find(({ decision }) => decision !== undefined);
  if (actor === undefined) throw new Error('no seat is asked');
  await play(table, [], 2);
  return { table, actor };
}

const questionsOf = (table: readonly TestPlayer[]) => table.map(({ state }) => state.table.undoQuestion?.id);
const allBack = (table: readonly TestPlayer[], counts: () => number[], times: number) =>
  until(
    () =>
      counts().every((count) => count === times) &&
      table.every(({ state }) => state.table.seats.every(({ connected }) => connected)),
    `return ${times}`,
  );

test('a question is over where it moves, has taken nothing back, and counts', async () => {
  const { table, actor } = await twoPlayed();
  const { matchId } = actor;
  const counts = returns(table);
  const others = table.filter((player) => player !== actor);
  await actor.send('ask-undo', { to: 0 });
  await others[0]?.send('answer-undo', { question: 0, agree: true });
  await until(
    () => table.every(({ state }) => state.table.undoQuestion?.agreed.length === 1),
    'the question',
  );
  await move(matchId);
  await allBack(table, counts, 1);
  await until(() => questionsOf(table).every((id) => id === undefined), 'the end of the question');
  expect((await others[1]?.refused('answer-undo', { question: 0, agree: true }))?.code).toBe(
    'stale-question',
  );
  expect(actor.state.version).toBe(2);
  expect(server.store.rows.get(matchId)?.table.undoQuestions).toEqual([actor.seat]);
  await actor.send('ask-undo', { to: 0 });
  await until(() => questionsOf(table).every((id) => id === 1), 'the next question');
  for (const other of others) await other.send('answer-undo', { question: 1, agree: true });
  await until(() => table.every(({ state }) => state.version === 3), 'version 3');
  const sights = table.map(sightOf);
  await move(matchId);
  await allBack(table, counts, 2);
  expect(await falseSights(matchId, [...sights, ...table.map(sightOf)])).toEqual([]);
});

/** How far an undo has come when the match leaves. */
test.each([0, 1, 2, 4, 8])(
  'an undo under way, %i turns of the loop old, is done once or not at all',
  async (turns) => {
    const { table, actor } = await twoPlayed();
    const { matchId } = actor;
    const counts = returns(table);
    const others = table.filter((player) => player !== actor);
    await actor.send('ask-undo', { to: 0 });
    await others[0]?.send('answer-undo', { question: 0, agree: true });
    others[1]?.send('answer-undo', { question: 0, agree: true }).catch(() => undefined);
    for (let n = 0; n < turns; n++) await nextTurn();
    await move(matchId);
    await allBack(table, counts, 1);
    const journal = await server.store.journal(matchId);
    const undos = journal.filter(({ command }) => command.type === 'undo');
    expect(undos).toHaveLength(journal.length - 2);
    expect(undos.length).toBeLessThanOrEqual(1);
    await until(() => table.every(({ state }) => state.version === journal.length), 'what is stored');
    await until(() => questionsOf(table).every((id) => id === undefined), 'the end of the question');
    expect(await falseSights(matchId, table.map(sightOf))).toEqual([]);
  },
);

test.each([0, 1, 2, 4, 8])(
  'a free one, %i turns of the loop old, is done once, however often it is sent',
  async (turns) => {
    const table = await start();
    const actor = table.find(({ decision }) => decision !== undefined) as TestPlayer;
    await play(table, [], 1);
    const counts = returns(table);
    const undo = { to: 0, commandId: 'back' };
    actor.send('undo', undo).catch(() => undefined);
    for (let n = 0; n < turns; n++) await nextTurn();
    await move(actor.matchId);
    await allBack(table, counts, 1);
    expect([1, 2]).toContain(actor.state.version);
    expect(await actor.send('undo', undo)).toEqual({ version: 2 });
    await until(() => table.every(({ state }) => state.version === 2), 'version 2');
    const journal = await server.store.journal(actor.matchId);
    expect(journal.map(({ command }) => command.type === 'undo')).toEqual([false, true]);
    expect(await falseSights(actor.matchId, table.map(sightOf))).toEqual([]);
  },
);

test('a match that no process takes goes to sleep as before', async () => {
  const [ann] = (await start()) as [TestPlayer];
  expect(await roomOf(ann.matchId).move(() => Promise.resolve(false))).toBe(false);
  await until(() => ann.left !== undefined, 'the end');
  expect(ann.left).toBe(4001);
});
