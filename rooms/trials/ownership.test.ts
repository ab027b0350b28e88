// One process of several: it loads only claimed matches, releases those that leave memory, and takes over those
// of dead peers.
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { JournalRow, MatchChange, MatchRow } from '../life/match-store.ts';
import { MemoryStore } from '../testing/memory-store.ts';
import { PEER, TestOwnership } from '../testing/peers.ts';
import { comeBack, seatAndStart, TestPlayer, until } from '../testing/player.ts';
import { type SleeperOptions, sleeper } from '../testing/sleepers.ts';
import { builtInShelf, startTableServer, type TableServer } from '../testing/table-server.ts';

const GRACE_MS = 60_000;

jest.setTimeout(60_000);

let server: TableServer;
let store: NotedStore;
let ownership: TestOwnership;
let isCertain = true;
/** Whether it still is after a command was stored. */
let staysCertain = true;

/** Records reads and writes between claims and releases. */
class NotedStore extends MemoryStore {
  override load(matchId: string): Promise<MatchRow | undefined> {
    ownership.events.push(`load ${matchId}`);
    return super.load(matchId);
  }

  override async commit(matchId: string, rows: readonly JournalRow[], change: MatchChange): Promise<void> {
    ownership.events.push(`commit ${matchId}`);
    await super.commit(matchId, rows, change);
    if (rows.length > 0) isCertain &&= staysCertain;
  }
}

beforeEach(async () => {
  ownership = new TestOwnership();
  store = new NotedStore();
  isCertain = true;
  staysCertain = true;
  server = await startTableServer({
    store,
    ownership,
    isOwner: () => isCertain,
    limits: { sleepAfterSeconds: 1 },
  });
});
afterEach(async () => {
  await server.close();
  expect(ownership.listeners).toBe(0);
});

function layDown(matchId: string, change: Partial<SleeperOptions> = {}, row: Partial<MatchRow> = {}): void {
  const found = builtInShelf().find('borneo');
  if (found === undefined) throw new Error('no borneo');
  const made = sleeper(matchId, {
    ...found,
    moves: 3,
    at: Date.now(),
    wakeAt: null,
    clock: 'none',
    ...change,
  });
  store.rows.set(matchId, { ...made.row, ...row });
  store.journals.set(matchId, [...made.journal]);
}

const come = (matchId: string) => comeBack(server.client('s0'), matchId);
const refusalOf = (matchId: string) =>
  come(matchId).then(
    () => 'admitted',
    (error: unknown) => String(error),
  );
const rooms = () => server.service.stats().rooms;

test('a match is claimed before it is loaded, and released after its last write', async () => {
  layDown('m1', { clock: 'days' });
  const player = await come('m1');
  expect(ownership.mine).toEqual(new Set(['m1']));
  await player.room.leave();
  await until(() => rooms() === 0, 'its sleep');
  const { events } = ownership;
  expect(events[0]).toBe('claim m1');
  expect(events.filter((event) => event === 'claim m1')).toHaveLength(1);
  expect(events.indexOf('load m1')).toBeGreaterThan(0);
  expect(events.filter((event) => event === 'commit m1').length).toBeGreaterThan(0);
  expect(events.at(-1)).toBe('release m1');
  await come('m1');
  expect(ownership.mine).toEqual(new Set(['m1']));
});

test('a new match is released like any other', async () => {
  const player = new TestPlayer(await server.client('ann').create('borneo', { clock: 'none' }));
  const matchId = player.room.roomId;
  await player.room.leave();
  await until(() => rooms() === 0, 'its sleep');
  expect(ownership.events.at(-1)).toBe(`release ${matchId}`);
});

test('a match that another process owns, or only others can play, is not loaded', async () => {
  layDown('m1');
  layDown('m2', {}, { rulesVersion: 9 });
  layDown('m4', {}, { editionHash: 'f'.repeat(64) });
  ownership.elsewhere.set('m1', PEER).set('m2', 'unknown-rules').set('m4', 'unknown-rules');
  expect(await refusalOf('m1')).toContain('shutting-down');
  expect(await refusalOf('m2')).toContain('other-rules');
  expect(await refusalOf('m3')).toContain('unknown-match');
  expect(await refusalOf('m4')).toContain('unknown-edition');
  expect(rooms()).toBe(0);
  expect(ownership.events.filter((event) => event.startsWith('load'))).not.toContain('load m1');
  expect(ownership.mine.size).toBe(0);
});

test('a match whose rules no process has can be ended, its player forgotten, and it is released', async () => {
  layDown('m1');
  layDown('m2');
  ownership.elsewhere.set('m1', 'unknown-rules').set('m2', 'unknown-rules').set('m3', PEER);
  const player = store.rows.get('m1')?.table.host ?? '';
  expect(player).not.toBe('');
  expect(await server.service.administer('m1', { kind: 'forget', player })).toBe(true);
  const left = store.rows.get('m1');
  expect(left).toMatchObject({ status: 'playing', table: { successions: [{ seat: 0, from: 'N. N.' }] } });
  expect(left?.table.occupants[0]).toMatchObject({ kind: 'bot' });
  expect(await server.service.administer('m2', { kind: 'close' })).toBe(true);
  expect(store.rows.get('m2')).toMatchObject({ status: 'abandoned', wakeAt: null });
  // The owner, or a process with its rules, changes it.
  await expect(server.service.administer('m3', { kind: 'close' })).rejects.toThrow();
  expect(ownership.mine.size).toBe(0);
});

