// A client that has decoded something else than the server shows is found, and no other.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTableServer, type TableServer } from '../../rooms/testing/table-server.ts';
import { clientFor, type Room } from '../sdk.ts';
import { compareAll, JoinedRooms } from './comparison.ts';

let server: TableServer;
const joined = new JoinedRooms();
beforeAll(async () => {
  server = await startTableServer();
});
afterAll(async () => {
  joined.stop();
  await server.close();
});

test('the whole state of every client counts, its own private part and the table too', async () => {
  const clients = ['a', 'b', 'c', 'd'].map((name) => clientFor(server.url, name));
  const rooms: Room[] = [];
  for (const client of clients) {
    const matchId = rooms[0]?.roomId;
    const room =
      matchId === undefined
        ? await client.create('borneo', { seats: 4, clock: 'none' })
        : await client.joinById(matchId);
    room.onMessage('*', () => undefined);
    room.reconnection.enabled = false;
    rooms.push(room);
  }
  await rooms[0]?.request('start');
  expect(joined.current).toEqual(rooms);
  expect(await compareAll(joined.current)).toEqual({ right: 4, findings: [] });
  const [, table, own, unreadable] = rooms.map(({ state }) => state);
  Object.assign(table.table, { edition: 'another one' });
  Object.assign(own.table.seats[2].priv, { seatView: own.table.options });
  Object.assign(unreadable, { toJSON: undefined });
  const { right, findings } = await compareAll(joined.current, 300);
  expect(right).toBe(1);
  expect(findings).toEqual([
    expect.stringContaining('"version":0'),
    expect.stringContaining('"version":0'),
    expect.stringContaining('TypeError'),
  ]);
  await Promise.all(rooms.map((room) => room.leave()));
});
