// Start times: who may agree on which, who is told of them and when, and how long seats and tables are kept for them.
import { afterEach, expect, test } from '@jest/globals';
import { MemoryStore } from '../testing/memory-store.ts';
import { invitedBy, TestPlayer, until } from '../testing/player.ts';
import { ALONE, matchRow, seated, storedTable } from '../testing/rows.ts';
import { startTableServer, type TableServer } from '../testing/table-server.ts';
import { lineOf } from './listed-table.ts';
import { rematchOf } from './new-table.ts';
import type { Owed, Owing } from './notices.ts';
import { agreeOnStart, beginsWhenReady, nextReminder, reminded } from './start-time.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = ALONE.now;
const REACH = { isAnyone: true, has: (player: string) => !player.includes('\n'), owed() {} };

class NotingStore extends MemoryStore {
  readonly owed: Owed[] = [];
  isDown = false;

  override async commit(...given: Parameters<MemoryStore['commit']>): Promise<void> {
    if (this.isDown) throw new Error('the disk is full');
    await super.commit(...given);
    const told: Owing | undefined = given[3];
    this.owed.push(...(told?.owed ?? []));
  }

  of(kind: Owed['kind']): (string | number | null)[][] {
    return this.owed.filter((one) => one.kind === kind).map(({ player, deadline }) => [player, deadline]);
  }
}

let ahead = 0;
const now = () => Math.round(performance.timeOrigin + performance.now()) + ahead;
let server: TableServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
  ahead = 0;
});

async function start(limits: object = {}): Promise<{ running: TableServer; store: NotingStore }> {
  const store = new NotingStore();
  server = await startTableServer({ store, now, limits, reach: REACH });
  return { running: server, store };
}

/** A table of three whose host is there and whose guest has lost the connection, to begin in two days. */
async function agreed(wish: object = {}, limits: object = {}) {
  const { running, store } = await start(limits);
  const startsAt = now() + 2 * DAY;
  const table = { seats: 3, clock: 'fast', visibility: 'private', startsAt, ...wish };
  const ann = new TestPlayer(await running.client('ann').create('borneo', table));
  const guest = await running.client('bob').joinById(ann.room.roomId, await invitedBy(ann));
  guest.reconnection.enabled = false;
  await until(() => ann.state.table.seats[1]?.occupant === 'player', 'the guest');
  running.cut(guest);
  await until(() => running.service.stats().clients === 1, 'the host alone');
  const { matchId } = ann;
  const row = () => store.rows.get(matchId);
  /** The service then looks at what is due. */
  const look = () => running.service.administer(matchId, { kind: 'unlist' });
  return { running, store, startsAt, ann, matchId, row, look };
}

test('is at most 30 days ahead, never past, agreed upon 21 times, and not for a table that starts when it is full', () => {
  const table = storedTable();
  const at = (when: number | null, from = table) => agreeOnStart(from, when, NOW);
  for (const refused of [0, NOW, NOW + 30 * DAY + 1]) expect(at(refused)).toBe('option-not-allowed');
  for (const fine of [NOW + 1, NOW + 30 * DAY]) expect(at(fine)).toMatchObject({ startTime: { at: fine } });
  expect(at(null)).toBeUndefined();
  expect(at(NOW + 1, { ...table, startWhenFull: true })).toBe('option-not-allowed');
  let agreedOn = table;
  for (let times = 0; times <= 20; times++) {
    const next = at(NOW + 1 + times, agreedOn);
    if (typeof next !== 'object') throw new Error(`refused after ${times}`);
    expect(next.startTime?.changes).toBe(times);
    agreedOn = next;
  }
  expect(at(NOW + 100, agreedOn)).toBe('option-not-allowed');
});

test('is followed by two reminders, of which those that are past are none', () => {
  const of = (at: number) => {
    const table = agreeOnStart(storedTable(), at, NOW);
    if (typeof table !== 'object') throw new Error('refused');
    return table;
  };
  const table = of(NOW + DAY);
  expect(nextReminder(table)).toBe(NOW + DAY - HOUR);
  const second = reminded(table, NOW + DAY - HOUR);
  expect(nextReminder(second)).toBe(NOW + DAY);
  expect(nextReminder(reminded(second, NOW + DAY))).toBeNull();
  // The server was off meanwhile: both at once.
  expect(nextReminder(reminded(table, NOW + DAY + 1))).toBeNull();
  expect(nextReminder(of(NOW + HOUR))).toBe(NOW + HOUR);
});

test('until then a table begins without its host only while everybody is there', () => {
  const table = storedTable({ seats: 2, occupants: seated(['ann', 'bob']) });
  const row = {
    status: 'lobby' as const,
    table: { ...table, startTime: { at: NOW, changes: 0, reminders: 0 } },
  };
  const isAnn = (id: string) => id === 'ann';
  expect(beginsWhenReady(row, NOW - 1, isAnn)).toBe(false);
  expect(beginsWhenReady(row, NOW - 1, () => true)).toBe(true);
  expect(beginsWhenReady(row, NOW, isAnn)).toBe(true);
  expect(beginsWhenReady({ status: 'lobby', table }, NOW, () => false)).toBe(true);
});

test('is no part of a rematch', () => {
  const table = storedTable({ startTime: { at: NOW, changes: 3, reminders: 2 }, finishedAt: NOW });
  const deps = { ...ALONE, newSeed: () => 's', now: () => NOW, shelf: { find: () => undefined } as never };
  const next = rematchOf(deps, matchRow('m', { status: 'finished', table }), table);
  expect([next.table.startTime, next.wakeAt]).toEqual([undefined, null]);
});

