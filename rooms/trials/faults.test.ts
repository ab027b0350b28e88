// A broken match affects no other; a failing storage loses nothing that was acknowledged.
import { afterEach, expect, test } from '@jest/globals';
import type { Game } from '../../shared/kernel/game.ts';
import { replay } from '../../shared/kernel/replay.ts';
import { StoreError } from '../life/store-error.ts';
import { MemoryStore } from '../testing/memory-store.ts';
import { playToTheEnd, seatAndStart, TestPlayer, until } from '../testing/player.ts';
import { builtInShelf, startTableServer, type TableServer } from '../testing/table-server.ts';

let server: TableServer;

afterEach(async () => {
  await server.close();
});

async function start(
  names: readonly [string, string, string],
  options: object = {},
): Promise<[TestPlayer, TestPlayer, TestPlayer]> {
  return await seatAndStart(server.clients(names), 'borneo', options);
}

function whoseTurn(table: readonly TestPlayer[]): TestPlayer {
  const asked = table[0]?.state.decisions[0]?.seat;
  const player = table.find((candidate) => candidate.seat === asked);
  if (player === undefined) throw new Error('no seat is asked');
  return player;
}

/** A game whose rules throw when a player chooses the green company. */
function faulty(game: Game): Game {
  return {
    ...game,
    apply: (state, seat, command) => {
      if ((command as { company?: string }).company === 'green') throw new Error('a fault in the rules');
      return game.apply(state, seat, command);
    },
  };
}

test('an exception in the rules freezes its match, keeps the last good state, and harms no other', async () => {
  server = await startTableServer({ shelf: builtInShelf(faulty) });
  const table = await start(['a', 'b', 'c']);
  const others = await start(['d', 'e', 'f']);
  const first = whoseTurn(table);
  await first.send('place-merchant', { decision: first.decision?.id, company: 'red' });
  await until(() => table.every((player) => player.state.version === 1), 'version 1');
  const second = whoseTurn(table);
  const answer = await second.refused('place-merchant', { decision: second.decision?.id, company: 'green' });
  expect(answer.code).toBe('internal-error');
  expect(answer.message).not.toMatch(/fault in the rules/);
  await until(() => table.every((player) => player.state.table.status === 'frozen'), 'the freeze');
  const later = await second.refused('place-merchant', { decision: second.decision?.id, company: 'red' });
  expect(later.code).toBe('frozen');
  expect(table[0].state.version).toBe(1);
  expect(server.store.rows.get(table[0].matchId)?.status).toBe('frozen');
  expect(server.log.filter((line) => line.message === 'match frozen')).toHaveLength(1);
  expect(await whoseTurn(others).playAny()).toBe(1);
});

test('a frozen match continues when it is reopened with correct rules', async () => {
  const store = new MemoryStore();
  server = await startTableServer({ shelf: builtInShelf(faulty), store, limits: { sleepAfterSeconds: 0.1 } });
  const table = await start(['a', 'b', 'c']);
  const { matchId } = table[0];
  const first = whoseTurn(table);
  const id = first.decision?.id;
  expect((await first.refused('place-merchant', { decision: id, company: 'green' })).code).toBe(
    'internal-error',
  );
  await server.close();
  server = await startTableServer({ store });
  const seat = first.seat ?? 0;
  const again = new TestPlayer(await server.client(['a', 'b', 'c'][seat] ?? '').joinById(matchId, {}));
  await until(() => again.room.state !== undefined && again.state.view !== undefined, 'state');
  expect(again.state.table.status).toBe('playing');
  expect(await again.send('place-merchant', { decision: id, company: 'green' })).toEqual({ version: 1 });
});

test('a match of another rules version is kept, but not played with rules it did not begin with', async () => {
  const store = new MemoryStore();
  server = await startTableServer({ store, shelf: builtInShelf((game) => ({ ...game, rulesVersion: 1 })) });
  const [ann] = await start(['a', 'b', 'c']);
  const { matchId } = ann;
  await server.close();
  server = await startTableServer({ store, shelf: builtInShelf((game) => ({ ...game, rulesVersion: 2 })) });
  await expect(server.client('a').joinById(matchId, {})).rejects.toMatchObject({
    code: 409,
    message: 'other-rules',
  });
  expect((await store.load(matchId))?.status).toBe('playing');
  await server.close();
  server = await startTableServer({ store, shelf: builtInShelf((game) => ({ ...game, rulesVersion: 1 })) });
  const back = new TestPlayer(await server.client('a').joinById(matchId, {}));
  await until(() => back.matchId !== '' && back.room.state !== undefined, 'welcome');
  expect(back.state.table.status).toBe('playing');
});

