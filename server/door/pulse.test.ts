// Connections whose peer is gone are closed; those that answer or send are left alone.
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { WebSocket, WebSocketServer } from 'ws';
import { until } from '../../rooms/testing/player.ts';
import { Pulse } from './pulse.ts';

const BEAT_SECONDS = 0.24;
const BEAT_MS = BEAT_SECONDS * 1000;

let server: WebSocketServer;
let clients: WebSocket[];
let sinceStall: number;
beforeEach(async () => {
  // Connections are real, and only the test makes the pulse beat: however slow the machine is.
  jest.useFakeTimers({
    doNotFake: [
      'setTimeout',
      'clearTimeout',
      'setImmediate',
      'nextTick',
      'queueMicrotask',
      'performance',
      'Date',
    ],
  });
  sinceStall = Number.POSITIVE_INFINITY;
  clients = [];
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  new Pulse({ seconds: BEAT_SECONDS, silentBeats: 2, sinceStall: () => sinceStall }).watch(server);
});
afterEach(() => {
  for (const client of clients) client.terminate();
  server.close();
  jest.useRealTimers();
});

interface Connection {
  readonly client: WebSocket;
  /** How often the server pinged, heard a pong and heard a message. */
  readonly seen: { pings: number; pongs: number; messages: number };
}

async function connect(): Promise<Connection> {
  const accepted = once(server, 'connection');
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  clients.push(client);
  await once(client, 'open');
  const [socket] = (await accepted) as [WebSocket];
  const seen = { pings: 0, pongs: 0, messages: 0 };
  const ping = socket.ping.bind(socket);
  socket.ping = () => {
    seen.pings += 1;
    ping();
  };
  socket.on('pong', () => {
    seen.pongs += 1;
  });
  socket.on('message', () => {
    seen.messages += 1;
  });
  return { client, seen };
}

const answers = ({ seen }: Connection) => until(() => seen.pongs === seen.pings, 'the pongs');

/** Every connection is checked once, and those that listen have answered. */
async function beat(...listening: readonly Connection[]): Promise<void> {
  jest.advanceTimersByTime(BEAT_MS);
  await Promise.all(listening.map(answers));
}

const socketOf = ({ client }: Connection) => (client as unknown as { _socket: Socket })._socket;

test('a client that no longer reads or answers is disconnected, one that answers pings stays', async () => {
  const alive = await connect();
  const dead = await connect();
  socketOf(dead).pause();
  await beat(alive);
  await beat(alive);
  expect([server.clients.size, dead.seen.pings]).toEqual([2, 2]);
  await beat(alive);
  await until(() => server.clients.size === 1, 'the end of the dead one');
  for (let beats = 0; beats < 6; beats++) await beat(alive);
  expect([server.clients.size, alive.client.readyState]).toEqual([1, WebSocket.OPEN]);
});

test('active clients are not pinged', async () => {
  const talker = await connect();
  const listener = await connect();
  for (let beats = 1; beats <= 6; beats++) {
    talker.client.send('x');
    await until(() => talker.seen.messages === beats, 'the word');
    await beat(listener);
  }
  expect(talker.seen.pings).toBe(0);
  expect(listener.seen.pings).toBeGreaterThan(1);
});

test('pings are spread over time', async () => {
  const connections: Connection[] = [];
  for (let n = 0; n < 24; n++) connections.push(await connect());
  const pings = () => connections.reduce((sum, { seen }) => sum + seen.pings, 0);
  for (let step = 1; step <= 24; step++) {
    jest.advanceTimersByTime(BEAT_MS / 24);
    expect(pings()).toBe(step);
  }
});

test('a stalled process disconnects no client for data it has not read yet', async () => {
  const slow = await connect();
  socketOf(slow).pause();
  await beat();
  await beat();
  sinceStall = BEAT_MS / 2;
  // Asked again after that, not counted on.
  await beat();
  sinceStall = Number.POSITIVE_INFINITY;
  await beat();
  expect([server.clients.size, slow.seen.pings]).toEqual([1, 4]);
  socketOf(slow).resume();
  await answers(slow);
  for (let beats = 0; beats < 6; beats++) await beat(slow);
  expect(slow.client.readyState).toBe(WebSocket.OPEN);
});
