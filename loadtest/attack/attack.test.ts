// The attack sees what it looks for: planted faults are found. The attack itself runs in .ci/run.
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { parseCommandLine } from '../../cli/command-line.ts';
import { scratch } from '../../server/testing/scratch.ts';
import { startServer } from '../../server/testing/start.ts';
import { gameOf } from '../games.ts';
import { Chance } from './chance.ts';
import { Eyes } from './eyes.ts';
import { HonestTable } from './honest.ts';
import { KINDS } from './kinds/index.ts';
import { readOperations } from './operations.ts';
import { COMMAND } from './options.ts';
import { Regressions } from './regressions.ts';

const SEED = '0123456789abcdef'.repeat(2);
const found = (eyes: Eyes) => eyes.findings.map(({ what }) => what).join('\n');

let faulty: Server | undefined;
afterEach(() => {
  faulty?.closeAllConnections();
  faulty?.close();
});

function see(eyes: Eyes, ...chunks: string[]): void {
  const watch = eyes.watch('http', SEED);
  for (const chunk of chunks) watch(Buffer.from(chunk));
}

test.each([
  ['a fault of ours as a status', ['HTTP/1.1 500 Internal Server Error\r\n'], /answered HTTP\/1\.1 500/],
  ['the text of an exception', ["TypeError: Cannot read properties of null (reading 'x')"], /TypeError/],
  [
    'a stack, divided by the edge of a chunk',
    ['… at onMessage (/app/rooms/match-', 'room.ts:120:3)'],
    /\.ts:120/,
  ],
  ['a missing method', ['room.hasReservedSeat is not a function'], /is not a function/],
  ['a database error', ['SQLITE_FULL: database or disk is full'], /SQLITE_/],
])('seen: %s', (_name, chunks, expected) => {
  const eyes = new Eyes();
  see(eyes, ...chunks);
  expect(found(eyes)).toMatch(expected);
});

test('finds another player’s secret, even split across chunks', () => {
  const eyes = new Eyes();
  eyes.plant('canary-1234', 'a line of chat');
  see(eyes, 'hello canary-', '1234 hello');
  expect(found(eyes)).toBe('a stranger received a line of chat');
  expect(() => eyes.plant('short', 'something')).toThrow();
});

test('refusals and results are no findings', () => {
  const eyes = new Eyes();
  eyes.plant('canary-1234', 'a line of chat');
  see(
    eyes,
    'HTTP/1.1 503 Service Unavailable\r\n',
    '{"code":"rate-limited"}',
    'HTTP/1.1 200 OK\r\n',
    'canary-123',
  );
  expect(eyes.findings).toEqual([]);
});

test('a server that leaks stacks and admits strangers is detected', async () => {
  faulty = createServer((request, response) => {
    const isGuest = request.url === '/api/v1/guests';
    response.writeHead(isGuest ? 201 : 200, { 'Content-Type': 'application/json' });
    const claims = Buffer.from('{"sub":"g"}').toString('base64url');
    response.end(isGuest ? JSON.stringify({ token: `a.${claims}.c` }) : 'TypeError: x is undefined');
  });
  await new Promise<void>((resolve) => faulty?.listen(0, '127.0.0.1', resolve));
  const { port } = faulty.address() as AddressInfo;
  for (const [kind, expected] of [
    ['http', /TypeError/],
    ['smuggling', /TypeError/],
    ['identities', /a stranger was let in/],
  ] as const) {
    const eyes = new Eyes();
    const burst = {
      port,
      eyes,
      kind,
      seed: SEED,
      operations: [{ method: 'GET', path: '/health' }],
      publicMatch: () => 'public',
      privateMatch: () => 'private',
      longMatches: 1,
    };
    expect(await KINDS[kind]?.(burst, new Chance(SEED))).toBeGreaterThan(5);
    expect(found(eyes)).toMatch(expected);
  }
}, 180_000);