test('a journal with a gap freezes its match, and the log blames the storage, not the rules', async () => {
  const store = new MemoryStore();
  server = await startTableServer({ store });
  const table = await start(['a', 'b', 'c']);
  const { matchId } = table[0];
  for (let n = 1; n <= 3; n++) {
    await whoseTurn(table).playAny();
    await until(() => table.every(({ state }) => state.version === n), 'the move');
  }
  await server.close();
  store.journals.get(matchId)?.splice(1, 1);
  server = await startTableServer({ store });
  const again = new TestPlayer(await server.client('a').joinById(matchId, {}));
  await until(() => again.matchId !== '' && again.room.state !== undefined, 'welcome');
  expect(again.state.table.status).toBe('frozen');
  const told = server.log.filter(({ message }) => message === 'match frozen');
  expect(told).toMatchObject([
    { fields: { stack: expect.stringContaining('the journal is not complete: version 2 is missing') } },
  ]);
});

test('a match that ended under another rules version stays finished, with its result', async () => {
  const store = new MemoryStore();
  server = await startTableServer({ store, shelf: builtInShelf((game) => ({ ...game, rulesVersion: 1 })) });
  const clients = server.clients(['a', 'b']);
  const [ann, bob] = await seatAndStart(clients, 'cabo-da-roca');
  if (ann === undefined || bob === undefined) throw new Error('no player came');
  const { matchId } = ann;
  await ann.room.request('resign', {});
  await until(() => bob.state.table.status === 'finished', 'the end');
  const { result } = bob.state.table;
  await server.close();
  server = await startTableServer({ store, shelf: builtInShelf((game) => ({ ...game, rulesVersion: 2 })) });
  const again = new TestPlayer(await server.client('a').joinById(matchId, {}));
  await until(() => again.matchId !== '' && again.room.state !== undefined, 'welcome');
  expect([again.state.table.status, again.state.table.result]).toEqual(['finished', result]);
  expect(result).toMatchObject({ reason: 'last-player' });
  expect((await store.load(matchId))?.status).toBe('finished');
});

test('what cannot be stored is not played: refused, unchanged, and accepted once the storage is back', async () => {
  server = await startTableServer();
  const table = await start(['a', 'b', 'c']);
  const player = whoseTurn(table);
  const command = { decision: player.decision?.id, company: 'blue' };
  server.store.failure = 'disk full';
  expect((await player.refused('place-merchant', command)).code).toBe('storage-unavailable');
  expect(table[1].state).toMatchObject({ version: 0, table: { status: 'playing' } });
  expect((await player.refused('chat', { text: '' })).code).toBe('bad-payload');
  server.store.failure = undefined;
  expect(await player.send('place-merchant', command)).toEqual({ version: 1 });
  expect(server.store.journals.get(table[0].matchId)).toHaveLength(1);
});

test('if it is unknown whether a command was stored, the player is told so and may send it again', async () => {
  server = await startTableServer();
  const table = await start(['a', 'b', 'c']);
  const player = whoseTurn(table);
  const command = { decision: player.decision?.id, company: 'blue', commandId: 'once' };
  server.store.failure = 'sync failed';
  server.store.failureCode = 'unconfirmed';
  expect((await player.refused('place-merchant', command)).code).toBe('outcome-unknown');
  expect((await player.refused('hand-over', { playing: false })).code).toBe('outcome-unknown');
  expect(table[1].state).toMatchObject({ version: 0, table: { status: 'playing' } });
  server.store.failure = undefined;
  expect(await player.send('place-merchant', command)).toEqual({ version: 1 });
  expect(await player.send('place-merchant', command)).toEqual({ version: 1 });
});

test('no table can be opened without storage: the client is told so, and to try again later', async () => {
  server = await startTableServer();
  server.store.failure = 'disk full';
  await expect(server.client('a').create('borneo', {})).rejects.toMatchObject({
    code: 503,
    message: 'storage-unavailable',
  });
  server.store.failure = undefined;
  await (await server.client('a').create('borneo', {})).leave();
});

test('after a restart without storage a match can be viewed, and continues once the storage is back', async () => {
  const store = new MemoryStore();
  server = await startTableServer({ store, limits: { sleepAfterSeconds: 0.1 } });
  const table = await start(['a', 'b', 'c'], { clock: 'fast' });
  const names = ['a', 'b', 'c'];
  const { seat } = whoseTurn(table);
  const { matchId } = table[0];
  await server.close();
  expect(store.rows.get(matchId)?.wakeAt).toBeGreaterThan(0);
  store.failure = 'disk full';
  server = await startTableServer({ store });
  const again = new TestPlayer(await server.client(names[seat ?? 0] ?? '').joinById(matchId, {}));
  await until(() => again.room.state !== undefined && again.state.view !== undefined, 'state');
  expect(again.state.table.status).toBe('playing');
  const command = { decision: again.decision?.id, company: 'blue' };
  expect((await again.refused('place-merchant', command)).code).toBe('storage-unavailable');
  store.failure = undefined;
  expect(await again.send('place-merchant', command)).toEqual({ version: 1 });
});

