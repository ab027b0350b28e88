// However a table gets into memory, one counter covers it: no more at once than the server holds, no
// faster than one player is allowed.
import type { Client } from '@colyseus/sdk';
import { afterEach, expect, test } from '@jest/globals';
import type { RoomLimits } from '../room-limits.ts';
import { comeBack, seatAndStart, TestPlayer, until } from '../testing/player.ts';
import { startTableServer, type TableServer } from '../testing/table-server.ts';

let server: TableServer;
afterEach(() => server.close());

async function serve(limits: Partial<RoomLimits>): Promise<void> {
  server = await startTableServer({ limits: { maxTablesPerPlayer: 100, ...limits } });
}

const live = () => server.service.stats().rooms;

async function open(client: Client, options: object = {}): Promise<TestPlayer> {
  const player = new TestPlayer(await client.create('borneo', { clock: 'none', ...options }));
  await until(() => player.matchId !== '', 'welcome');
  return player;
}

async function codeOf(attempt: Promise<unknown>): Promise<string> {
  return await attempt.then(
    () => 'done',
    (error: Error & { reason?: { code: string } }) => error.reason?.code ?? error.message,
  );
}

/** All players leave; the table stays in memory until it falls asleep. */
async function goHome(player: TestPlayer): Promise<void> {
  const room = await server.service.open(player.matchId, { id: 'nobody', name: '' });
  server.cut(player.room);
  await until(() => room.idleSince !== undefined, 'the empty table');
}

/** Against a bot that never has to move: resign and rematch as fast as possible. */
async function rematches(client: Client, times: number): Promise<string[]> {
  const codes: string[] = [];
  let [player] = await seatAndStart([client], 'cabo-da-roca', { seats: 2, bots: 1 });
  for (let n = 0; n < times && player !== undefined; n++) {
    const { room } = player;
    await player.send('resign');
    const code = await codeOf(player.send('rematch'));
    codes.push(code);
    if (code !== 'done') return codes;
    await until(() => player?.rematch !== undefined, 'the next match');
    const next: TestPlayer = await comeBack(client, player.rematch ?? '');
    await room.leave();
    player = next;
  }
  return codes;
}

test('a rematch is a new table: it counts against the rate of the player whose request opens it', async () => {
  await serve({ tablesPerMinute: 4 });
  expect(await rematches(server.client('ann'), 10)).toEqual(['done', 'done', 'done', 'rate-limited']);
});

test('rematches, creations and wakings together never exceed the limit of tables in memory', async () => {
  await serve({ maxLiveTables: 3, reconnectSeconds: 0 });
  const most = { rooms: 0 };
  const watch = setInterval(() => {
    most.rooms = Math.max(most.rooms, live());
  }, 1);
  const codes = await rematches(server.client('ann'), 8);
  const met = await Promise.all(
    ['bob', 'cec', 'dan', 'eve', 'fay'].map((name) => codeOf(open(server.client(name)))),
  );
  clearInterval(watch);
  expect(codes).toEqual(Array.from({ length: 8 }, () => 'done'));
  expect(new Set(met)).toEqual(new Set(['done', 'server-full']));
  expect(most.rooms).toBe(3);
});

test('a player whose match sleeps can return to a full server if a table is idle', async () => {
  await serve({ maxLiveTables: 2, reconnectSeconds: 0 });
  const ann = server.client('ann');
  const [player] = await seatAndStart([ann], 'borneo', { seats: 3, bots: 2 });
  if (player === undefined) throw new Error('there is no player');
  const { matchId } = player;
  await goHome(player);
  await open(server.client('bob'));
  const idle = await open(server.client('cec'));
  expect(live()).toBe(2);
  expect(await codeOf(comeBack(ann, matchId))).toBe('server-full');
  await goHome(idle);
  expect((await comeBack(ann, matchId)).seat).toBe(0);
  expect(live()).toBe(2);
  expect(await codeOf(server.client('cec').joinById(idle.matchId, {}))).toBe('server-full');
});

test('waking a match counts against the player’s rate each time; joining a live one does not', async () => {
  await serve({ maxLiveTables: 1, tablesPerMinute: 3, reconnectSeconds: 0 });
  const host = server.client('host');
  const first = await open(host);
  await goHome(first);
  const second = await open(host);
  await goHome(second);
  const guest = server.client('guest');
  const visits = [first, second, first, second].map(({ matchId }) => matchId);
  const codes: string[] = [];
  for (const matchId of visits) {
    codes.push(await codeOf(server.service.open(matchId, { id: 'id-guest', name: 'guest' })));
  }
  expect(codes).toEqual(['done', 'done', 'done', 'rate-limited']);
  expect(await codeOf(guest.joinById(first.matchId, { spectate: true }))).toBe('done');
});

test('tables opened at the same moment all count', async () => {
  await serve({ maxTablesPerPlayer: 3 });
  const ann = server.client('ann');
  const codes = await Promise.all(Array.from({ length: 8 }, () => codeOf(open(ann))));
  expect(codes.filter((code) => code === 'done')).toHaveLength(3);
  expect(codes.filter((code) => code === 'too-many-tables')).toHaveLength(5);
});
