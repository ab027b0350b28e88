// Connections whose peer is gone are closed; those that answer or send are left alone.
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { WebSocket, WebSocketServer } from 'ws';
import { LONGEST_STEP_MS, SteadyClock } from './clock.ts';
import { Pulse } from './pulse.ts';

const BEAT_SECONDS = 0.24;
const BEAT_MS = BEAT_SECONDS * 1000;

let server: WebSocketServer;
let clients: WebSocket[];
let clock: SteadyClock;
beforeEach(async () => {
  clock = new SteadyClock();
  clients = [];
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  new Pulse({ seconds: BEAT_SECONDS, silentBeats: 2, sinceStall: () => clock.sinceStall() }).watch(server);
});
afterEach(() => {
  for (const client of clients) client.terminate();
  server.close();
});

async function connect(): Promise<WebSocket> {
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  clients.push(client);
  await once(client, 'open');
  return client;
}

test('a client that no longer reads or answers is disconnected, one that answers pings stays', async () => {
  const alive = await connect();
  const dead = await connect();
  (dead as unknown as { _socket: Socket })._socket.pause();
  const begun = Date.now();
  while (server.clients.size > 1) {
    expect(Date.now() - begun).toBeLessThan(20 * BEAT_MS);
    await sleep(20);
  }
  expect(Date.now() - begun).toBeGreaterThan(2 * BEAT_MS);
  await sleep(4 * BEAT_MS);
  expect(alive.readyState).toBe(WebSocket.OPEN);
});

test('active clients are not pinged', async () => {
  const talker = await connect();
  const listener = await connect();
  const talking = setInterval(() => talker.send('x'), BEAT_MS / 6);
  // It may have been felt before it said its first word.
  await sleep(2 * BEAT_MS);
  const pings = new Map([talker, listener].map((client) => [client, 0]));
  for (const client of pings.keys()) client.on('ping', () => pings.set(client, (pings.get(client) ?? 0) + 1));
  await sleep(6 * BEAT_MS);
  clearInterval(talking);
  expect(pings.get(talker)).toBe(0);
  expect(pings.get(listener)).toBeGreaterThan(0);
});

test('pings are spread over time', async () => {
  const times: number[] = [];
  for (let n = 0; n < 24; n++) (await connect()).on('ping', () => times.push(Date.now()));
  await sleep(3 * BEAT_MS);
  expect(times.length).toBeGreaterThanOrEqual(24);
  const busiest = Math.max(
    ...times.map((time) => times.filter((other) => Math.abs(other - time) <= 2).length),
  );
  expect(busiest).toBeLessThan(times.length / 2);
});

test('a stalled process disconnects no client for what it has not read', async () => {
  clock.beat();
  const slow = await connect();
  const socket = (slow as unknown as { _socket: Socket })._socket;
  socket.pause();
  await sleep(1.5 * BEAT_MS);
  const end = performance.now() + LONGEST_STEP_MS + 100;
  while (performance.now() < end);
  // Asked again after that, not counted on.
  await sleep(1.5 * BEAT_MS);
  expect(server.clients.size).toBe(1);
  clock.beat();
  socket.resume();
  await sleep(4 * BEAT_MS);
  expect(slow.readyState).toBe(WebSocket.OPEN);
});
