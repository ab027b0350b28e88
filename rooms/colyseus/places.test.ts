// Unused reservations lock out neither the players of a table nor other spectators.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { seatAndStart, TestPlayer, until } from '../testing/player.ts';
import { RawClient, type Reservation, reserve } from '../testing/raw-client.ts';
import { startTableServer, type TableServer } from '../testing/table-server.ts';
import { liveRoom } from './framework.ts';
import { reservedIn } from './internals.ts';

const LIMITS = { maxSpectators: 8, spectatorsPerAddress: 4, placesPerSpectator: 2, tablesPerMinute: 1000 };

let server: TableServer;
let tables = 0;
beforeAll(async () => {
  server = await startTableServer({ limits: LIMITS });
});
afterAll(() => server.close());

async function start(): Promise<[TestPlayer, TestPlayer, TestPlayer]> {
  tables += 1;
  const clients = server.clients([`a${tables}`, `b${tables}`, `c${tables}`]);
  return await seatAndStart(clients, 'borneo');
}

/** Reserves a place from an address, as the guard passes it on. */
function from(address: string, name: string, { matchId }: TestPlayer, spectate = true) {
  return reserve(server.url, name, `joinById/${matchId}`, { spectate }, { 'x-real-ip': address });
}

async function look(address: string, name: string, host: TestPlayer): Promise<RawClient | string> {
  const place = await from(address, name, host);
  return typeof place === 'string' ? place : await RawClient.connect(server.url, place);
}

function reservedAt({ matchId }: TestPlayer): number {
  const room = liveRoom(matchId);
  return room === undefined ? 0 : reservedIn(room).length;
}

test('unused reservations never lock out the players of the table', async () => {
  const [ann, bob, cleo] = await start();
  for (let n = 0; n < 60; n++) await from(`192.0.2.${n}`, `vain${tables}-${n}`, ann);
  for (let n = 0; n < 60; n++) await from('192.0.2.200', `c${tables}`, ann, false);
  server.cut(cleo.room);
  await until(() => ann.state.table.seats[2]?.connected === false, 'the drop');
  const back = await RawClient.join(server.url, `c${tables}`, ann.matchId);
  back.acknowledge();
  await until(() => ann.state.table.seats[2]?.connected === true, 'the return');
  expect([ann.left, bob.left]).toEqual([undefined, undefined]);
  back.socket.terminate();
});

test('a player’s unused reservation is replaced, not added to', async () => {
  const [ann] = await start();
  const places: Reservation[] = [];
  for (let n = 0; n < 5; n++) places.push((await from('192.0.2.1', `b${tables}`, ann)) as Reservation);
  expect(reservedAt(ann)).toBe(1);
  const [stale] = places;
  const last = places.at(-1);
  if (stale === undefined || last === undefined) throw new Error('no places');
  expect((await RawClient.connect(server.url, stale)).frames[0]?.[0]).not.toBe(10);
  const used = await RawClient.connect(server.url, last);
  expect(used.frames[0]?.[0]).toBe(10);
  used.socket.terminate();
});

test('a spectator has a few places, used or reserved; the newest ones count', async () => {
  const [ann] = await start();
  for (let n = 0; n < 20; n++) expect(await from('192.0.2.1', `w${tables}`, ann)).toHaveProperty('sessionId');
  expect(reservedAt(ann)).toBe(LIMITS.placesPerSpectator);
  const watching: RawClient[] = [];
  for (let n = 0; n < 5; n++) {
    const client = await look('192.0.2.1', `w${tables}`, ann);
    if (typeof client === 'string') throw new Error(client);
    watching.push(client);
  }
  await until(() => watching.filter(({ closed }) => closed !== undefined).length === 3, 'the oldest to go');
  expect(watching.map(({ closed }) => closed?.code)).toEqual([4100, 4100, 4100, undefined, undefined]);
  await until(() => ann.state.table['spectators'] === 2, 'two places');
  // There is room for others.
  expect(typeof (await look('192.0.2.2', `x${tables}`, ann))).not.toBe('string');
});

test('one address has some of the spectators’ places, not all of them', async () => {
  const [ann] = await start();
  const near: (RawClient | string)[] = [];
  for (let n = 0; n < 6; n++) near.push(await look('192.0.2.7', `near${tables}-${n}`, ann));
  expect(near.slice(4)).toEqual(['table-full', 'table-full']);
  // Of four places an address gets two, of the other two one.
  const far: (RawClient | string)[] = [];
  for (let n = 0; n < 3; n++) far.push(await look('192.0.2.8', `far${tables}-${n}`, ann));
  for (let n = 0; n < 2; n++) far.push(await look('192.0.2.9', `further${tables}-${n}`, ann));
  far.push(await look('192.0.2.10', `furthest${tables}`, ann));
  expect(far.map((client) => typeof client)).toEqual([
    'object',
    'object',
    'string',
    'object',
    'string',
    'object',
  ]);
  expect(await look('192.0.2.11', `late${tables}`, ann)).toBe('table-full');
});

test('a player who loses the seat while joining has one place as a spectator', async () => {
  tables += 1;
  const host = new TestPlayer(await server.client(`h${tables}`).create('borneo', { clock: 'none' }));
  await until(() => host.matchId !== '', 'the table');
  const place = await from('192.0.2.7', `p${tables}`, host, false);
  await host.send('set-seat', { seat: 1, occupant: 'open' });
  const near: (RawClient | string)[] = [];
  for (let n = 0; n < 4; n++) near.push(await look('192.0.2.7', `near${tables}-${n}`, host));
  expect(near[3]).toBe('table-full');
  const late = await RawClient.connect(server.url, place as Reservation);
  expect(late.frames[0]?.[0]).toBe(10);
  await until(() => host.state.table['spectators'] === 4, 'four onlookers');
});

test('a room that closes does not wait for unused reservations', async () => {
  const [ann] = await start();
  await from('192.0.2.1', `w${tables}`, ann);
  const room = await server.service.open(ann.matchId, { id: '', name: '' });
  const begun = performance.now();
  await room.shut(4001);
  // A reservation would be kept for fifteen seconds.
  expect(performance.now() - begun).toBeLessThan(10_000);
});
