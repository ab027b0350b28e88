// WebSockets as clients open them: origins, limits, frames, and a shutdown that says goodbye.
import { Client, type Room } from '@colyseus/sdk';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import WebSocket from 'ws';
import { ask, EchoRoom, noRooms, type Running, startServer } from '../testing/start.ts';

let running: Running;
let drained = 0;
beforeAll(async () => {
  running = await startServer({
    environment: { CORS_ORIGINS: 'https://play.example.org', MAX_CONNECTIONS_PER_ADDRESS: '5' },
    overrides: {
      defineRooms: (server) => {
        server.define('echo', EchoRoom);
        return {
          ...noRooms(server),
          isArriving: (matchId) =>
            matchId === 'unclear' ? Promise.reject(new Error('away')) : Promise.resolve(matchId === 'coming'),
          drain: () => {
            drained += 1;
            return Promise.resolve();
          },
          stats: () => ({ rooms: 1, clients: 1 }),
        };
      },
    },
  });
});
afterAll(() => running.stop());

/** `open`, or the status that the handshake was refused with. */
function handshake(
  path: string,
  headers: Record<string, string> = {},
): Promise<{ socket: WebSocket; outcome: string | number }> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${running.port}${path}`, { headers });
    socket.on('error', () => {});
    socket.once('open', () => resolve({ socket, outcome: 'open' }));
    socket.once('unexpected-response', (_request, response) => {
      response.resume();
      resolve({ socket, outcome: response.statusCode ?? 0 });
    });
  });
}

const closed = (socket: WebSocket) =>
  socket.readyState === WebSocket.CLOSED
    ? Promise.resolve(0)
    : new Promise<number>((resolve) => socket.once('close', (code) => resolve(code)));

async function outcomeOf(headers: Record<string, string>): Promise<string | number> {
  const { socket, outcome } = await handshake('/', headers);
  if (outcome === 'open') {
    socket.close();
    await closed(socket);
  }
  return outcome;
}

const echo = (room: Room, payload: unknown) =>
  new Promise((resolve) => {
    room.onMessage('echo', resolve);
    room.send('echo', payload);
  });

test('the SDK joins, chats and leaves', async () => {
  const room = await new Client(running.url).create('echo', {});
  expect(await echo(room, { n: 1 })).toEqual({ n: 1 });
  await room.leave();
});

test.each([
  ['is on its way to this process', 'coming', 4010],
  ['may be, since its owner is not known', 'unclear', 4010],
  ['is not', 'stored', 4003],
])('an SDK whose match %s is told whether to try again', async (_case, matchId, code) => {
  const { socket } = await handshake(`/process/${matchId}?sessionId=abc&reconnectionToken=abc`);
  expect(await closed(socket)).toBe(code);
});

test('a handler that throws affects no other client', async () => {
  const client = new Client(running.url);
  const broken = await client.create('echo', {});
  const other = await client.create('echo', {});
  broken.send('throw');
  expect(await echo(other, 'still here')).toBe('still here');
  expect(await echo(broken, 'so am I')).toBe('so am I');
  await Promise.all([broken.leave(), other.leave()]);
});

test('pages of foreign origins get no socket; programs, own pages and listed ones do', async () => {
  expect(await outcomeOf({})).toBe('open');
  expect(await outcomeOf({ Origin: running.url })).toBe('open');
  expect(await outcomeOf({ Origin: 'https://play.example.org' })).toBe('open');
  for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1:1', 'nonsense']) {
    expect(await outcomeOf({ Origin: origin })).toBe(403);
  }
});

test('one address has a limited number of sockets; when one closes there is room again', async () => {
  const open = await Promise.all(Array.from({ length: 5 }, () => handshake('/')));
  expect(open.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 5 }, () => 'open'));
  expect(await outcomeOf({})).toBe(429);
  expect(await outcomeOf({ 'X-Forwarded-For': '203.0.113.7', 'X-Real-Ip': '203.0.113.8' })).toBe(429);
  for (const { socket } of open) socket.terminate();
  await Promise.all(open.map(({ socket }) => closed(socket)));
  let outcome = await outcomeOf({});
  for (let tries = 0; outcome === 429 && tries < 100; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    outcome = await outcomeOf({});
  }
  expect(outcome).toBe('open');
});

test('a frame of more than 4 KB closes its socket with 1009', async () => {
  const room = await new Client(running.url).create('echo', {});
  const { socket } = await handshake('/');
  const end = closed(socket);
  socket.send(Buffer.alloc(5_000));
  expect(await end).toBe(1009);
  expect(await echo(room, 'x'.repeat(3_000))).toHaveLength(3_000);
  await room.leave();
});

test('random frames and handshakes without a seat do no harm', async () => {
  const seeds = [1, 7, 99, 1234];
  for (const seed of seeds) {
    const { socket } = await handshake(`/abc/def?sessionId=s${seed}`);
    for (let n = 0; n < 40; n++) {
      if (socket.readyState !== WebSocket.OPEN) break;
      socket.send(Buffer.from(Array.from({ length: (n * seed) % 60 }, (_, i) => (i * seed * 31 + n) & 255)));
    }
    socket.close();
    await closed(socket);
  }
  expect((await ask(running.port, '/health')).status).toBe(200);
});

test('a token in the URL of a socket is not logged', async () => {
  const { socket } = await handshake('/abc/def?sessionId=sess-1&reconnectionToken=rec-2&_authToken=tok-3');
  await closed(socket);
  const text = running.captured.text();
  for (const word of ['sess-1', 'rec-2', 'tok-3']) expect(text).not.toContain(word);
});

test('closing: readiness ends first, rooms notify their clients, sockets are closed, new requests are refused', async () => {
  const room = await new Client(running.url).create('echo', {});
  room.reconnection.enabled = false;
  const left = new Promise<number>((resolve) => room.onLeave((code) => resolve(code)));
  const { socket } = await handshake('/');
  const cut = closed(socket);
  const closing = running.quayside.close();
  const refused = await ask(running.port, '/ready').catch(() => undefined);
  if (refused !== undefined) expect(refused.status).toBe(503);
  expect(await left).toBe(4001);
  await cut;
  await closing;
  expect(drained).toBe(1);
  await expect(ask(running.port, '/health')).rejects.toThrow(/ECONNREFUSED/);
  await expect(running.quayside.deps.store.check()).rejects.toThrow(/closed/);
  expect(running.captured.lines().map((line) => line['msg'])).toContain('closed');
});