test('a server that answers a hidden request is detected', async () => {
  const { port, close } = await gullible();
  const eyes = new Eyes();
  const burst = {
    port,
    eyes,
    kind: 'smuggling',
    seed: SEED,
    operations: [],
    publicMatch: () => '',
    privateMatch: () => '',
    longMatches: 1,
  };
  await KINDS['smuggling']?.(burst, new Chance(SEED));
  close();
  expect(found(eyes)).toMatch(/a hidden request was answered/);
}, 180_000);

/** Answers every line that looks like the first of a request. */
async function gullible(): Promise<{ readonly port: number; close(): void }> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => {}); // `close` follows
    socket.on('data', (data: Buffer) => {
      const requests = data.toString('latin1').match(/^[A-Z]+ \S+ HTTP/gm) ?? [];
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'.repeat(requests.length));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, close: () => void server.close() };
}

test('the operations are those of the OpenAPI document, and the other routes', async () => {
  const server = await startServer();
  try {
    const operations = await readOperations(server.url);
    expect(operations).toContainEqual({ method: 'GET', path: '/api/v1/tables?game={game}&status={status}' });
    expect(operations).toContainEqual({
      method: 'POST',
      path: '/api/v1/tables/{id}/chat',
      body: { text: 'Bonjour !' },
    });
    expect(operations).toContainEqual(expect.objectContaining({ path: '/matchmake/create/borneo' }));
    expect(operations.length).toBeGreaterThan(40);
  } finally {
    await server.stop();
  }
});

test('honest players do not wait for a server that has ended', async () => {
  let asked = 0;
  faulty = createServer((request, response) => {
    const isGuest = request.url === '/api/v1/guests';
    if (!isGuest) asked += 1;
    response.writeHead(isGuest ? 201 : 503, { 'Content-Type': 'application/json' });
    response.end(isGuest ? '{"token":"a-token-of-a-guest"}' : '{"code":"shutting-down"}');
  });
  await new Promise<void>((resolve) => faulty?.listen(0, '127.0.0.1', resolve));
  const { port } = faulty.address() as AddressInfo;
  const eyes = new Eyes();
  const gone = new AbortController();
  const table = new HonestTable({
    url: `http://127.0.0.1:${port}`,
    game: gameOf('borneo'),
    visibility: 'public',
    eyes,
    seed: SEED,
    gone: gone.signal,
  });
  const playing = table.play();
  while (asked < 3) await new Promise((resolve) => setTimeout(resolve, 10));
  gone.abort();
  await playing;
  expect(found(eyes)).toBe('');
}, 180_000);

test('a failing burst is kept once, and comes first in the next run', () => {
  const place = scratch();
  const path = join(place.folder, 'regressions.json');
  writeFileSync(path, '[]');
  const regressions = new Regressions(path);
  const seen = (kind: string, seed: string) => ({ kind, seed, what: 'something' });
  const other = '0'.repeat(32);
  expect(
    regressions.keep([seen('http', SEED), seen('http', SEED), seen('server', SEED)], Object.keys(KINDS)),
  ).toBe(1);
  expect(regressions.keep([seen('http', SEED), seen('frames', other)], Object.keys(KINDS))).toBe(1);
  expect(new Regressions(path).read()).toEqual([
    { kind: 'http', seed: SEED, found: 'something' },
    { kind: 'frames', seed: other, found: 'something' },
  ]);
  place.remove();
});

test('the same seed gives the same attack', () => {
  const one = new Chance(SEED);
  const other = new Chance(SEED);
  const material = (chance: Chance) => [
    chance.bytes(50),
    chance.value(),
    chance.mutated(Buffer.from('abcdefgh')),
  ];
  for (let n = 0; n < 50; n++) expect(material(one)).toEqual(material(other));
});

test('options that cannot be used are refused', () => {
  expect(parseCommandLine(COMMAND, ['--help'])).toBeUndefined();
  for (const args of [['--minutes', '0'], ['--kind', 'magic'], ['--seed', 'abc'], ['--nothing']])
    expect(() => parseCommandLine(COMMAND, args)).toThrow();
});
