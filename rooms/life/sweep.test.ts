// Abandoned matches end, old ones are removed; everything else stays.
import { afterEach, expect, test } from '@jest/globals';
import { MemoryStore } from '../testing/memory-store.ts';
import { comeBack, seatAndStart, type TestPlayer, until } from '../testing/player.ts';
import { journalRow, matchRow, SEATED, storedTable } from '../testing/rows.ts';
import { sleeper } from '../testing/sleepers.ts';
import { builtInShelf, startTableServer, type TableServer, TEST_LIMITS } from '../testing/table-server.ts';
import type { MatchRow } from './match-store.ts';
import type { Table } from './table.ts';

let server: TableServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const now = Date.now();
const ago = (seconds: number) => now - seconds * 1000;
const OLD = 60;

async function stored(matches: Record<string, Partial<MatchRow>>): Promise<MemoryStore> {
  const store = new MemoryStore();
  for (const [matchId, change] of Object.entries(matches)) {
    const { updatedAt = now } = change;
    await store.create(matchRow(matchId, { game: 'borneo', createdAt: updatedAt, updatedAt, ...change }));
    await store.commit(matchId, [journalRow(1, { at: updatedAt })], { updatedAt });
  }
  return store;
}

const at = (...away: boolean[]): Table =>
  storedTable({
    occupants: [
      ...away.map((gone, seat) => ({ ...SEATED, id: `p${seat}`, away: gone })),
      { kind: 'bot' as const, strength: 'mate' as const },
    ],
  });

async function outcomes(store: MemoryStore, limits: Partial<typeof TEST_LIMITS> = {}) {
  const begun = [...store.rows.keys()];
  server = await startTableServer({ store, limits });
  const { log } = server;
  await until(() => log.some(({ message }) => message === 'swept'), 'a sweep');
  return Object.fromEntries(begun.map((id) => [id, store.rows.get(id)?.status ?? 'removed']));
}

test('old lobbies are abandoned, however many new ones there are', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 1_100 }, (_, n) => [`new${n}`, { status: 'lobby' } as const]),
  );
  const old = { status: 'lobby', updatedAt: ago(TEST_LIMITS.lobbySeconds + OLD) } as const;
  const found = await outcomes(await stored({ old, ...many }));
  expect(found['old']).toBe('abandoned');
  expect(found['new0']).toBe('lobby');
});

test('matches that stay do not hold up the sweep, however old and however many', async () => {
  const updatedAt = ago(TEST_LIMITS.idleSeconds + OLD);
  const wakeAt = now + 3_600_000;
  // With a pause for each of them it would take minutes.
  const many = Object.fromEntries(
    Array.from({ length: 2_500 }, (_, n) => [`clocked${n}`, { updatedAt, wakeAt, table: at(false) }]),
  );
  const found = await outcomes(await stored({ ...many, idle: { updatedAt, table: at(false) } }));
  expect(found['idle']).toBe('abandoned');
  expect(found['clocked0']).toBe('playing');
});

test('a public lobby for an evening is abandoned sooner than a private one or one over days', async () => {
  const updatedAt = ago(TEST_LIMITS.unattendedLobbySeconds + OLD);
  const put = (change: Partial<Table>) =>
    ({ status: 'lobby', updatedAt, table: storedTable(change) }) as const;
  const found = await outcomes(
    await stored({
      tonight: put({}),
      friends: put({ visibility: 'private', invitation: 'friends.x' }),
      letters: put({ clock: 'days' }),
      slowly: put({ clock: 'none' }),
    }),
  );
  expect(found).toEqual({ tonight: 'abandoned', friends: 'lobby', letters: 'lobby', slowly: 'lobby' });
});

