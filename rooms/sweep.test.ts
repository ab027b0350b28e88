// Tables that never began are given up, however many newer ones there are.
import { expect, test } from '@jest/globals';
import type { Table } from './table.ts';
import { MemoryStore } from './testing/memory-store.ts';
import { matchRow } from './testing/rows.ts';
import { startTableServer, TEST_LIMITS } from './testing/table-server.ts';

test('at the start, old lobbies are given up; new ones and what is played stay', async () => {
  const store = new MemoryStore();
  const now = Date.now();
  const old = now - (TEST_LIMITS.lobbySeconds + 60) * 1000;
  const put = (matchId: string, status: 'lobby' | 'playing', updatedAt: number) =>
    store.create(matchRow(matchId, { game: 'borneo', status, createdAt: updatedAt, updatedAt }));
  await put('old', 'lobby', old);
  await put('played', 'playing', old);
  for (let n = 0; n < 1_100; n++) await put(`new${n}`, 'lobby', now);
  const server = await startTableServer({ store });
  const statusOf = async (matchId: string) => (await store.load(matchId))?.status;
  expect(await statusOf('old')).toBe('abandoned');
  expect(await statusOf('new0')).toBe('lobby');
  expect(await statusOf('played')).toBe('playing');
  await server.close();
});

test('a public lobby for an evening is given up sooner than a private one or one for days', async () => {
  const store = new MemoryStore();
  const updatedAt = Date.now() - (TEST_LIMITS.unattendedLobbySeconds + 60) * 1000;
  const put = async (matchId: string, change: Partial<Table>) => {
    const row = matchRow(matchId, { game: 'borneo', status: 'lobby', createdAt: updatedAt, updatedAt });
    await store.create({ ...row, table: { ...tableOf(change) } });
  };
  await put('tonight', {});
  await put('friends', { visibility: 'private', invitation: 'friends.x' });
  await put('letters', { clock: 'days' });
  await put('slowly', { clock: 'none' });
  const server = await startTableServer({ store });
  const statusOf = async (matchId: string) => (await store.load(matchId))?.status;
  expect(await statusOf('tonight')).toBe('abandoned');
  for (const matchId of ['friends', 'letters', 'slowly']) expect(await statusOf(matchId)).toBe('lobby');
  await server.close();
});

function tableOf(change: Partial<Table>): Table {
  return {
    seats: 3,
    options: {},
    clock: 'normal',
    visibility: 'public',
    spectators: true,
    spectatorsMuted: false,
    absence: 'bot',
    invitation: '',
    commitment: '',
    host: 'ann',
    occupants: [{ kind: 'open' }, { kind: 'open' }, { kind: 'open' }],
    names: [],
    startedAt: null,
    finishedAt: null,
    rematch: null,
    ...change,
  };
}
