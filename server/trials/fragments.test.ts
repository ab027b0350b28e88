// Messages in tiny fragments: a client that never finishes one is disconnected before it has cost much.
import type { Socket } from 'node:net';
import { Client } from '@colyseus/sdk';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { seatAndStart, type TestPlayer, until } from '../../rooms/testing/player.ts';
import { FRAME, RawClient } from '../../rooms/testing/raw-client.ts';
import { readConfig } from '../process/config.ts';
import { limitsOf } from '../process/limits.ts';
import { HttpPlayer } from '../testing/http-player.ts';
import { type Running, startServer } from '../testing/start.ts';

const MOST = limitsOf(readConfig({})).process.messageFragments;
const MASK = Buffer.alloc(4);
const FIN = 0x80;
const BINARY = 2;

let running: Running;
let table: TestPlayer[];
beforeAll(async () => {
  running = await startServer({ rooms: true, environment: { RATE_LIMITS: 'off' } });
  const people = await Promise.all(['Ann', 'Bob', 'Zoé'].map((name) => HttpPlayer.guest(running.port, name)));
  const clients = people.map(({ token }) => {
    const client = new Client(running.url);
    client.auth.token = token;
    return client;
  });
  table = await seatAndStart(clients, 'borneo');
});
afterAll(() => running.stop());

/** A masked frame, as clients send them; the mask is nothing. */
function frame(opcode: number, payload: Uint8Array, isLast: boolean): Buffer {
  const head = Buffer.from([(isLast ? FIN : 0) | opcode, FIN | payload.length]);
  return Buffer.concat([head, MASK, payload]);
}

/** A message in this many fragments, the first of which contains all of it. */
function pieces(message: Uint8Array, count: number, isWhole: boolean): Buffer {
  const rest = Array.from({ length: count - 1 }, (_, n) =>
    frame(0, Buffer.alloc(0), isWhole && n === count - 2),
  );
  return Buffer.concat([frame(BINARY, message, false), ...rest]);
}

async function looker(): Promise<{ client: RawClient; wire: Socket }> {
  const { token } = await HttpPlayer.guest(running.port, 'Lou');
  const client = await RawClient.join(running.url, token, table[0]?.matchId ?? '', { spectate: true });
  client.acknowledge();
  await until(() => client.frames.some(([kind]) => kind === FRAME.state), 'the state');
  return { client, wire: (client.socket as unknown as { _socket: Socket })._socket };
}

test('a message in as many fragments as allowed is accepted; one more disconnects its sender', async () => {
  const chat = Buffer.concat([
    Buffer.from([FRAME.data, 0xa4]),
    Buffer.from('chat'),
    Buffer.from([0x81, 0xa4]),
    Buffer.from('text'),
    Buffer.from([0xa2]),
    Buffer.from('hi'),
  ]);
  const { client, wire } = await looker();
  wire.write(pieces(chat, MOST, true));
  await until(() => table[0]?.chat.some(({ text }) => text === 'hi') === true, 'the talk');
  wire.write(pieces(chat, MOST + 1, true));
  await until(() => client.closed !== undefined, 'the end');
  expect(client.closed?.code).toBe(1008);
});

test('endless fragments disconnect their sender, and no other client is affected', async () => {
  const crowd = await Promise.all(Array.from({ length: 5 }, () => looker()));
  for (const { wire } of crowd) {
    wire.on('error', () => undefined);
    wire.write(pieces(Buffer.alloc(0), 50_000, false));
  }
  await until(() => crowd.every(({ client }) => client.closed !== undefined), 'the end of them all');
  await until(() => table[0]?.state.table['spectators'] === 0, 'their places to be free');
  const asked = table[0]?.state.decisions[0]?.seat;
  expect(await table.find(({ seat }) => seat === asked)?.playAny()).toBe(1);
  expect(table.map(({ left }) => left)).toEqual([undefined, undefined, undefined]);
  expect(running.captured.lines().filter((line) => Number(line['level']) >= 50)).toEqual([]);
});
