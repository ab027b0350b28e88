// Readers that are too slow are cut off before they fill the memory of the process.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { WebSocket } from 'ws';
import { seatAndStart, type TestPlayer, until } from './testing/player.ts';
import { startTableServer, type TableServer } from './testing/table-server.ts';

const JOIN_ROOM = 10;

let server: TableServer;
let tables = 0;

beforeAll(async () => {
  server = await startTableServer({
    limits: {
      commandsPerSecond: 1e6,
      commandBurst: 1e6,
      messagesPerSecond: 1e6,
      chatPerMinute: 1e8,
      chatLength: 500,
      maxUnsentBytes: 64 * 1024,
      maxUnacknowledgedMessages: 100,
    },
  });
});

afterAll(async () => {
  await server.close();
});

async function start(): Promise<TestPlayer[]> {
  tables += 1;
  return await seatAndStart(
    ['a', 'b', 'c'].map((name) => server.client(`${name}${tables}`)),
    'borneo',
  );
}

/** A player's second connection, by hand: the seat is theirs already. */
async function connectByHand(name: string, matchId: string): Promise<WebSocket> {
  const answer = await fetch(`${server.url}/matchmake/joinById/${matchId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${name}`, 'content-type': 'application/json' },
    body: '{}',
  });
  const { sessionId, processId, roomId } = (await answer.json()) as Record<string, string>;
  const socket = new WebSocket(
    `${server.url.replace('http', 'ws')}/${processId}/${roomId}?sessionId=${sessionId}`,
  );
  await new Promise((resolve) => socket.once('message', resolve));
  return socket;
}

async function talkUntilCut(talker: TestPlayer, other: TestPlayer): Promise<void> {
  const text = 'x'.repeat(500);
  await until(
    () => {
      for (let n = 0; n < 100; n++) talker.room.send('chat', { text });
      return other.state.seats[2]?.connected === false;
    },
    'the slow reader to be cut off',
    30_000,
  );
}

test('a player that stops reading is cut off at a bound, and its seat waits for it', async () => {
  const [ann, bob] = (await start()) as [TestPlayer, TestPlayer];
  const slow = await connectByHand(`c${tables}`, ann.matchId);
  slow.send(Buffer.from([JOIN_ROOM]));
  await until(() => ann.state.seats[2]?.connected === true, 'the slow reader');
  slow.pause();
  await talkUntilCut(ann, bob);
  const cut = server.log.find((line) => line.message === 'slow consumer cut off');
  expect(cut).toBeDefined();
  expect(ann.left).toBeUndefined();
  expect(bob.left).toBeUndefined();
  expect(bob.state.seats[2]).toMatchObject({ occupant: 'player', name: `c${tables}` });
  slow.terminate();
}, 60_000);

test('a connection that never acknowledges its welcome is cut off at a bound', async () => {
  const [ann, bob] = (await start()) as [TestPlayer, TestPlayer];
  const silent = await connectByHand(`c${tables}`, ann.matchId);
  const closed = new Promise((resolve) => silent.once('close', resolve));
  await talkUntilCut(ann, bob);
  await closed;
  expect(bob.left).toBeUndefined();
}, 60_000);
