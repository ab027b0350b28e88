// The list of tables: an open one is found, however many newer ones are not for the asker.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { MatchRow } from '../../rooms/life/match-store.ts';
import { until } from '../../rooms/testing/player.ts';
import { matchRow, storedTable } from '../../rooms/testing/rows.ts';
import { HttpPlayer } from '../testing/http-player.ts';
import { type Running, startServer } from '../testing/start.ts';
import { Listing } from './listing.ts';

const SCANNED = 5;
const LISTED = 4;

let running: Running;
let host: HttpPlayer;
let guest: HttpPlayer;
beforeAll(async () => {
  running = await startServer({
    rooms: true,
    environment: { RATE_LIMITS: 'off', TRUST_PROXY: '1' },
    limits: { tablesScanned: SCANNED, tablesListed: LISTED },
    roomLimits: { maxTablesPerPlayer: 1000 },
  });
  host = await HttpPlayer.guest(running.port, 'Host');
  guest = await HttpPlayer.guest(running.port, 'Guest');
});
afterAll(() => running.stop());

async function open(options: object): Promise<string> {
  const made = await host.post('/tables', { game: 'toy', clock: 'none', ...options });
  expect(made.status).toBe(201);
  return (made.json()['table'] as { matchId: string }).matchId;
}

async function many(count: number, options: object): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n++) ids.push(await open(options));
  return ids;
}

async function listed(query: string): Promise<string[]> {
  const { tables } = (await guest.get(`/tables${query}`)).json() as { tables: { matchId: string }[] };
  return tables.map((table) => table.matchId);
}

test('an open table is found among many private and running ones and those of other games', async () => {
  const first = await open({ game: 'cabo-da-roca', seats: 2 });
  const second = await open({ game: 'cabo-da-roca', seats: 2 });
  expect(await listed('?game=cabo-da-roca')).toEqual([second, first]);
  await many(SCANNED, { visibility: 'private' });
  expect(await listed('')).toEqual([second, first]);
  const newest = await many(SCANNED, {});
  expect(await listed('')).toEqual(newest.toReversed().slice(0, LISTED));
  expect(await listed('?game=cabo-da-roca')).toEqual([second, first]);
  expect(await listed('?game=borneo')).toEqual([]);
  expect(await listed('?game=cabo-da-roca&status=playing')).toEqual([]);
  for (const id of [first, second]) {
    await guest.post(`/tables/${id}/seat`);
    await host.post(`/tables/${id}/start`);
  }
  for (const id of await many(SCANNED, { bots: 1 })) await host.post(`/tables/${id}/start`);
  expect(await listed('?game=cabo-da-roca')).toEqual([]);
  expect(await listed('?game=cabo-da-roca&status=playing')).toEqual([second, first]);
});

test('never more than the limit, and no private one', async () => {
  const hidden = await many(2, { game: 'rotterdam', seats: 2, visibility: 'private' });
  const shown = await many(LISTED + 2, { game: 'rotterdam', seats: 2 });
  await many(SCANNED, { visibility: 'private' });
  const found = await listed('?game=rotterdam');
  expect(found).toHaveLength(LISTED);
  for (const id of found) expect([shown.includes(id), hidden.includes(id)]).toEqual([true, false]);
});

test('a waiting player is found behind a hundred tables opened later, attended or not', async () => {
  const from = (address: string) => ({ 'X-Forwarded-For': address });
  const waiting = await HttpPlayer.guest(running.port, 'Waiting');
  const made = await waiting.post('/tables', { game: 'dockers', clock: 'none' }, from('192.0.2.1'));
  const { matchId } = made.json()['table'] as { matchId: string };
  for (let n = 0; n < 50; n++) {
    await host.post('/tables', { game: 'dockers', clock: 'none' }, from('192.0.2.2'));
    await host.post('/tables', { game: 'dockers', clock: 'none', spectate: true }, from('192.0.2.2'));
  }
  await waiting.get(`/tables/${matchId}`, from('192.0.2.1'));
  expect((await listed('?game=dockers')).slice(0, 2)).toContain(matchId);
}, 180_000);

describe('stored tables', () => {
  /** Reads of the store. */
  function stored(rows: MatchRow[]) {
    const seen = { reads: 0, rows, failure: undefined as Error | undefined };
    const listing = new Listing({
      rooms: { inFairOrder: (tables) => [...tables] },
      directory: { tables: () => Promise.resolve([]) },
      limits: { tablesListed: 1_000, tablesScanned: 500 },
      store: {
        list: () => {
          seen.reads += 1;
          return seen.failure === undefined ? Promise.resolve(seen.rows) : Promise.reject(seen.failure);
        },
      },
    });
    const ids = async (status: 'lobby' | 'playing' = 'lobby', game?: string) =>
      (await listing.tables({ status, game })).map(({ matchId }) => matchId);
    return { seen, ids };
  }
  const row = (n: number, visibility: 'public' | 'private' = 'public') =>
    matchRow(`m${n}`, { createdAt: n, status: 'lobby', table: storedTable({ visibility }) });
  const lobbies = (count: number) => Array.from({ length: count }, (_, n) => row(n));

  test('few are read each time', async () => {
    const { seen, ids } = stored(lobbies(3));
    expect(await ids()).toEqual(['m2', 'm1', 'm0']);
    seen.rows = lobbies(2);
    expect(await ids()).toEqual(['m1', 'm0']);
    expect(seen.reads).toBe(2);
  });

  test('many are read once a second, for all who ask, whatever the game', async () => {
    const { seen, ids } = stored([row(1_000, 'private'), ...lobbies(200)]);
    const answers = await Promise.all([ids(), ids(), ids('lobby', 'chess')]);
    expect(answers.map(({ length }) => length)).toEqual([200, 200, 0]);
    expect(await ids('lobby', 'toy')).toHaveLength(200);
    expect(seen.reads).toBe(1);
    // Of another status it is another list.
    expect(await ids('playing')).toEqual([]);
    expect(seen.reads).toBe(2);
    seen.rows = lobbies(150);
    await until(async () => (await ids()).length === 150, 'the next reading');
    expect(seen.reads).toBe(3);
  });

  test('a failed reading is not kept', async () => {
    const { seen, ids } = stored(lobbies(200));
    seen.failure = new Error('the disk is gone');
    await expect(ids()).rejects.toThrow('the disk is gone');
    seen.failure = undefined;
    expect(await ids()).toHaveLength(200);
  });
});
