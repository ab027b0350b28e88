// A reconnection token belongs to the disconnected player alone, and expires when that player has returned, has left
// or has lost the seat.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { seatAndStart, TestPlayer, until } from '../testing/player.ts';
import { FRAME, RawClient, type Reservation, reserve } from '../testing/raw-client.ts';
import { startTableServer, type TableServer } from '../testing/table-server.ts';

let server: TableServer;
let tables = 0;
beforeAll(async () => {
  server = await startTableServer({ limits: { reconnectSeconds: 20 } });
});
afterAll(() => server.close());

async function start(): Promise<[TestPlayer, TestPlayer, TestPlayer]> {
  tables += 1;
  const clients = server.clients([`a${tables}`, `b${tables}`, `c${tables}`]);
  return await seatAndStart(clients, 'borneo');
}

/** Cleo's seat, on a separate device that the test can observe. */
async function device(ann: TestPlayer): Promise<RawClient> {
  const client = await RawClient.join(server.url, `c${tables}`, ann.matchId);
  client.acknowledge();
  await until(() => client.frames.some(([kind]) => kind === FRAME.state), 'the state');
  return client;
}

/** Tries both transports with the token alone, and returns the results. */
async function comeBackWith(token: string, place: Reservation): Promise<string> {
  const asked = await reserve(server.url, undefined, `reconnect/${place.roomId}`, {
    reconnectionToken: token,
  });
  const client = await RawClient.connect(server.url, place, token);
  client.acknowledge();
  const admitted = client.frames[0]?.[0] === FRAME.join;
  client.socket.terminate();
  return `${typeof asked === 'string' ? 'refused' : 'reserved'}, ${admitted ? 'admitted' : 'refused'}`;
}

function placeOf(client: RawClient): Reservation {
  const { pathname, searchParams } = new URL(client.socket.url);
  const [, processId = '', roomId = ''] = pathname.split('/');
  return { processId, roomId, sessionId: searchParams.get('sessionId') ?? '' };
}

test('a disconnected player returns with the token, once', async () => {
  const [ann] = await start();
  const first = await device(ann);
  const [token, place] = [first.reconnectionToken, placeOf(first)];
  first.socket.terminate();
  await until(() => ann.state.table.seats[2]?.connected === false, 'the drop');
  expect(await comeBackWith(token, place)).toBe('reserved, admitted');
  await until(() => ann.state.table.seats[2]?.connected === false, 'the second drop');
  expect(await comeBackWith(token, place)).toBe('refused, refused');
});

test('a superseded device is disconnected at once, and its token is invalid', async () => {
  const [ann] = await start();
  const old = await device(ann);
  const [token, place] = [old.reconnectionToken, placeOf(old)];
  // It never answers the close frame, like a device that is asleep.
  old.socket.pause();
  const owner = await device(ann);
  expect(await comeBackWith(token, place)).toBe('refused, refused');
  const heard = old.frames.length;
  await ann.send('chat', { text: 'between us' });
  old.socket.resume();
  await until(() => old.closed !== undefined, 'the end of the old one');
  expect(old.closed?.code).toBe(4100);
  expect(old.frames.slice(heard).some((frame) => frame.includes('between us'))).toBe(false);
  expect(owner.closed).toBeUndefined();
  owner.socket.terminate();
});

test('the token of a disconnected device becomes invalid when its player returns on another', async () => {
  const [ann] = await start();
  const old = await device(ann);
  const [token, place] = [old.reconnectionToken, placeOf(old)];
  old.socket.terminate();
  await until(() => ann.state.table.seats[2]?.connected === false, 'the drop');
  const owner = await device(ann);
  expect(await comeBackWith(token, place)).toBe('refused, refused');
  expect(owner.closed).toBeUndefined();
  owner.socket.terminate();
});

test('a player who leaves on one device leaves on all', async () => {
  const [ann] = await start();
  const leaving = await device(ann);
  const [token, place] = [leaving.reconnectionToken, placeOf(leaving)];
  leaving.socket.send(Buffer.from([FRAME.leave]));
  await until(() => leaving.closed !== undefined, 'the farewell');
  expect(await comeBackWith(token, place)).toBe('refused, refused');
});

test('a player who left or lost a seat in the lobby does not get it back by the token', async () => {
  tables += 1;
  const host = new TestPlayer(await server.client(`a${tables}`).create('borneo', { clock: 'none' }));
  await until(() => host.matchId !== '', 'the table');
  for (const getUp of [
    async () => {
      const room = await server.service.open(host.matchId, { id: '', name: '' });
      const identity = { id: `id-c${tables}`, name: `c${tables}` };
      return await room.http.ask(
        { identity, language: 'en', invitation: undefined, address: '' },
        'leave-seat',
        {},
      );
    },
    () => host.send('set-seat', { seat: 1, occupant: 'open' }),
  ]) {
    const guest = await device(host);
    const [token, place] = [guest.reconnectionToken, placeOf(guest)];
    guest.socket.terminate();
    await until(() => host.state.table.seats[1]?.connected === false, 'the drop');
    expect(host.state.table.seats[1]?.occupant).toBe('player');
    await getUp();
    await until(() => host.state.table.seats[1]?.occupant === 'open', 'the free seat');
    expect(await comeBackWith(token, place)).toBe('refused, refused');
  }
});
