// Short news over real sockets: the same for each viewer as the full ones, and only for clients that asked.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { comeBack, seatAndStart, until } from '../testing/player.ts';
import { startTableServer, type TableServer } from '../testing/table-server.ts';

let server: TableServer;
beforeAll(async () => {
  server = await startTableServer();
});
afterAll(() => server.close());

test('players with short news, with full ones and spectators are told the same, each what is theirs', async () => {
  const [ann, bob, cleo] = await seatAndStart(server.clients(['ann', 'bob', 'cleo']), 'borneo', {
    absence: 'clock',
  });
  const watch = (name: string) => comeBack(server.client(name), ann.matchId, { spectate: true });
  const [short, full] = [await watch('short'), await watch('full')];
  const annToo = await comeBack(server.client('ann'), ann.matchId);
  const table = [annToo, bob, cleo];
  const everybody = [...table, short, full];
  for (const one of everybody) one.news.length = 0;
  await Promise.all([annToo, short].map((one) => one.shortenNews()));
  for (let moves = 1; moves <= 30; moves++) {
    const asked = annToo.state.decisions[0]?.seat;
    await table.find(({ seat }) => seat === asked)?.playAny();
    await until(() => everybody.every(({ news }) => news.length === moves), 'the news');
  }
  expect(short.news).toEqual(full.news);
  const drawn = annToo.news.flatMap(({ events }) => events).filter(({ type }) => type === 'cards-drawn');
  const cardsOf = (seat: number | null) =>
    drawn.filter((event) => 'cards' in event && (event as { seat?: number }).seat === seat).length;
  expect([cardsOf(annToo.seat) > 0, cardsOf(bob.seat), cardsOf(cleo.seat)]).toEqual([true, 0, 0]);
  const asked = annToo.state.decisions[0]?.seat;
  const back = await comeBack(server.client('ann'), ann.matchId);
  await [back, bob, cleo].find(({ seat }) => seat === asked)?.playAny();
  await until(() => back.news.length > 0, 'the news after a return');
  expect(back.book).toBeUndefined();
});
