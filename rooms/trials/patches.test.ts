// How often a table is shown when a person joins it: counted in the room, and in the frames of a raw socket.
import { afterEach, expect, jest, test } from '@jest/globals';
import { liveRoom } from '../colyseus/framework.ts';
import { until } from '../testing/player.ts';
import { FRAME, RawClient, type Reservation, reserve } from '../testing/raw-client.ts';
import { startTableServer, type TableServer } from '../testing/table-server.ts';

let server: TableServer;
afterEach(() => server.close());

async function serve(arrivalSeconds: number): Promise<void> {
  server = await startTableServer({ limits: { arrivalSeconds } });
}

const patchesTo = ({ frames }: RawClient) => frames.filter((frame) => frame[0] === FRAME.patch).length;
/** Longer than everything that a step causes. */
const quiet = () => new Promise((resolve) => setTimeout(resolve, 200));

async function placeOf(who: string, way: string): Promise<Reservation> {
  const place = await reserve(server.url, who, way, way.startsWith('create') ? { clock: 'none' } : {});
  if (typeof place === 'string') throw new Error(place);
  return place;
}

async function enter(place: Reservation): Promise<RawClient> {
  const client = await RawClient.connect(server.url, place);
  client.acknowledge();
  await until(() => client.frames.some((frame) => frame[0] === FRAME.state), 'the state');
  await quiet();
  return client;
}

test('one patch for a seat that is taken and its player who comes', async () => {
  await serve(60);
  const table = await placeOf('ann', 'create/borneo');
  const ann = await enter(table);
  const clients = [ann, await enter(await placeOf('bob', `joinById/${table.roomId}`))];
  // The first change after a client has come repeats its private part.
  ann.request('ready', { ready: true });
  await until(() => ann.answers.length === 1, 'the answer');
  const room = liveRoom(table.roomId);
  if (room === undefined) throw new Error('no room');
  const encoded = jest.spyOn(room, 'broadcastPatch');
  const before = patchesTo(ann);
  const place = await placeOf('cleo', `joinById/${table.roomId}`);
  expect(room.session.table.occupants.filter(({ kind }) => kind === 'player')).toHaveLength(3);
  clients.push(await enter(place));
  // Her private part is encoded for her alone before the table changes.
  expect([encoded.mock.calls.length, patchesTo(ann) - before]).toEqual([2, 1]);
  for (const { socket } of clients) socket.terminate();
});

test.each([
  ['does not come in time', 0.05, async () => {}],
  [
    'does not come before another change',
    60,
    async (ann: RawClient) => ann.request('ready', { ready: true }),
  ],
])('a seat is shown even if its player %s', async (_what, arrivalSeconds, change) => {
  await serve(arrivalSeconds);
  const table = await placeOf('ann', 'create/borneo');
  const ann = await enter(table);
  const before = patchesTo(ann);
  await placeOf('bob', `joinById/${table.roomId}`);
  await change(ann);
  await until(() => patchesTo(ann) > before, 'the seat');
  ann.socket.terminate();
});