test('a bot whose move could not be stored tries again, even if nothing else happens at the table', async () => {
  server = await startTableServer();
  const { store } = server;
  // Nothing that a bot plays can be stored, from the beginning.
  const commit = store.commit.bind(store);
  let failed = 0;
  store.commit = (matchId, rows, change) => {
    if (!rows.some(({ by }) => by === 'bot')) return commit(matchId, rows, change);
    failed += 1;
    return Promise.reject(new StoreError('failed', 'disk full'));
  };
  const [ann] = await seatAndStart([server.client('ann')], 'borneo', {
    seats: 3,
    bots: 2,
    clock: 'none',
    options: { firstSeat: 1 },
  });
  if (ann === undefined) throw new Error('no player came');
  await until(() => failed > 0, 'the move of a bot that is not stored');
  expect([ann.state.version, ann.decision]).toEqual([0, undefined]);
  store.commit = commit;
  await until(() => ann.decision !== undefined, 'the turn of the player');
  expect(store.journals.get(ann.matchId)?.map(({ seat, by }) => [seat, by])).toEqual([
    [1, 'bot'],
    [2, 'bot'],
  ]);
});

test('a table that cannot be stored when it should sleep stays awake, and sleeps once it can', async () => {
  server = await startTableServer({ limits: { sleepAfterSeconds: 0.2 } });
  const table = await start(['a', 'b', 'c'], { clock: 'slow' });
  const { matchId } = table[0];
  server.store.failure = 'disk full';
  for (const player of table) server.cut(player.room);
  await until(() => server.log.some(({ message }) => message === 'table not stored'), 'the first attempt');
  expect(server.service.stats().rooms).toBe(1);
  // Players can return to it meanwhile.
  const back = new TestPlayer(await server.client('a').joinById(matchId, {}));
  await until(() => back.matchId !== '', 'welcome');
  server.cut(back.room);
  server.store.failure = undefined;
  await until(() => server.service.stats().rooms === 0, 'sleep');
  expect((await server.store.load(matchId))?.wakeAt).toBeGreaterThan(0);
});

test('every acknowledged command is in the journal, and the journal leads to the same end', async () => {
  server = await startTableServer();
  const table = await start(['a', 'b', 'c']);
  const played = await playToTheEnd(table);
  const [ann] = table;
  const row = server.store.rows.get(ann.matchId);
  const journal = server.store.journals.get(ann.matchId) ?? [];
  expect(journal).toHaveLength(played);
  const { game } = builtInShelf().find('borneo') ?? {};
  if (row === undefined || game === undefined) throw new Error('no row');
  const { options, seats } = row.table;
  const match = replay(game, { options, seats, seed: row.seed }, journal);
  expect(match.result()).toEqual(ann.state.table.result);
  expect(match.result()).toEqual(row.result);
  expect(ann.state.table.seed).toBe(row.seed);
});

test('a clock that runs out plays the fallback as a journaled command; a later answer is stale', async () => {
  let now = 1_000_000;
  server = await startTableServer({ now: () => now });
  const table = await start(['a', 'b', 'c'], { clock: 'fast', absence: 'clock' });
  const [ann] = table;
  const decision = ann.state.decisions[0];
  // Placement is a reply: 20 s and the bank of 120 s.
  expect(decision?.deadline).toBe(now + 140_000);
  now += 139_990;
  // A client that joins makes the room check its clock.
  const watcher = new TestPlayer(await server.client('z').joinById(ann.matchId, { spectate: true }));
  now += 10;
  await until(() => watcher.matchId !== '', 'welcome');
  await until(() => ann.state.version === 1, 'the time-out');
  expect(ann.news.at(-1)).toMatchObject({ version: 1, by: 'clock', seat: decision?.seat });
  expect(server.store.journals.get(ann.matchId)?.[0]).toMatchObject({ by: 'clock' });
  const late = table.find(({ seat }) => seat === decision?.seat);
  const answer = { decision: decision?.id, company: 'red' };
  expect((await late?.refused('place-merchant', answer))?.code).toBe('stale-decision');
  expect(ann.state.version).toBe(1);
});

test('a match that sleeps is woken for its time-out', async () => {
  let ahead = 0;
  const now = () => Math.round(performance.timeOrigin + performance.now()) + ahead;
  server = await startTableServer({ now, limits: { sleepAfterSeconds: 0.2 } });
  const table = await start(['a', 'b', 'c'], { clock: 'fast', absence: 'clock' });
  const other = await start(['d', 'e', 'f']);
  const { matchId } = table[0];
  for (const player of table) server.cut(player.room);
  await until(() => server.service.stats().rooms === 1, 'sleep');
  const wakeAt = server.store.rows.get(matchId)?.wakeAt ?? 0;
  expect(wakeAt - now()).toBeGreaterThan(100_000);
  // Time passes; the next room that closes makes the service look at its alarm again.
  ahead = wakeAt - now() + 900;
  for (const player of other) server.cut(player.room);
  await until(() => (server.store.journals.get(matchId)?.length ?? 0) > 0, 'the time-out');
  expect(server.store.journals.get(matchId)?.[0]).toMatchObject({ by: 'clock' });
});
