// Who gets a connection when they are scarce: real sockets from many addresses of this machine.
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { nowhere } from '../../rooms/berth/cluster.ts';
import { Tally } from '../../rooms/people/rate-limits.ts';
import { until } from '../../rooms/testing/player.ts';
import type { ProcessLimits } from '../process/limits.ts';
import { dial, exchange, requestText, upgradeText } from '../testing/raw.ts';
import { type Running, startServer } from '../testing/start.ts';
import { Connections } from './connections.ts';

let running: Running | undefined;
let opened: Socket[] = [];
afterEach(async () => {
  for (const socket of opened) socket.destroy();
  opened = [];
  await running?.stop();
  running = undefined;
});

async function start(
  limits: Partial<ProcessLimits>,
  environment: Record<string, string> = {},
): Promise<void> {
  running = await startServer({ limits, environment });
}

async function open(address: string): Promise<Socket> {
  const socket = await dial(running?.port ?? 0, address);
  opened.push(socket);
  return socket;
}

const health = (socket: Socket, ...more: string[]) =>
  exchange(socket, requestText('GET /health HTTP/1.1', ['Host: 127.0.0.1', ...more]));

/** An idle connection that was used. */
async function idle(address: string): Promise<Socket> {
  const socket = await open(address);
  expect((await health(socket)).status).toBe(200);
  return socket;
}

/** One with a request underway: its body never comes. That its head was read is what `100` says. */
async function busy(address: string, ...more: string[]): Promise<Socket> {
  const socket = await open(address);
  const headers = ['Host: 127.0.0.1', 'Content-Type: application/json', 'Expect: 100-continue', ...more];
  const told = new Promise<Buffer>((resolve) => socket.once('data', resolve));
  socket.write(['POST /api/v1/guests HTTP/1.1', ...headers, 'Content-Length: 9', '', '{'].join('\r\n'));
  expect(String(await told)).toContain('100 Continue');
  return socket;
}

