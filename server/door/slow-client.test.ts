// Clients that are slow, connect too often, or look for development tools.
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ask, type Running, startServer } from '../testing/start.ts';

let running: Running;
beforeAll(async () => {
  running = await startServer({
    environment: { NODE_ENV: 'development' },
    limits: { headersSeconds: 1, requestSeconds: 1, connections: 6 },
  });
});
afterAll(() => running.stop());

/** What a raw connection is told until it is closed. */
function dawdle(begin: string, drip = ''): Promise<string> {
  return new Promise((resolve) => {
    let said = '';
    const socket: Socket = connect(running.port, '127.0.0.1', () => socket.write(begin));
    const dripping = setInterval(() => socket.write(drip), 100);
    socket.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    socket.on('error', () => {});
    socket.once('close', () => {
      clearInterval(dripping);
      resolve(said);
    });
  });
}

test('headers or a body that arrive too slowly end with 408', async () => {
  const [headers, body, handshake] = await Promise.all([
    dawdle('GET /health HTTP/1.1\r\nHost: localhost\r\n', 'X-Drip: 1\r\n'),
    dawdle(
      'POST /api/v1/guests HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n{',
      ' ',
    ),
    dawdle(
      'GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n',
      'X-Drip: 1\r\n',
    ),
  ]);
  for (const answer of [headers, body, handshake]) expect(answer).toMatch(/^HTTP\/1\.1 408 /);
});

test('anything but HTTP gets 400, and upgrades other than WebSocket are refused', async () => {
  expect(await dawdle('\x16\x03\x01\x02\x00\x01\x00\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
  expect(
    await dawdle('GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n'),
  ).toMatch(/^HTTP\/1\.1 4\d\d /);
  expect((await ask(running.port, '/health')).status).toBe(200);
});

test('silent connections give way to one that sends a request', async () => {
  const held = Array.from({ length: 6 }, () => connect(running.port, '127.0.0.1'));
  await Promise.all(held.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
  expect((await ask(running.port, '/health')).status).toBe(200);
  for (const socket of held) socket.destroy();
});

test('the playground exists in development, and pages of a local tool may use the server', async () => {
  const page = await ask(running.port, '/playground/');
  expect([page.status, page.text.includes('Playground')]).toEqual([200, true]);
  const origin = 'http://localhost:5173';
  const answer = await ask(running.port, '/health', { headers: { Origin: origin } });
  expect(answer.headers['access-control-allow-origin']).toBe(origin);
});
