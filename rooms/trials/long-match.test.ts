// A match that does not end by itself is ended by the fallbacks.
import { afterEach, expect, test } from '@jest/globals';
import { replay } from '../../shared/kernel/replay.ts';
import type { RoomLimits } from '../room-limits.ts';
import { longMatch } from '../testing/long-matches.ts';
import { MemoryStore } from '../testing/memory-store.ts';
import { seatAndStart, TestPlayer, until } from '../testing/player.ts';
import { builtInShelf, startTableServer, type TableServer } from '../testing/table-server.ts';

let server: TableServer;
afterEach(async () => {
  await server.close();
});

async function start(limits: Partial<RoomLimits>, store = new MemoryStore()): Promise<TestPlayer[]> {
  server = await startTableServer({ limits, store });
  return await seatAndStart(server.clients(['a', 'b', 'c']), 'borneo', { clock: 'none' });
}

/** The seat that must act plays, this many times. */
async function play(table: readonly TestPlayer[], moves: number): Promise<void> {
  for (let version = 1; version <= moves; version++) {
    const player = table.find((one) => one.decision !== undefined);
    await player?.playAny();
    await until(() => table.every((one) => one.state.version >= version), `version ${version}`);
  }
}

test('beyond the limit players’ commands are refused, and fallbacks lead to a result', async () => {
  const table = await start({ freeCommandsPerMatch: 5 });
  const [ann] = table;
  if (ann === undefined) throw new Error('there is no player');
  await play(table, 5);
  await until(() => ann.state.table.status === 'finished', 'the end');
  const row = server.store.rows.get(ann.matchId);
  const journal = server.store.journals.get(ann.matchId) ?? [];
  expect(journal.slice(0, 5).every(({ by }) => by === 'player')).toBe(true);
  expect(new Set(journal.slice(5).map(({ by }) => by))).toEqual(new Set(['clock']));
  const { game } = builtInShelf().find('borneo') ?? {};
  if (row === undefined || game === undefined) throw new Error('no row');
  const { options, seats } = row.table;
  expect(replay(game, { options, seats, seed: row.seed }, journal).result()).toEqual(row.result);
}, 180_000);

test('a player who answers in time is told why the answer does not count', async () => {
  const table = await start({ freeCommandsPerMatch: 3 });
  await play(table, 2);
  const player = table.find((one) => one.decision !== undefined);
  const choice = await player?.choose();
  // The storage is slow enough for a second command to wait behind the one that reaches the bound.
  const [first, second] = await Promise.allSettled([
    player?.send(choice?.type ?? '', choice?.payload),
    table.find((one) => one !== player)?.send(choice?.type ?? '', { ...choice?.payload, decision: 1 }),
  ]);
  expect(first.status).toBe('fulfilled');
  expect(second).toMatchObject({ status: 'rejected', reason: { reason: { code: 'journal-full' } } });
});

test('a match that does not end even then is frozen, stays within its limit, and can still be viewed', async () => {
  const store = new MemoryStore();
  const limits = { freeCommandsPerMatch: 3, finalCommandsPerMatch: 5 };
  const table = await start(limits, store);
  const [ann] = table;
  if (ann === undefined) throw new Error('there is no player');
  await play(table, 3);
  await until(() => ann.state.table.status === 'frozen', 'the freeze');
  const frozen = () => server.log.filter(({ message }) => message === 'match frozen');
  expect(frozen()).toEqual([
    expect.objectContaining({ fields: expect.objectContaining({ version: 8 }) as unknown }),
  ]);
  expect(store.journals.get(ann.matchId)).toHaveLength(8);
  await server.close();
  server = await startTableServer({ store, limits });
  const again = new TestPlayer(await server.client('a').joinById(ann.matchId, {}));
  await until(() => again.room.state !== undefined && again.matchId !== '', 'welcome');
  await until(() => again.state.table.status === 'frozen', 'the freeze');
  expect(again.state.version).toBe(8);
  expect(store.journals.get(ann.matchId)).toHaveLength(8);
});

/** Stored while more commands were allowed. */
async function stored(commands: number): Promise<MemoryStore> {
  const store = new MemoryStore();
  const { row, journal } = longMatch('m', { commands, at: Date.now(), people: PEOPLE, status: 'playing' });
  await store.create(row);
  await store.commit('m', journal, {});
  return store;
}

const PEOPLE = ['id-a', 'id-b', 'id-c', 'id-d'];

test('a longer match of an older program wakes, and fallbacks are played to its end', async () => {
  const store = await stored(60);
  const row = store.rows.get('m');
  if (row === undefined) throw new Error('no row');
  // One round remains.
  const table = row.table;
  store.rows.set('m', { ...row, table: { ...table, options: { ...table.options, maxRounds: 12 } } });
  server = await startTableServer({
    store,
    limits: { freeCommandsPerMatch: 10, finalCommandsPerMatch: 200 },
  });
  const ann = new TestPlayer(await server.client('a').joinById('m', {}));
  await until(() => ann.room.state !== undefined && ann.matchId !== '', 'welcome');
  await until(() => ann.state.table.status === 'finished', 'the end');
  const journal = store.journals.get('m') ?? [];
  expect(journal.length).toBeGreaterThan(60);
  expect(journal.slice(60).every(({ by }) => by === 'clock')).toBe(true);
});

test('a longer match of an older program is not frozen for its length, but it may be if it does not end', async () => {
  const store = await stored(60);
  server = await startTableServer({ store, limits: { freeCommandsPerMatch: 10, finalCommandsPerMatch: 20 } });
  const ann = new TestPlayer(await server.client('a').joinById('m', {}));
  await until(() => ann.room.state !== undefined && ann.matchId !== '', 'welcome');
  await until(() => ann.state.table.status === 'frozen', 'the freeze');
  // As many fallbacks as in any other match.
  expect(ann.state.version).toBe(80);
});

test('a longer match of an older program can be given up', async () => {
  const store = await stored(60);
  const limits = { freeCommandsPerMatch: 10, finalCommandsPerMatch: 100_000 };
  server = await startTableServer({ store, limits });
  const players = await Promise.all(
    server
      .clients(['a', 'b', 'c', 'd'])
      .map(async (client) => new TestPlayer(await client.joinById('m', {}))),
  );
  const [ann] = players;
  if (ann === undefined) throw new Error('there is no player');
  await until(() => players.every((one) => one.seat !== null), 'welcome');
  for (const player of players) await player.send('abandon');
  await until(() => ann.state.table.status === 'abandoned', 'the end');
});
