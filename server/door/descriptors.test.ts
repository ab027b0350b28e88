// No more files can be opened: matches continue, new clients get in, and the log is not flooded.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { Client } from '@colyseus/sdk';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { seatAndStart, type TestPlayer, until } from '../../rooms/testing/player.ts';
import { HttpPlayer } from '../testing/http-player.ts';
import { kill, type ProcessOptions, type Started, startProcess } from '../testing/process.ts';
import { type Scratch, scratch } from '../testing/scratch.ts';
import { ask } from '../testing/start.ts';
import { connectionsWithin, openFilesLimit } from './descriptors.ts';

let place: Scratch;
let server: Started;
let port: number;
let crowd: Socket[];
beforeEach(() => {
  place = scratch();
  crowd = [];
});
afterEach(async () => {
  for (const socket of crowd) socket.destroy();
  await kill(server);
  place.remove();
});

async function start(options: ProcessOptions): Promise<TestPlayer[]> {
  server = startProcess(place.folder, { RATE_LIMITS: 'off' }, options);
  port = await server.port();
  const guests = await Promise.all(['Ann', 'Bob', 'Zoé'].map((name) => HttpPlayer.guest(port, name)));
  const clients = guests.map(({ token }) => {
    const client = new Client(`http://127.0.0.1:${port}`);
    client.auth.token = token;
    return client;
  });
  return await seatAndStart(clients, 'borneo');
}

async function play(table: readonly TestPlayer[], moves: number): Promise<void> {
  for (let n = 0; n < moves; n++) {
    const asked = table[0]?.state.decisions[0]?.seat;
    const version = (await table.find(({ seat }) => seat === asked)?.playAny()) ?? 0;
    await until(() => table.every((player) => player.state.version >= version), 'the move');
  }
}

/** Silent connections from many addresses; each was accepted at least by the system. */
async function come(count: number): Promise<void> {
  const coming = Array.from({ length: count }, (_, n) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.1.${(n % 50) + 1}` });
    socket.on('error', () => undefined);
    return socket;
  });
  crowd.push(...coming);
  await until(() => coming.every((socket) => !socket.connecting), 'the crowd');
}

const held = () => crowd.filter((socket) => !socket.closed).length;
const lines = (level: number) => server.out().match(new RegExp(`"level":${level}.*`, 'g')) ?? [];

test('few files may be open: connections are limited to fewer, and new addresses still get in', async () => {
  const table = await start({ openFiles: 160 });
  expect(lines(40).filter((line) => line.includes('fewer connections than MAX_CONNECTIONS'))).toHaveLength(1);
  await come(300);
  await until(() => held() <= 60, 'the others to give way');
  // All descriptors for connections are taken, and no client has left.
  for (let n = 0; n < 5; n++) expect((await ask(port, '/ready')).status).toBe(200);
  await play(table, 10);
  expect((await (await HttpPlayer.guest(port, 'Lou')).post('/tables', { game: 'borneo' })).status).toBe(201);
  expect(table.map(({ left }) => left)).toEqual([undefined, undefined, undefined]);
  expect(lines(50)).toEqual([]);
}, 180_000);

const canLower = spawnSync('prlimit', ['--version']).status === 0;

test('none can be opened at all: the table continues and is stored; afterwards everything works again', async () => {
  if (!canLower) {
    if (process.env['CI'] !== undefined) throw new Error('this test needs Linux and prlimit');
    process.stderr.write('NOT TRIED: running out of descriptors needs Linux and `prlimit`\n');
    return;
  }
  const table = await start({});
  const lower = (most: number) =>
    expect(spawnSync('prlimit', ['--pid', String(server.child.pid), `--nofile=${most}:`]).status).toBe(0);
  const before = lines(40).length;
  const open = new Set(readdirSync(`/proc/${server.child.pid}/fd`).map(Number));
  let free = 0;
  while (open.has(free)) free += 1;
  // What is open stays so.
  lower(free);
  await come(100);
  await play(table, 10);
  // New connections are refused, not kept waiting.
  await expect(ask(port, '/health')).rejects.toThrow();
  await until(() => held() === 0, 'the crowd to be turned away');
  expect(table.map(({ left }) => left)).toEqual([undefined, undefined, undefined]);
  expect([...lines(50), ...lines(40).slice(before)]).toEqual([]);
  lower(openFilesLimit() ?? 1_024);
  expect((await ask(port, '/ready')).status).toBe(200);
  await play(table, 1);
  expect((await ask(port, '/metrics')).text).not.toContain('quayside_uncaught_total{');
  const version = table[0]?.state.version;
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  server = startProcess(place.folder, { PORT: String(port) });
  await server.port();
  const looker = await HttpPlayer.guest(port, 'Lou');
  expect((await looker.get(`/matches/${table[0]?.matchId}`)).json()['version']).toBe(version);
}, 180_000);

test('as many connections as the files allow, but never none', () => {
  expect(openFilesLimit()).toBeGreaterThan(0);
  expect([undefined, 20_000, 1_024, 64].map((files) => connectionsWithin(10_000, files))).toEqual([
    10_000, 10_000, 924, 8,
  ]);
  expect([20_000, 1_024, 64].map((files) => connectionsWithin(10_000, files, true))).toEqual([6_633, 308, 8]);
});
