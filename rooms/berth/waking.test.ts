// Time-outs of sleeping matches: they happen exactly once and on time, whatever else has happened.
import { afterEach, expect, jest, test } from '@jest/globals';
import type { MatchRow } from '../life/match-store.ts';
import { StoreError } from '../life/store-error.ts';
import { MemoryStore } from '../testing/memory-store.ts';
import { TestPlayer, until } from '../testing/player.ts';
import { type SleeperOptions, sleeper } from '../testing/sleepers.ts';
import { builtInShelf, startTableServer, type TableServer } from '../testing/table-server.ts';

const GRACE_MS = 60_000;
/** A reply at `fast`: its own time and the bank. */
const FAST_REPLY_MS = (20 + 120) * 1_000;
const HOUR = 3_600_000;
/** Longer than a visitor takes to get in on a busy machine. */
const SLEEP_MS = 1_000;

jest.setTimeout(180_000);

let server: TableServer;
let store = new MemoryStore();
let ahead = 0;
const real = () => Math.round(performance.timeOrigin + performance.now());
const now = () => real() + ahead;

afterEach(async () => {
  await server.close();
  store = new MemoryStore();
  ahead = 0;
});

function layDown(matchId: string, change: Partial<SleeperOptions & Pick<MatchRow, 'editionHash'>>): void {
  const found = builtInShelf().find('borneo');
  if (found === undefined) throw new Error('no borneo');
  const { row, journal } = sleeper(matchId, { ...found, moves: 0, at: now(), wakeAt: null, ...change });
  store.rows.set(matchId, row);
  store.journals.set(matchId, [...journal]);
}

const restart = async (limits: object = {}) => {
  server = await startTableServer({
    store,
    now,
    limits: { sleepAfterSeconds: SLEEP_MS / 1000, maxTablesPerPlayer: 50, ...limits },
  });
};
const played = (matchId: string) => store.journals.get(matchId)?.length ?? 0;
const wakeAtOf = (matchId: string) => store.rows.get(matchId)?.wakeAt ?? 0;

/** A room that closes makes the service look at what is due. */
async function roomThatCloses(): Promise<void> {
  const player = await server.client('ann').create('borneo', { clock: 'none' });
  player.reconnection.enabled = false;
  server.cut(player);
}

async function lookAgain(): Promise<void> {
  await roomThatCloses();
  await until(() => server.service.stats().rooms === 0, 'its sleep');
}

async function visit(matchId: string): Promise<void> {
  const visitor = new TestPlayer(await server.client('look').joinById(matchId, { spectate: true }));
  await until(() => visitor.matchId !== '', 'welcome');
  await visitor.room.leave();
  await until(() => server.service.stats().rooms === 0, 'sleep');
}

test('the grace after a start is given once, however often the match sleeps and is woken', async () => {
  layDown('m', { at: now() - HOUR, wakeAt: now() - HOUR + FAST_REPLY_MS });
  const since = now();
  await restart();
  for (let visits = 0; visits < 3; visits++) {
    await visit('m');
    expect(Math.abs(wakeAtOf('m') - since - GRACE_MS)).toBeLessThan(2_000);
    ahead += 15_000;
  }
  expect(played('m')).toBe(0);
  ahead = GRACE_MS + 2_000;
  await lookAgain();
  await until(() => played('m') === 1, 'the time-out');
  expect(store.journals.get('m')?.[0]).toMatchObject({ by: 'clock' });
  await until(() => wakeAtOf('m') > now() + 20_000, 'the next time-out');
});

test('after a crash, matches that were in memory get their time-outs back, and stay out of memory', async () => {
  for (let n = 0; n < 40; n++) layDown(`m${n}`, { moves: n % 7, at: now() - HOUR, wakeAt: 0 });
  const since = now();
  await restart();
  await until(() => [...store.rows.values()].every(({ wakeAt }) => wakeAt !== 0), 'their times');
  for (const { matchId } of store.rows.values()) {
    expect(Math.abs(wakeAtOf(matchId) - since - GRACE_MS)).toBeLessThan(2_000);
  }
  expect(server.service.stats().rooms).toBe(0);
});

