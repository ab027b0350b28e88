// Reservations name the process that has the match, so that a proxy can connect the socket directly.
import { afterEach, expect, test } from '@jest/globals';
import { until } from '../testing/player.ts';
import { RawClient, type Reservation, reserve } from '../testing/raw-client.ts';
import { startTableServer, type TableServer } from '../testing/table-server.ts';

let server: TableServer;
afterEach(() => server.close());

async function reserved(name: string, way: string, options: object = {}): Promise<Reservation> {
  const place = await reserve(server.url, name, way, options);
  if (typeof place === 'string') throw new Error(place);
  return place;
}

test('every way into a table names this process, and any name is accepted in the address', async () => {
  server = await startTableServer({ memberName: 'quay-1' });
  const made = await reserved('ann', 'create/borneo', { seats: 3 });
  const ways = {
    create: made,
    join: await reserved('bob', 'join/borneo'),
    joinOrCreate: await reserved('cleo', 'joinOrCreate/borneo'),
    joinById: await reserved('dan', `joinById/${made.roomId}`, { spectate: true }),
  };
  expect(Object.values(ways).map(({ processId }) => processId)).toEqual(Array(4).fill('quay-1'));
  const ann = await RawClient.connect(server.url, { ...made, processId: 'another-one' });
  ann.acknowledge();
  const { reconnectionToken } = ann;
  ann.socket.terminate();
  const table = () => server.service.liveFacts(made.roomId);
  await until(() => table()?.connections === 0, 'the break');
  const back = await reserved('ann', `reconnect/${made.roomId}`, { reconnectionToken });
  expect([back.processId, back.sessionId]).toEqual(['quay-1', made.sessionId]);
});

test('without a name the process id is random', async () => {
  server = await startTableServer();
  const { processId } = await reserved('ann', 'create/borneo');
  expect(processId).toMatch(/^[\w-]{9}$/);
});
