// A table whose last player is on the way does not fall asleep.
import { afterEach, expect, test } from '@jest/globals';
import { seatAndStart, until } from '../testing/player.ts';
import { RawClient, reserve } from '../testing/raw-client.ts';
import { startTableServer, type TableServer } from '../testing/table-server.ts';

const SLEEP_MS = 20;

let server: TableServer;

afterEach(async () => {
  await server.close();
});

test('a reserved place outlives the time after which an empty table falls asleep', async () => {
  server = await startTableServer({ limits: { sleepAfterSeconds: SLEEP_MS / 1000 } });
  const table = await seatAndStart(server.clients(['a', 'b', 'c']), 'borneo');
  const [ann] = table;
  if (ann === undefined) throw new Error('no player came');
  const place = await reserve(server.url, 'a', `joinById/${ann.matchId}`, {});
  if (typeof place === 'string') throw new Error(place);
  for (const player of table) await player.room.leave();
  await new Promise((resolve) => setTimeout(resolve, 30 * SLEEP_MS));
  const back = await RawClient.connect(server.url, place);
  expect(back.frames[0]?.[0]).toBe(10);
  back.socket.terminate();
  await until(() => server.service.stats().rooms === 0, 'sleep');
});