test('a match that cannot be opened after all is released', async () => {
  layDown('m1', { editionHash: 'f'.repeat(64) });
  expect(await refusalOf('m1')).toContain('unknown-edition');
  expect(ownership.mine.size).toBe(0);
});

test('a dead process’s match with a clock is taken over asleep, and its players get time to return', async () => {
  const at = Date.now() - 3_600_000;
  layDown('m1', { clock: 'fast', at, wakeAt: 0 });
  ownership.elsewhere.set('m1', PEER);
  // This process looks for due matches, and leaves it alone.
  const player = new TestPlayer(await server.client('ann').create('borneo', { clock: 'none' }));
  await player.room.leave();
  await until(() => rooms() === 0, 'its sleep');
  expect(store.rows.get('m1')?.wakeAt).toBe(0);
  ownership.recovered = Date.now();
  ownership.loseThePeer();
  await until(() => (store.rows.get('m1')?.wakeAt ?? 0) > 0, 'its clock');
  expect(store.rows.get('m1')?.wakeAt).toBeGreaterThanOrEqual(ownership.recovered + GRACE_MS);
  expect(store.journals.get('m1')).toHaveLength(3);
  await until(() => ownership.events.at(-1) === 'release m1', 'its release');
});

test('a match that turns out to have another owner is closed here, at once', async () => {
  layDown('m1');
  layDown('m2');
  const [player, other] = [await come('m1'), await come('m2')];
  player.room.reconnection.enabled = false;
  const left = new Promise<number>((resolve) => void player.room.onLeave((code) => resolve(code)));
  ownership.lose('m1');
  expect(await left).toBe(4001);
  await until(() => rooms() === 1, 'the end of the room');
  expect(await other.room.request('legal')).toBeDefined();
  expect(server.log).toContainEqual(
    expect.objectContaining({
      level: 'error',
      message: expect.stringContaining('belongs to another process'),
    }),
  );
});

test('while ownership is unconfirmed nothing of a match is shown; afterwards all of it', async () => {
  const names = ['ann', 'bob', 'cat'];
  const players = await seatAndStart(
    names.map((name) => server.client(name)),
    'borneo',
  );
  const [ann, bob, cat] = players as [TestPlayer, TestPlayer, TestPlayer];
  await ann.playAny().catch(() => bob.playAny().catch(() => cat.playAny()));
  await until(() => players.every(({ state }) => state.version === 1), 'the first move');
  let shown = 0;
  ann.room.onStateChange(() => {
    shown += 1;
  });
  const before = ann.state.table.seats[2]?.connected;
  expect(before).toBe(true);
  isCertain = false;
  server.cut(cat.room);
  await until(() => server.service.stats().clients === 2, 'the lost connection');
  const refused = await ann.room.request('legal').then(
    () => 'answered',
    (error: unknown) => JSON.stringify(error),
  );
  expect(refused).toContain('shutting-down');
  expect([shown, ann.state.table.seats[2]?.connected]).toEqual([0, true]);
  isCertain = true;
  await until(() => ann.state.table.seats[2]?.connected === false, 'what was owed');
});

test('what is owed is shown before an answer that tells of it', async () => {
  const players = await seatAndStart(
    ['ann', 'bob', 'cat'].map((name) => server.client(name)),
    'borneo',
  );
  const [ann, bob, cat] = players as [TestPlayer, TestPlayer, TestPlayer];
  staysCertain = false;
  await ann.playAny().catch(() => bob.playAny().catch(() => cat.playAny()));
  expect(ann.state.version).toBe(0);
  isCertain = true;
  const { news } = (await ann.room.request('news-since', { version: 0 })) as { news: { version: number }[] };
  expect([news.at(-1)?.version, ann.state.version]).toEqual([1, 1]);
});

test('the sweep leaves alone matches that another process owns, or has changed since they were read', async () => {
  const old = Date.now() - 3 * 86_400_000;
  for (const matchId of ['m1', 'm2', 'm3'])
    layDown(matchId, { at: old }, { status: 'lobby', updatedAt: old });
  await server.close();
  ownership = new TestOwnership();
  ownership.elsewhere.set('m1', PEER);
  ownership.claiming = (matchId) => {
    const row = store.rows.get(matchId);
    if (matchId === 'm2' && row !== undefined) store.rows.set('m2', { ...row, updatedAt: Date.now() });
  };
  const closed = store;
  store = new NotedStore(closed);
  server = await startTableServer({ store, ownership });
  await until(() => store.rows.get('m3')?.status === 'abandoned', 'the sweep');
  expect(store.rows.get('m1')?.status).toBe('lobby');
  expect(store.rows.get('m2')?.status).toBe('lobby');
  expect(ownership.mine.size).toBe(0);
});
