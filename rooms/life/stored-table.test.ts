// Changes of a match: stored before they take effect, one after the other, each with what follows from it.
import { expect, test } from '@jest/globals';
import type { Referee } from '../play/referee.ts';
import { MemoryStore } from '../testing/memory-store.ts';
import { ALONE, matchRow, SEATED, storedTable } from '../testing/rows.ts';
import { NO_REACH } from './notices.ts';
import { StoredTable } from './stored-table.ts';
import { freeSeat, players, type Table } from './table.ts';

const quiet = () => undefined;
const LOG = { debug: quiet, info: quiet, warn: quiet, error: quiet };

async function lobby(change: Partial<Table> = {}) {
  const occupants = ['p0', 'p1'].map((id) => ({ ...SEATED, id, name: id, away: false }));
  const table = storedTable({ seats: 2, host: 'p0', occupants, ...change });
  const row = matchRow('m', { status: 'lobby', table });
  const store = new MemoryStore();
  await store.create(row);
  const ended: string[] = [];
  const metrics = { matchStarted: quiet, matchEnded: (_game: string, how: string) => void ended.push(how) };
  const shown: string[] = [];
  const deps = {
    store,
    log: LOG,
    metrics,
    now: () => 5_000,
    newId: () => 'id',
    hash: ALONE.hash,
    reach: NO_REACH,
  };
  const stored = new StoredTable(deps, row, {
    isHere: () => true,
    isConnected: () => true,
    botPlays: () => false,
    dealt: () => ({}) as unknown as Referee,
    countsAsPresent: () => true,
    playBegins: () => void shown.push('begins'),
    accepted: () => void shown.push('accepted'),
    changed: (reseated) => void shown.push(reseated ?? 'all'),
  });
  return { store, stored, shown, ended };
}

test('a change of the table is stored, and then shown', async () => {
  const { store, stored, shown } = await lobby();
  expect(await stored.alter((table) => void freeSeat(table, 'p1'))).toBeUndefined();
  expect(stored.table.occupants[1]).toEqual({ kind: 'open' });
  expect(store.rows.get('m')?.table).toEqual(stored.table);
  expect(shown).toEqual(['all']);
});

test('an alteration that is refused changes nothing, and is not shown', async () => {
  const { store, stored, shown } = await lobby();
  const refused = await stored.alter((table) => {
    freeSeat(table, 'p1');
    return 'seat-taken';
  });
  expect(refused).toBe('seat-taken');
  expect(stored.row).toEqual(store.rows.get('m'));
  expect(players(stored.table).map(({ id }) => id)).toEqual(['p0', 'p1']);
  expect(shown).toEqual([]);
});

test('what cannot be stored does not take effect: it is neither shown nor counted', async () => {
  const { store, stored, shown, ended } = await lobby();
  store.commit = () => Promise.reject(new Error('the disk is full'));
  for (const kind of ['start', 'host-close', 'unlist'] as const)
    expect(await stored.apply({ kind })).toBe('storage-unavailable');
  expect(stored.row.status).toBe('lobby');
  expect([shown, ended]).toEqual([[], []]);
});

test('of two that start and close a lobby at the same time, the second is refused', async () => {
  const { store, stored, shown, ended } = await lobby();
  const outcomes = await Promise.all([
    stored.apply({ kind: 'start' }),
    stored.apply({ kind: 'host-close' }),
    stored.apply({ kind: 'start' }),
  ]);
  expect(outcomes).toEqual([{ done: true }, 'already-started', 'already-started']);
  expect(store.rows.get('m')).toMatchObject({ status: 'playing', wakeAt: 0 });
  expect([shown, ended]).toEqual([['begins'], []]);
});

test('a fault takes effect at once, stored or not, and is counted', async () => {
  const { store, stored, shown, ended } = await lobby();
  await stored.apply({ kind: 'start' });
  store.commit = () => Promise.reject(new Error('the disk is full'));
  stored.suffer(new Error('a bug in the rules'));
  expect(stored.row).toMatchObject({ status: 'frozen', wakeAt: null });
  await stored.idle();
  expect([shown, ended]).toEqual([['begins', 'all'], ['frozen']]);
  expect(await stored.apply({ kind: 'close' })).toBe('storage-unavailable');
});

test('nothing changes after the end', async () => {
  const { stored } = await lobby();
  stored.close();
  expect(await stored.apply({ kind: 'start' })).toBe('shutting-down');
  expect(await stored.alter(() => undefined)).toBe('shutting-down');
});

test('an alteration that comes in the middle of the last command keeps the end of the match', async () => {
  const { store, stored } = await lobby();
  await stored.apply({ kind: 'start' });
  const command = Promise.withResolvers<void>();
  const between = <Done>(work: () => Promise<Done>) => command.promise.then(work);
  stored.play = { between, match: { version: 1 } } as unknown as Referee;
  const finish = stored.prepare({ kind: 'finish', result: { reason: 'end', ranking: [], winners: [] } });
  if (typeof finish !== 'object') throw new Error('not prepared');
  const altered = stored.alter((table) => void freeSeat(table, 'p1'));
  await store.commit('m', [], finish.change);
  finish.takeEffect();
  command.resolve();
  await altered;
  const { row } = stored;
  expect([row.status, row.table.finishedAt, row.table.occupants[1]]).toEqual([
    'finished',
    5_000,
    { kind: 'open' },
  ]);
  expect(store.rows.get('m')?.table).toEqual(row.table);
});
