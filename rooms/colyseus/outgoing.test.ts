// Whatever is sent arrives whole and in order, and what was sent in one turn leaves in one write.
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { WebSocket, WebSocketServer } from 'ws';
import { connectionOf } from './internals.ts';
import { GatheringSocket } from './outgoing.ts';

let server: WebSocketServer;
let here: GatheringSocket;
let there: WebSocket;
let received: Buffer[];

beforeEach(async () => {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1', WebSocket: GatheringSocket });
  await once(server, 'listening');
  there = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  received = [];
  there.on('message', (data: Buffer) => received.push(Buffer.from(data)));
  const [opened] = await Promise.all([once(server, 'connection'), once(there, 'open')]);
  here = (opened as [GatheringSocket])[0];
});
afterEach(() => {
  there.terminate();
  here.terminate();
  server.close();
});

const bytes = (length: number) => Uint8Array.from({ length }, (_, index) => (index * 7 + length) % 256);

test('messages of every length arrive whole and in order', async () => {
  const lengths = [0, 1, 125, 126, 127, 65_535, 65_536, 200_000, 3];
  for (const length of lengths) here.send(bytes(length));
  await nextTurn();
  for (const length of lengths) here.send(bytes(length));
  here.close();
  await once(there, 'close');
  const all = [...lengths, ...lengths];
  expect(received.map((message) => message.length)).toEqual(all);
  for (const [index, message] of received.entries())
    expect(message.equals(bytes(all[index] ?? -1))).toBe(true);
});

test('what is sent in one turn leaves in one write, at its end', async () => {
  const socket = connectionOf(here);
  if (socket === undefined) throw new Error('no connection');
  const written: number[] = [];
  const write = socket.write.bind(socket);
  socket.write = ((data: Buffer) => {
    written.push(data.length);
    return write(data);
  }) as Socket['write'];
  for (const length of [10, 20, 30]) here.send(bytes(length));
  expect(written).toEqual([]);
  await nextTurn();
  here.send(bytes(40));
  await nextTurn();
  expect(written).toEqual([66, 42]);
});

test('the sender may reuse its buffer immediately', async () => {
  const buffer = bytes(50);
  here.send(buffer);
  buffer.fill(0);
  here.send(buffer);
  here.close();
  await once(there, 'close');
  expect(received.map((message) => message.equals(bytes(50)))).toEqual([true, false]);
});

test('text, pings and callbacks keep their place among the rest', async () => {
  here.send(bytes(1));
  here.send('two');
  const told = new Promise((resolve) => here.send(bytes(3), resolve));
  here.ping();
  here.send(bytes(4));
  await told;
  // As the framework calls it, with a text.
  (here as WebSocket).close(4001, 'enough');
  const [code, reason] = (await once(there, 'close')) as [number, Buffer];
  expect([code, reason.toString()]).toEqual([4001, '']);
  expect(received.map(({ length }) => length)).toEqual([1, 3, 3, 4]);
});

test('a connection that is gone accepts no more data, without an error', async () => {
  here.send(bytes(9));
  here.terminate();
  here.send(bytes(9));
  await nextTurn();
  here.send(bytes(9));
  await once(there, 'close');
  expect(received).toEqual([]);
});