test.each([HOUR, 96 * HOUR])(
  'started after the wall clock was set back by %d ms: no one waits that much longer',
  async (jump) => {
    // Asleep, and in memory at the crash; both were stored by a clock that was ahead.
    layDown('asleep', { moves: 5, at: now() + jump, wakeAt: now() + jump + FAST_REPLY_MS });
    layDown('live', { moves: 5, at: now() + jump, wakeAt: 0 });
    const since = now();
    await restart();
    for (const matchId of ['asleep', 'live']) {
      await until(() => wakeAtOf(matchId) > 0 && wakeAtOf(matchId) < since + jump, 'the right time');
      expect(wakeAtOf(matchId)).toBeGreaterThanOrEqual(since + GRACE_MS);
      expect(wakeAtOf(matchId)).toBeLessThanOrEqual(since + 1_000 + FAST_REPLY_MS + 30_000);
    }
    const due = wakeAtOf('asleep');
    await visit('asleep');
    // Waking it counts from the start again, not from now.
    expect(Math.abs(wakeAtOf('asleep') - due)).toBeLessThan(2_000);
    ahead = due - real() + 1_000;
    await lookAgain();
    await until(() => played('asleep') === 6 && played('live') === 6, 'the time-outs');
  },
);

test('started after the wall clock was set ahead: all players have the grace period', async () => {
  layDown('m', { at: now() - 96 * HOUR, wakeAt: now() - 90 * HOUR });
  await restart();
  ahead = GRACE_MS - 30_000;
  await lookAgain();
  expect(played('m')).toBe(0);
  ahead = GRACE_MS + 3_000;
  await lookAgain();
  await until(() => played('m') === 1, 'the time-out');
});

test('a player who returns during the clock’s move finds the match with that move, and with one owner', async () => {
  await restart();
  ahead = 2 * GRACE_MS;
  for (let round = 0; round < 6; round++) {
    const matchId = `m${round}`;
    layDown(matchId, { at: now() - FAST_REPLY_MS - 10, wakeAt: now() - 10 });
    await roomThatCloses();
    await new Promise((resolve) => setTimeout(resolve, SLEEP_MS - 10 + round * 8));
    const joined = server.client('look').joinById(matchId, { spectate: true });
    const visitor = new TestPlayer(await joined);
    await until(() => played(matchId) === 1, 'the time-out');
    await until(() => visitor.room.state?.['table'] !== undefined && visitor.state.version === 1, 'its move');
    await visitor.room.leave();
    await until(() => server.service.stats().rooms === 0, 'sleep');
    expect(store.journals.get(matchId)?.map(({ by }) => by)).toEqual(['clock']);
  }
  expect(server.log.filter(({ level }) => level === 'error')).toEqual([]);
});

test('matches that cannot be played do not delay others, and are not retried at once', async () => {
  await restart();
  ahead = 2 * GRACE_MS;
  const due = { at: now() - FAST_REPLY_MS - 10, wakeAt: now() - 10 };
  for (let n = 0; n < 20; n++) layDown(`a${n}`, { ...due, editionHash: 'f'.repeat(64) });
  for (let n = 20; n < 30; n++) {
    layDown(`a${n}`, due);
    const row = store.rows.get(`a${n}`);
    if (row !== undefined) store.rows.set(`a${n}`, { ...row, rulesVersion: row.rulesVersion + 1 });
  }
  for (let n = 0; n < 30; n++) layDown(`b${n}`, due);
  await lookAgain();
  const good = Array.from({ length: 30 }, (_, n) => `b${n}`);
  await until(() => good.every((matchId) => played(matchId) === 1), 'the time-outs');
  await lookAgain();
  expect(server.log.filter(({ message }) => message === 'not woken')).toHaveLength(30);
  for (let n = 0; n < 30; n++) {
    expect(store.rows.get(`a${n}`)?.status).toBe('playing');
    expect(wakeAtOf(`a${n}`)).toBeGreaterThan(now() + 5 * 60_000);
  }
});

test('a storage that fails for a while delays the time-outs, and loses none', async () => {
  await restart();
  ahead = 2 * GRACE_MS;
  for (let n = 0; n < 20; n++) layDown(`m${n}`, { at: now() - FAST_REPLY_MS - 10, wakeAt: now() - 10 });
  await roomThatCloses();
  store.failure = 'disk full';
  await new Promise((resolve) => setTimeout(resolve, 300));
  store.failure = undefined;
  await until(
    () => [...store.rows.keys()].filter((id) => /^m\d/.test(id)).every((id) => played(id) === 1),
    'all',
  );
});

test('a storage that is well again before the failure is noted does not postpone the match for long', async () => {
  await restart();
  ahead = 2 * GRACE_MS;
  layDown('m', { at: now() - FAST_REPLY_MS - 10, wakeAt: now() - 10 });
  const commit = store.commit.bind(store);
  let failures = 0;
  jest.spyOn(store, 'commit').mockImplementation(async (...args) => {
    if (args[0] === 'm' && failures++ === 0) throw new StoreError('failed', 'disk full');
    await commit(...args);
  });
  await roomThatCloses();
  await until(() => played('m') === 1, 'the time-out');
  expect(failures).toBeGreaterThan(1);
});