test('its host alone changes it; those who are away are told once of each change, its host never', async () => {
  const { running, store, ann, startsAt, row } = await agreed();
  const cat = new TestPlayer(await running.client('cat').joinById(ann.matchId, await invitedBy(ann)));
  expect(await cat.refused('set-start-time', { startsAt: now() + DAY })).toMatchObject({ code: 'not-host' });
  expect(await ann.refused('set-start-time', { startsAt: now() - 1 })).toMatchObject({
    code: 'option-not-allowed',
  });
  expect(ann.state.table).toMatchObject({ startsAt });
  await ann.send('set-start-time', { startsAt: startsAt + HOUR });
  await ann.send('set-start-time', { startsAt: startsAt + HOUR });
  await until(() => cat.state.table['startsAt'] === startsAt + HOUR, 'the change');
  await ann.send('set-start-time', { startsAt: null });
  expect(row()).toMatchObject({ wakeAt: null, table: { startTime: { at: null, changes: 2 } } });
  expect(store.of('start-changed')).toEqual([
    ['id-bob', startsAt + HOUR],
    ['id-bob', null],
  ]);
});

test('those who are away are reminded an hour before and at the start, whether the table sleeps or not', async () => {
  const { running, store, ann, startsAt, look, row } = await agreed({}, { sleepAfterSeconds: 0.05 });
  await look();
  expect(store.of('start-near')).toEqual([]);
  ahead += 2 * DAY - HOUR;
  await look();
  await until(() => row()?.wakeAt === startsAt, 'the first reminder');
  expect(store.of('start-near')).toEqual([['id-bob', startsAt]]);
  ann.room.reconnection.enabled = false;
  running.cut(ann.room);
  await until(() => running.service.stats().rooms === 0, 'its sleep');
  ahead += HOUR;
  await look();
  await until(() => row()?.wakeAt === null, 'the second reminder');
  expect(store.of('start-near').slice(1).sort()).toEqual([
    ['id-ann', startsAt],
    ['id-bob', startsAt],
  ]);
  await look();
  expect(store.of('start-near')).toHaveLength(3);
});

test('a reminder that cannot be stored is told to nobody, and once when it can', async () => {
  const { store, startsAt, look, row, running } = await agreed();
  ahead += 2 * DAY - HOUR;
  store.isDown = true;
  await look();
  await until(() => running.log.some(({ message }) => message === 'table not stored'), 'the attempt');
  expect([store.of('start-near'), row()?.wakeAt]).toEqual([[], startsAt - HOUR]);
  store.isDown = false;
  await until(() => row()?.wakeAt === startsAt, 'the reminder');
  expect(store.of('start-near')).toEqual([['id-bob', startsAt]]);
});

test.each([
  ['for a start time a seat is kept for a player who is away', {}, true],
  ['without one it is not', { startsAt: undefined }, false],
])('%s', async (_what, wish, isKept) => {
  const { running, ann } = await agreed(wish);
  ahead += 60_000;
  // Whoever comes or goes makes the table look who has been away for too long.
  const cat = await running.client('cat').joinById(ann.matchId, await invitedBy(ann));
  await until(() => ann.state.table.seats.some(({ name }) => name === 'cat'), 'another guest');
  await ann.send('chat', { text: 'Is Bob still here?' });
  const isThere = () => ann.state.table.seats.some(({ name }) => name === 'bob');
  if (!isKept) await until(() => !isThere(), 'the free seat');
  expect(isThere()).toBe(isKept);
  await cat.leave();
});

test('who wants to play now does not find it, nor is somebody who wants to play later led to one of now', async () => {
  const { running } = await start();
  const later = { seats: 3, startsAt: now() + DAY };
  const open = await running.client('dan').create('borneo', later);
  const quick = await running.client('eve').joinOrCreate('borneo', { seats: 3 });
  const another = await running.client('fay').joinOrCreate('borneo', later);
  expect(new Set([open, quick, another].map(({ roomId }) => roomId)).size).toBe(3);
  for (const room of [open, quick, another]) await room.leave();
});

test('a table is kept as long after it as others after their last change', async () => {
  const store = new MemoryStore();
  const lobby = (matchId: string, passed: number) => {
    const startTime = { at: Date.now() - passed, changes: 0, reminders: 2 };
    const table = storedTable({ startTime, visibility: 'private' });
    return store.create(matchRow(matchId, { status: 'lobby', createdAt: 1, updatedAt: 1, table }));
  };
  await Promise.all([lobby('past', 2 * HOUR), lobby('late', HOUR / 2), lobby('ahead', -DAY)]);
  server = await startTableServer({ store, limits: { lobbySeconds: 3_600 } });
  const { log } = server;
  await until(() => log.some(({ message }) => message === 'swept'), 'a sweep');
  const statusOf = (matchId: string) => store.rows.get(matchId)?.status;
  expect(['past', 'late', 'ahead'].map(statusOf)).toEqual(['abandoned', 'lobby', 'lobby']);
});

test('lists show it until the match begins', () => {
  const table = storedTable({ startTime: { at: NOW, changes: 0, reminders: 0 } });
  const shown = (status: 'lobby' | 'playing') => lineOf(matchRow('m', { status, table }), table).startsAt;
  expect([shown('lobby'), shown('playing')]).toEqual([NOW, null]);
});
