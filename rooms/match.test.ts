import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { playToTheEnd, seatAndStart, until } from './testing/player.ts';
import { startTableServer, type TableServer } from './testing/table-server.ts';

let server: TableServer;

beforeAll(async () => {
  server = await startTableServer();
});

afterAll(async () => {
  await server.close();
});

test('three clients play Borneo from the lobby to the result', async () => {
  const table = await seatAndStart(
    ['ann', 'bob', 'cleo'].map((name) => server.client(name)),
    'borneo',
  );
  const played = await playToTheEnd(table);
  expect(played).toBeGreaterThan(50);
  await until(() => table.every((player) => player.over), 'the end');
  const [ann] = table;
  const result = JSON.parse(ann?.state.table.result ?? '');
  expect(result.ranking).toHaveLength(3);
  for (const player of table) {
    expect(player.news.map((message) => message.version)).toEqual(
      Array.from({ length: played + 1 }, (_, version) => version),
    );
  }
});
