// Clients that read too slowly are disconnected before they exhaust the memory of the process.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { seatAndStart, type TestPlayer, until } from '../testing/player.ts';
import { RawClient } from '../testing/raw-client.ts';
import { startTableServer, type TableServer } from '../testing/table-server.ts';

let server: TableServer;
let tables = 0;

const cuts = () =>
  server.log
    .filter((line) => line.message === 'slow consumer disconnected')
    .map(({ fields }) => fields as { bytes: number; bound: string });

beforeAll(async () => {
  server = await startTableServer({
    limits: {
      commandsPerSecond: 1e6,
      commandBurst: 1e6,
      messagesPerSecond: 1e6,
      chatPerMinute: 1e8,
      chatLength: 500,
      maxUnsentBytes: 64 * 1024,
      maxUnsentBytesOfAll: 160 * 1024,
      maxSpectators: 50,
    },
  });
});

afterAll(async () => {
  await server.close();
});

function start() {
  tables += 1;
  return seatAndStart(server.clients([`a${tables}`, `b${tables}`, `c${tables}`]), 'borneo');
}

async function talkUntilCut(talker: TestPlayer, other: TestPlayer): Promise<void> {
  const text = 'x'.repeat(500);
  await until(() => {
    for (let n = 0; n < 100; n++) talker.room.send('chat', { text });
    return other.state.table.seats[2]?.connected === false;
  }, 'the slow reader to be disconnected');
}

test('a player that stops reading is disconnected at a limit, and the seat is kept', async () => {
  const [ann, bob] = await start();
  const slow = await RawClient.join(server.url, `c${tables}`, ann.matchId);
  slow.acknowledge();
  await until(() => ann.state.table.seats[2]?.connected === true, 'the slow reader');
  slow.socket.pause();
  await talkUntilCut(ann, bob);
  const cut = server.log.find((line) => line.message === 'slow consumer disconnected');
  expect(cut).toBeDefined();
  expect(ann.left).toBeUndefined();
  expect(bob.left).toBeUndefined();
  expect(bob.state.table.seats[2]).toMatchObject({ occupant: 'player', name: `c${tables}` });
  slow.socket.terminate();
}, 180_000);

test('a connection that never acknowledges its welcome is closed at a limit', async () => {
  const [ann, bob] = await start();
  const silent = await RawClient.join(server.url, `c${tables}`, ann.matchId);
  await talkUntilCut(ann, bob);
  await until(() => silent.closed !== undefined, 'the end');
  expect(bob.left).toBeUndefined();
}, 180_000);

/** Sends requests without ever reading the answers, until `enough` or the time is up. */
async function askInVain(askers: readonly RawClient[], enough: () => boolean): Promise<void> {
  await until(() => {
    for (const asker of askers) {
      if (asker.socket.readyState !== asker.socket.OPEN) continue;
      for (let n = 0; n < 20; n++) asker.request('news-since', { version: -1 });
    }
    return enough();
  }, 'those who never read to be disconnected');
}

test('answers count like everything else: a client that sends requests and never reads is disconnected', async () => {
  const [ann, bob] = await start();
  for (let n = 0; n < 10; n++) await [ann, bob][n % 2]?.send('legal');
  const deaf = await RawClient.join(server.url, `deaf${tables}`, ann.matchId, { spectate: true });
  deaf.acknowledge();
  await until(() => ann.state.table['spectators'] === 1, 'the onlooker');
  deaf.socket.pause();
  const before = cuts().length;
  await askInVain([deaf], () => ann.state.table['spectators'] === 0);
  expect(cuts().slice(before)).toEqual([{ bytes: expect.any(Number), bound: 'connection' }]);
  expect([ann.left, bob.left]).toEqual([undefined, undefined]);
  deaf.socket.terminate();
}, 180_000);

test('a client that sends requests before acknowledging the welcome is disconnected at the same limit', async () => {
  const [ann] = await start();
  const hasty = await RawClient.join(server.url, `hasty${tables}`, ann.matchId, { spectate: true });
  await until(() => ann.state.table['spectators'] === 1, 'the onlooker');
  const before = cuts().length;
  await askInVain([hasty], () => ann.state.table['spectators'] === 0);
  const [cut] = cuts().slice(before);
  expect(cut?.bound).toBe('connection');
  expect(cut?.bytes).toBeLessThan(80 * 1024);
}, 180_000);

test('the total is limited too: the connections with the most unsent bytes are closed first', async () => {
  const [ann, bob] = await start();
  const crowd = await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      RawClient.join(server.url, `crowd${tables}-${n}`, ann.matchId, { spectate: true }),
    ),
  );
  await until(() => ann.state.table['spectators'] === crowd.length, 'the crowd');
  const before = cuts().length;
  // Each stays below its own limit of 64 KB, but all eight exceed the total limit of 160 KB.
  await askInVain(crowd, () => cuts().length > before);
  expect(cuts()[before]?.bound).toBe('process');
  expect([ann.left, bob.left]).toEqual([undefined, undefined]);
  expect(await ann.room.request('news-since', { version: 0 })).toMatchObject({ complete: true });
  for (const { socket } of crowd) socket.terminate();
}, 180_000);
