// Tables that never began are given up, however many newer ones there are.
import { expect, test } from '@jest/globals';
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
