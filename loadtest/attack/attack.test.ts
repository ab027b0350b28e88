// The attack sees what it looks for: planted faults are found. The attack itself runs in .ci/run.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { Chance } from './chance.ts';
import { Eyes } from './eyes.ts';
import { KINDS } from './kinds/index.ts';
import { readOptions } from './options.ts';

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

test('a server that answers with stacks, and lets strangers in, is found out', async () => {
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
    ['identities', /a stranger was let in/],
  ] as const) {
    const eyes = new Eyes();
    const burst = {
      port,
      eyes,
      kind,
      seed: SEED,
      publicMatch: () => 'public',
      privateMatch: () => 'private',
    };
    expect(await KINDS[kind]?.(burst, new Chance(SEED))).toBeGreaterThan(5);
    expect(found(eyes)).toMatch(expected);
  }
}, 180_000);

test('one seed, one attack', () => {
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
  const kinds = Object.keys(KINDS);
  expect(readOptions(['--help'], kinds)).toBeUndefined();
  for (const args of [['--minutes', '0'], ['--kind', 'magic'], ['--seed', 'abc'], ['--nothing']])
    expect(() => readOptions(args, kinds)).toThrow();
});
