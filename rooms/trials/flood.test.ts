// Clients that send too fast are rejected; the others play on.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { seatAndStart, type TestPlayer, until } from '../testing/player.ts';
import { startTableServer, type TableServer } from '../testing/table-server.ts';

let server: TableServer;
let tables = 0;

beforeAll(async () => {
  server = await startTableServer({
    limits: {
      commandsPerSecond: 5,
      commandBurst: 20,
      messagesPerSecond: 200,
      maxUnsentBytes: 64 * 1024,
      chatPerMinute: 6000,
    },
  });
});

afterAll(async () => {
  await server.close();
});

async function start(): Promise<[TestPlayer, TestPlayer, TestPlayer]> {
  tables += 1;
  const clients = server.clients([`a${tables}`, `b${tables}`, `c${tables}`]);
  return await seatAndStart(clients, 'borneo');
}

test('a flood is refused, a heavier one disconnected; the others play on', async () => {
  const [ann, bob] = await start();
  const answers = await Promise.allSettled(Array.from({ length: 60 }, () => ann.send('legal')));
  const refused = answers.filter((answer) => answer.status === 'rejected');
  expect(refused.length).toBeGreaterThan(20);
  expect(refused[0]).toMatchObject({ reason: { reason: { code: 'rate-limited' } } });
  for (let n = 0; n < 400; n++) ann.room.send('legal');
  await until(() => ann.left !== undefined, 'the flood to be disconnected');
  expect(bob.left).toBeUndefined();
  expect(await bob.room.request('news-since', { version: -1 })).toMatchObject({ complete: true });
});

test('the allowance grows again with time', async () => {
  const [ann] = await start();
  const answers = await Promise.allSettled(Array.from({ length: 60 }, () => ann.send('legal')));
  expect(answers.map(({ status }) => status)).toContain('rejected');
  await new Promise((resolve) => setTimeout(resolve, 450));
  expect(await ann.room.request('news-since', { version: 0 })).toMatchObject({ complete: true });
});