test('a match without a clock is abandoned when all players left or nothing happens; one with a clock is not', async () => {
  const left = ago(TEST_LIMITS.leftSeconds + OLD);
  const idle = ago(TEST_LIMITS.idleSeconds + OLD);
  const found = await outcomes(
    await stored({
      left: { updatedAt: left, table: at(true, true) },
      'one-stays': { updatedAt: left, table: at(true, false) },
      'left-lately': { table: at(true, true) },
      'left-with-clock': { updatedAt: idle, wakeAt: now + 3_600_000, table: at(true) },
      idle: { updatedAt: idle, table: at(false, false) },
      frozen: { updatedAt: idle, status: 'frozen', table: at(true) },
    }),
  );
  expect(found).toEqual({
    left: 'abandoned',
    'one-stays': 'playing',
    'left-lately': 'playing',
    'left-with-clock': 'playing',
    idle: 'abandoned',
    frozen: 'frozen',
  });
});

/** A match whose start was called; then its process ended. */
function called(matchId: string, change: Partial<MatchRow> = {}): MatchRow {
  const found = builtInShelf().find('borneo');
  if (found === undefined) throw new Error('no borneo');
  const { row } = sleeper(matchId, { ...found, moves: 0, at: ago(OLD + 1), wakeAt: null });
  const parts = [{ by: 'silent', commitment: 'c'.repeat(64) }, { by: 'none' }, { by: 'none' }] as const;
  const table = { ...row.table, startedAt: null, names: [], deal: { parts: [...parts] } };
  return { ...row, status: 'lobby', table, ...change };
}

test('a match whose start was called is not abandoned: if nobody returns for a minute, it is dealt, and its clock runs', async () => {
  const store = await stored({
    lobby: { status: 'lobby', updatedAt: ago(TEST_LIMITS.lobbySeconds + OLD), table: storedTable({}) },
  });
  for (const row of [
    called('left'),
    called('long', { updatedAt: ago(TEST_LIMITS.lobbySeconds + OLD) }),
    called('strange', { rulesVersion: 99 }),
  ])
    await store.create(row);
  // Programs may still return: the process has just begun.
  expect(await outcomes(store)).toEqual({
    lobby: 'abandoned',
    left: 'lobby',
    long: 'lobby',
    strange: 'lobby',
  });
  await server?.close();
  let looks = 0;
  const later = () => Date.now() + (looks++ === 0 ? 0 : (OLD + 1) * 1000);
  server = await startTableServer({
    store,
    limits: { openingSeconds: 0.02, sleepAfterSeconds: 0.02 },
    now: later,
  });
  const isAsleep = (id: string) => (store.rows.get(id)?.wakeAt ?? 0) > 0;
  await until(() => isAsleep('left') && isAsleep('long'), 'their clocks');
  const statuses = ['left', 'long', 'strange'].map((id) => store.rows.get(id)?.status);
  expect(statuses).toEqual(['playing', 'playing', 'lobby']);
  expect(store.rows.get('left')?.table.deal?.parts[0]?.by).toBe('silent');
});

test('a lobby waits its own time, however soon idle matches are abandoned', async () => {
  const lobby = (seconds: number) =>
    ({ status: 'lobby', updatedAt: ago(seconds), table: storedTable({ visibility: 'private' }) }) as const;
  const { lobbySeconds } = TEST_LIMITS;
  const store = await stored({ young: lobby(lobbySeconds - 600), old: lobby(lobbySeconds + OLD) });
  expect(await outcomes(store, { idleSeconds: OLD })).toEqual({ young: 'lobby', old: 'abandoned' });
});

test('a player who returns too late is told why the match was abandoned', async () => {
  const updatedAt = ago(TEST_LIMITS.leftSeconds + OLD);
  const store = await stored({
    left: { updatedAt, table: at(true, true) },
    lobby: { status: 'lobby', updatedAt: ago(TEST_LIMITS.lobbySeconds + OLD), table: storedTable({}) },
  });
  expect(await outcomes(store)).toEqual({ left: 'abandoned', lobby: 'abandoned' });
  const why = { why: 'time', seats: [], at: expect.any(Number) };
  for (const id of ['left', 'lobby']) {
    expect(store.rows.get(id)?.table.abandoned).toEqual(why);
  }
});

