// The list of tables: an open one is found, however many newer ones are not for the asker.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { HttpPlayer } from '../testing/http-player.ts';
import { type Running, startServer } from '../testing/start.ts';

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
