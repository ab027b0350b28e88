// Administrators' actions on a match: freezing, unfreezing, closing, unlisting; in memory and asleep.
import { expect, test } from '@jest/globals';
import { CLOSE } from '../../shared/protocol/messages.ts';
import { borneoTables, joinRefusal } from '../testing/borneo-tables.ts';
import { MemoryStore } from '../testing/memory-store.ts';
import { comeBack, seatAndStart, type TestPlayer, until } from '../testing/player.ts';
import { ALONE, journalRow, matchRow, SEATED, storedTable } from '../testing/rows.ts';
import { startTableServer } from '../testing/table-server.ts';
import { NO_REACH } from './notices.ts';
import { applyInStore } from './stored-table.ts';

const tables = borneoTables();

/** Notes how much of a journal is read at once. */
class CountingStore extends MemoryStore {
  readonly lengths: number[] = [];

  override async journal(...asked: Parameters<MemoryStore['journal']>): ReturnType<MemoryStore['journal']> {
    const rows = await super.journal(...asked);
    this.lengths.push(rows.length);
    return rows;
  }
}

test.each([0, 1, 500, 1_200])(
  'a seat is given up at version %i, found without reading it all at once',
  async (last) => {
    const occupants = ['p0', 'p1'].map((id) => ({ ...SEATED, id, name: id, away: false }));
    const store = new CountingStore();
    await store.create(matchRow('m', { table: storedTable({ seats: 2, host: 'p0', occupants }) }));
    const rows = Array.from({ length: last }, (_, index) => journalRow(index + 1));
    await store.commit('m', rows, {});
    const action = { kind: 'forget', player: 'p1' } as const;
    const quiet = () => undefined;
    const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };
    const metrics = { matchStarted: quiet, matchEnded: quiet };
    const deps = {
      store,
      now: () => 5_000,
      newId: () => 'id',
      hash: ALONE.hash,
      log,
      metrics,
      reach: NO_REACH,
    };
    expect(await applyInStore(deps, 'm', action)).toEqual({ done: true });
    expect(store.rows.get('m')?.table).toMatchObject({ successions: [{ seat: 1, version: last }] });
    expect(Math.max(...store.lengths)).toBeLessThanOrEqual(500);
  },
);

const whoActs = (players: readonly TestPlayer[]) => {
  const found = players.find(({ decision }) => decision !== undefined);
  if (found === undefined) throw new Error('nobody is asked');
  return found;
};

test('a frozen match shows its board, refuses commands, and continues when it is unfrozen', async () => {
  const players = await tables.started(['ann', 'bob', 'cat']);
  const actor = whoActs(players);
  const { matchId } = actor;
  const { service, store } = tables.server;
  const before = actor.state.view;
  expect(await service.administer(matchId, { kind: 'freeze' })).toBe(true);
  expect(await service.administer(matchId, { kind: 'freeze' })).toBe(false);
  await until(() => actor.state.table.status === 'frozen', 'frozen');
  expect(store.rows.get(matchId)).toMatchObject({ status: 'frozen', wakeAt: null });
  const { id } = actor.decision ?? {};
  expect((await actor.refused('skip-mission', { decision: id })).code).toBe('frozen');
  expect(actor.state.view).toEqual(before);
  // It stays frozen when it sleeps and a player wakes it.
  for (const player of players) await player.room.leave();
  await until(() => service.stats().clients === 0, 'nobody');
  expect(await service.administer(matchId, { kind: 'unfreeze' })).toBe(true);
  expect(await service.administer(matchId, { kind: 'unfreeze' })).toBe(false);
  const back = await comeBack(
    tables.clientOf(actor.seat === 0 ? 'ann' : actor.seat === 1 ? 'bob' : 'cat'),
    matchId,
  );
  expect(back.state.table.status).toBe('playing');
  expect(await back.playAny()).toBe(1);
});

test('while it is frozen no clock runs, whether it is in memory or replayed', async () => {
  const clock = { now: 1_800_000_000_000 };
  const now = () => clock.now;
  const limits = { sleepAfterSeconds: 3600 };
  const server = await startTableServer({ now, limits });
  const options = { absence: 'clock', clock: 'fast' };
  const clients = server.clients(['ann', 'bob', 'cat']);
  const players = await seatAndStart(clients, 'borneo', options);
  const actor = whoActs(players);
  const { matchId, seat } = actor;
  const deadline = actor.decision?.deadline ?? 0;
  expect(deadline).toBeGreaterThan(clock.now);
  await server.service.administer(matchId, { kind: 'freeze' });
  clock.now += 3_600_000;
  await server.service.administer(matchId, { kind: 'unfreeze' });
  await until(() => actor.decision?.deadline === deadline + 3_600_000, 'the time given back');
  expect(server.store.rows.get(matchId)).toMatchObject({ status: 'playing', wakeAt: 0 });
  const bank = actor.state.banks[seat ?? 0];
  expect(await actor.playAny()).toBe(1);
  expect(actor.state.banks[seat ?? 0]).toBe(bank);
  const banks = actor.state.banks;
  await server.close();
  const again = await startTableServer({ now, limits, store: server.store });
  try {
    const back = await comeBack(again.client('ann'), matchId);
    expect(back.state.version).toBe(1);
    expect(back.state.banks).toEqual(banks);
  } finally {
    await again.close();
  }
});