async function eventually(what: string, holds: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + 60_000;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const isClosed = (socket: Socket) => socket.closed || socket.readyState !== 'open';
const closed = (socket: Socket) => until(() => isClosed(socket), 'a connection to be closed');
/** A connection that is dropped may be established before. */
const refused = async (address: string) => {
  const socket = await open(address).catch(() => undefined);
  return socket === undefined || (await health(socket)).status === 0;
};

describe('one address', () => {
  test('holds a limited number; a further connection replaces its own oldest idle one', async () => {
    await start({ connections: 100, connectionsPerAddress: 5 });
    const other = await idle('127.0.0.9');
    const held: Socket[] = [];
    for (let n = 0; n < 5; n++) held.push(await idle('127.0.0.8'));
    // The first is used again: now the second has been idle for longest.
    expect((await health(held[0] as Socket)).status).toBe(200);
    const further = await idle('127.0.0.8');
    await closed(held[1] as Socket);
    expect(held.map(isClosed)).toEqual([false, true, false, false, false]);
    expect((await health(further)).status).toBe(200);
    expect((await health(other)).status).toBe(200);
    expect((await health(held[0] as Socket)).status).toBe(200);
  });

  test('with only busy ones gets no more; other addresses are not affected', async () => {
    await start({ connections: 100, connectionsPerAddress: 4 });
    const sockets: Socket[] = [];
    for (let n = 0; n < 2; n++) {
      const socket = await open('127.0.0.8');
      expect((await exchange(socket, upgradeText('/x/y?sessionId=z'))).status).toBe(101);
      sockets.push(socket);
    }
    // An upgraded one that the server closed itself frees its place.
    for (const socket of sockets) socket.destroy();
    const held: Socket[] = [];
    for (let n = 0; n < 4; n++) held.push(await busy('127.0.0.8'));
    expect(await refused('127.0.0.8')).toBe(true);
    expect((await health(await open('127.0.0.9'))).status).toBe(200);
    expect(held.filter(isClosed)).toHaveLength(0);
    held[0]?.destroy();
    await eventually('room again', async () => !(await refused('127.0.0.8')));
  });
});

test('connections of peers count neither for an address nor in total', async () => {
  const bounds = {
    connections: 2,
    connectionsPerAddress: 1,
    keepAliveSeconds: 60,
    crowdedKeepAliveSeconds: 60,
  };
  const connections = new Connections({ bounds, proxies: 0, refused: () => undefined, elsewhere: nowhere });
  const server = createServer((request, response) => {
    if (request.url === '/peer') connections.trust(request.socket);
    response.end('yes');
  });
  connections.watch(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const before = server.maxConnections;
  const ask = async (path: string) => {
    const socket = await dial(port);
    opened.push(socket);
    expect((await exchange(socket, requestText(`GET ${path} HTTP/1.1`))).status).toBe(200);
    return socket;
  };
  const peers = [await ask('/peer'), await ask('/peer'), await ask('/peer')];
  const stranger = await ask('/');
  expect([connections.count, server.maxConnections]).toEqual([1, before + 3]);
  expect([...peers, stranger].map(isClosed)).toEqual([false, false, false, false]);
  for (const socket of peers) socket.destroy();
  await until(() => server.maxConnections === before, 'their ends');
  stranger.destroy();
  await new Promise((resolve) => server.close(resolve));
});

describe('a full server', () => {
  test('a new address always gets in: idle connections of the address with the most are closed', async () => {
    await start({ connections: 30, connectionsPerAddress: 12 });
    const honest = await idle('127.0.0.2');
    const greedy: Socket[] = [];
    for (let n = 0; n < 12; n++) greedy.push(await idle('127.0.0.3'));
    for (let n = 0; n < 11; n++) greedy.push(await idle('127.0.0.4'));
    for (let n = 0; n < 6; n++) greedy.push(await idle('127.0.0.5'));
    for (let n = 20; n < 30; n++) {
      const newcomer = await open(`127.0.0.${n}`);
      expect((await health(newcomer)).status).toBe(200);
      expect((await health(newcomer)).status).toBe(200);
    }
    expect((await health(honest)).status).toBe(200);
    await until(() => greedy.filter(isClosed).length === 10, 'ten to make way');
    expect(greedy.slice(23).filter(isClosed)).toHaveLength(0);
  });

  test('if none is idle, the newest of the address with the most is closed; equal shares are kept', async () => {
    await start({ connections: 6, connectionsPerAddress: 6 });
    const greedy: Socket[] = [];
    for (let n = 0; n < 4; n++) greedy.push(await busy('127.0.0.3'));
    const modest = [await busy('127.0.0.4'), await busy('127.0.0.5')];
    modest.push(await busy('127.0.0.6'));
    await closed(greedy[3] as Socket);
    modest.push(await busy('127.0.0.7'));
    await closed(greedy[2] as Socket);
    modest.push(await busy('127.0.0.10'));
    await closed(greedy[1] as Socket);
    expect(await refused('127.0.0.11')).toBe(true);
    expect([...greedy.slice(0, 1), ...modest].map(isClosed)).toEqual([
      false,
      false,
      false,
      false,
      false,
      false,
    ]);
    const text = await running?.quayside.metrics.text();
    expect(text).toMatch(/^quayside_connections 6$/m);
    expect(text).toMatch(/^quayside_connections_refused_total\{reason="full"\} 1$/m);
  });

  test('keep-alive is shorter while connections are scarce, and long again afterwards', async () => {
    await start({ connections: 6, connectionsPerAddress: 6 });
    const [first, ...others] = [await open('127.0.0.3'), await open('127.0.0.4'), await open('127.0.0.5')];
    expect((await health(first as Socket)).head).toMatch(/keep-alive: timeout=72/i);
    others.push(await open('127.0.0.6'));
    expect((await health(first as Socket)).head).toMatch(/keep-alive: timeout=5/i);
    for (const socket of others) socket.destroy();
    await eventually('long again', async () => (await health(first as Socket)).head.includes('timeout=72'));
  });
});

test('a client that does not read its answers is disconnected; an idle one is not', async () => {
  await start({ stalledSeconds: 1, connectionsPerAddress: 1_000, waitingRequests: 400 });
  const reader = await idle('127.0.0.9');
  const socket = await open('127.0.0.8');
  socket.pause();
  // More than the system keeps for a connection.
  socket.write(requestText('GET /api/v1/openapi.json HTTP/1.1').repeat(400));
  await eventually('cut off', async () => {
    const text = await running?.quayside.metrics.text();
    return /^quayside_connections 1$/m.test(text ?? '');
  });
  expect((await health(reader)).status).toBe(200);
}, 180_000);

test('behind a proxy connections are not counted per address, but each client’s concurrent requests are', async () => {
  await start({ connections: 100, connectionsPerAddress: 3 }, { TRUST_PROXY: '1' });
  for (let n = 0; n < 10; n++) await idle('127.0.0.8');
  const from = (address: string) => `X-Forwarded-For: ${address}`;
  for (let n = 0; n < 3; n++) await busy('127.0.0.8', from('192.0.2.1'));
  const asked = async (address: string) => (await health(await open('127.0.0.8'), from(address))).status;
  await eventually('three requests count', async () => (await asked('192.0.2.1')) === 429);
  expect(await asked('192.0.2.2')).toBe(200);
  expect(opened.filter(isClosed)).toHaveLength(0);
});

test('the ranking always finds the largest', () => {
  const keys = fc.constantFrom('a', 'b', 'c', 'd');
  fc.assert(
    fc.property(fc.array(fc.tuple(keys, fc.boolean()), { maxLength: 60 }), (steps) => {
      const ranking = new Tally();
      const plain = new Map<string, number>();
      for (const [key, more] of steps) {
        const before = plain.get(key) ?? 0;
        if (!more && before === 0) continue;
        ranking.add(key, more ? 1 : -1);
        plain.set(key, before + (more ? 1 : -1));
        const most = Math.max(...plain.values());
        expect(ranking.of(key)).toBe(plain.get(key));
        if (most === 0) expect(ranking.first).toBeUndefined();
        else expect(plain.get(ranking.first ?? '')).toBe(most);
      }
    }),
  );
});