test('a match in memory with spectators only is abandoned too', async () => {
  server = await startTableServer({ limits: { leftSeconds: 0, idleSeconds: 0 } });
  const table = await seatAndStart([server.client('ann')], 'borneo', { seats: 3, bots: 2, absence: 'clock' });
  const [ann] = table as [TestPlayer];
  const { matchId } = ann;
  const looker = await comeBack(server.client('looker'), matchId, { spectate: true });
  await ann.room.leave();
  await until(() => looker.state.table.seats[0]?.connected === false, 'the player is gone');
  const { store, service } = server;
  await until(() => {
    const table = store.rows.get(matchId)?.table;
    const player = table?.occupants[0];
    return player?.kind === 'player' && player.away;
  }, 'the player has left');
  const room = await service.open(matchId, { id: 'id-looker', name: 'looker' });
  expect(await room.session.apply({ kind: 'lapse' })).toEqual({ done: true });
  await until(() => looker.state.table.status === 'abandoned', 'the end');
  expect(looker.state.table.abandoned).toMatchObject({ why: 'time', seats: [] });
});

test('a player who is present keeps the match', async () => {
  server = await startTableServer();
  const [ann] = await seatAndStart([server.client('ann')], 'borneo', { seats: 3, bots: 2 });
  const room = await server.service.open(ann.matchId, { id: 'id-ann', name: 'ann' });
  expect(await room.session.apply({ kind: 'lapse' })).toEqual({ done: false });
  expect(ann.state.table.patience).toEqual({
    left: TEST_LIMITS.leftSeconds,
    idle: TEST_LIMITS.idleSeconds,
  });
});

test('finished matches are removed when they are old, abandoned ones after a week, with all their moves', async () => {
  const week = 7 * 86_400;
  const store = await stored({
    old: { status: 'finished', updatedAt: ago(TEST_LIMITS.keepFinishedSeconds + OLD) },
    new: { status: 'finished' },
    given: { status: 'abandoned', updatedAt: ago(week + OLD) },
    lately: { status: 'abandoned', updatedAt: ago(week - OLD) },
  });
  const rows = Array.from({ length: 450 }, (_, n) => journalRow(n + 2, { at: 1 }));
  await store.commit('old', rows, { updatedAt: ago(TEST_LIMITS.keepFinishedSeconds + OLD) });
  expect(await outcomes(store)).toEqual({
    old: 'removed',
    new: 'finished',
    given: 'removed',
    lately: 'abandoned',
  });
  expect([...store.journals.keys()]).toEqual(['new', 'lately']);
});

test('an unlimited time means that nothing is removed', async () => {
  const updatedAt = ago(100 * 365 * 86_400);
  const found = await outcomes(
    await stored({
      over: { status: 'finished', updatedAt },
      idle: { updatedAt },
      lobby: { status: 'lobby', updatedAt },
    }),
    {
      keepFinishedSeconds: Number.POSITIVE_INFINITY,
      idleSeconds: Number.POSITIVE_INFINITY,
      leftSeconds: Number.POSITIVE_INFINITY,
    },
  );
  expect(found).toEqual({ over: 'finished', idle: 'playing', lobby: 'abandoned' });
});

test('a player who returns while the match is being removed is told that it is gone, and no room opens', async () => {
  const updatedAt = ago(TEST_LIMITS.keepFinishedSeconds + OLD);
  const store = await stored({ old: { status: 'finished', updatedAt } });
  const commit = store.commit.bind(store);
  let arrived: Promise<unknown> | undefined;
  store.commit = async (...change) => {
    // The sweep has decided, and nothing is written yet.
    await until(() => server !== undefined, 'the server');
    arrived ??= Promise.allSettled([server?.service.open('old', { id: 'Ann', name: 'Ann' })]);
    await commit(...change);
  };
  server = await startTableServer({ store });
  await until(() => arrived !== undefined, 'a returning player');
  expect(await arrived).toEqual([
    { status: 'rejected', reason: expect.objectContaining({ refusal: 'unknown-match' }) },
  ]);
  expect(store.rows.has('old')).toBe(false);
  expect(server.service.stats().rooms).toBe(0);
});