test('a sleeping match is frozen and unfrozen without being woken, and stays frozen when it wakes', async () => {
  const [ann, bob, cat] = await tables.started(
    ['ann', 'bob', 'cat'],
    { clock: 'days' },
    { sleepAfterSeconds: 0.05 },
  );
  const matchId = ann?.matchId ?? '';
  const { service, store } = tables.server;
  for (const player of [ann, bob, cat]) await player?.room.leave();
  await until(() => service.stats().rooms === 0, 'asleep');
  expect(store.rows.get(matchId)?.wakeAt).toBeGreaterThan(0);
  expect(await service.administer(matchId, { kind: 'freeze' })).toBe(true);
  expect(service.stats().rooms).toBe(0);
  const back = await comeBack(tables.clientOf('ann'), matchId);
  expect(back.state.table.status).toBe('frozen');
  expect(back.state.view).toBeDefined();
  await back.room.leave();
  await until(() => service.stats().rooms === 0, 'asleep again');
  expect(store.rows.get(matchId)).toMatchObject({ status: 'frozen', wakeAt: null });
  expect(await service.administer(matchId, { kind: 'unfreeze' })).toBe(true);
  await until(() => (store.rows.get(matchId)?.wakeAt ?? 0) > Date.now() + 3_600_000, 'its time-out again');
  expect(store.rows.get(matchId)?.status).toBe('playing');
});

test('a running match that is closed is over for everyone; a finished or closed one cannot be closed', async () => {
  const players = await tables.started(['ann', 'bob', 'cat']);
  const [ann] = players;
  const { matchId } = ann;
  const { service } = tables.server;
  expect(await service.administer(matchId, { kind: 'close' })).toBe(true);
  await until(() => players.every(({ state }) => state.table.status === 'abandoned'), 'the end');
  expect(ann.state.table.abandoned).toMatchObject({ why: 'administrator', seats: [] });
  expect((await ann.refused('skip-mission', { decision: 1 })).code).toBe('match-abandoned');
  for (const kind of ['close', 'freeze'] as const)
    await expect(service.administer(matchId, { kind })).rejects.toMatchObject({ refusal: 'match-abandoned' });
  await expect(service.administer('nobody', { kind: 'close' })).rejects.toMatchObject({
    refusal: 'unknown-match',
  });
});

test('closing a table before its start disconnects all clients and cannot be undone', async () => {
  const server = await tables.open();
  const room = await server.client('ann').create('borneo', { seats: 3 });
  room.reconnection.enabled = false;
  const left = new Promise((resolve) => room.onLeave(resolve));
  room.onMessage('*', () => undefined);
  await expect(server.service.administer(room.roomId, { kind: 'freeze' })).rejects.toMatchObject({
    refusal: 'not-started',
  });
  expect(await server.service.administer(room.roomId, { kind: 'close' })).toBe(true);
  expect(await left).toBe(CLOSE.closed);
  expect(server.store.rows.get(room.roomId)?.status).toBe('abandoned');
});

test('an unlisted table is in no list, and requires its invitation', async () => {
  const server = await tables.open();
  const room = await server.client('ann').create('borneo', { seats: 3, visibility: 'public' });
  room.reconnection.enabled = false;
  room.onMessage('*', () => undefined);
  const found = await server.client('cat').join('borneo');
  found.reconnection.enabled = false;
  found.onMessage('*', () => undefined);
  expect(found.roomId).toBe(room.roomId);
  expect(await server.service.administer(room.roomId, { kind: 'unlist' })).toBe(true);
  expect(await server.service.administer(room.roomId, { kind: 'unlist' })).toBe(false);
  expect(await joinRefusal(server.client('bob').joinById(room.roomId))).toContain('invitation-required');
  expect(await joinRefusal(server.client('bob').join('borneo'))).not.toBe('admitted');
  const { invitation } = tables.storedTable(room.roomId);
  expect(await joinRefusal(server.client('bob').joinById(room.roomId, { invitation }))).toBe('admitted');
});

test('a player silenced by an administrator cannot chat at any table', async () => {
  const silenced = new Set<string>();
  const server = await startTableServer({ isSilenced: (id) => silenced.has(id) });
  try {
    const room = await server.client('ann').create('borneo', { seats: 3 });
    room.reconnection.enabled = false;
    room.onMessage('*', () => undefined);
    await room.request('chat', { text: 'hello' });
    silenced.add('id-ann');
    await expect(room.request('chat', { text: 'again' })).rejects.toMatchObject({
      reason: { code: 'muted' },
    });
  } finally {
    await server.close();
  }
});
