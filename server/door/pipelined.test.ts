// Many requests on one connection at once: they wait for their turn, and nothing of them stays when it closes.
import type { Socket } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { until } from '../../rooms/testing/player.ts';
import { HttpPlayer } from '../testing/http-player.ts';
import { dial, raw, requestText, upgradeText } from '../testing/raw.ts';
import { type Running, startServer } from '../testing/start.ts';

let running: Running;
let opened: Socket[] = [];
afterEach(async () => {
  for (const socket of opened) socket.destroy();
  opened = [];
  await running.stop();
});

/** The last bytes on the connection before it breaks. */
const ENDS = [
  ['nothing', ''],
  ['an upgrade', upgradeText('/x/y?sessionId=z')],
  ['an upgrade to nothing', upgradeText('/')],
  ['a tunnel', 'CONNECT 127.0.0.1:80 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'],
  ['no HTTP', '\0\0\r\n\r\n'],
] as const;
const HEALTH = requestText('GET /health HTTP/1.1');
const OTHER_ADDRESS = '127.0.0.8';

/** Sends the requests together, and what ends them once the first is being answered; then cuts the connection. */
async function pipeline(requests: readonly string[], end: string, address?: string): Promise<void> {
  const socket = await dial(running.port, address);
  opened.push(socket);
  let text = '';
  socket.on('data', (part: Buffer) => {
    text += part.toString('latin1');
  });
  socket.on('error', () => {}); // `close` follows
  socket.write(requests.join(''));
  await until(() => text.includes('"type":"full"'), 'the first answer');
  socket.write(`${HEALTH}${end}`);
  // Once it answers another request, the last one has been handled.
  await raw(running.port, HEALTH);
  socket.destroy();
}

const streamOf = (matchId: string, { token }: HttpPlayer) =>
  requestText(`GET /api/v1/matches/${matchId}/stream HTTP/1.1`, [
    'Host: 127.0.0.1',
    `Authorization: Bearer ${token}`,
  ]);

async function openTable(): Promise<{ host: HttpPlayer; matchId: string }> {
  const host = await HttpPlayer.guest(running.port, 'Ann');
  const made = (await host.post('/tables', { game: 'borneo', clock: 'none' })).json();
  return { host, matchId: (made['table'] as { matchId: string }).matchId };
}

async function eventually<T>(ask: () => Promise<T>, wanted: T): Promise<void> {
  const end = performance.now() + 60_000;
  for (let seen = await ask(); seen !== wanted; seen = await ask()) {
    if (performance.now() > end) throw new Error(`it stays ${String(seen)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test.each(ENDS)('queued requests count only as long as their connection lives: %s', async (_name, end) => {
  running = await startServer({ rooms: true, limits: { connectionsPerAddress: 6 } });
  const { host, matchId } = await openTable();
  for (let n = 0; n < 3; n++) await pipeline([streamOf(matchId, host), HEALTH, HEALTH], end, OTHER_ADDRESS);
  // Of all its places one is taken now.
  const socket = await dial(running.port, OTHER_ADDRESS);
  opened.push(socket);
  socket.write(streamOf(matchId, host));
  await eventually(async () => (await raw(running.port, HEALTH, OTHER_ADDRESS)).status, 200);
});

test.each(ENDS)('queued streams leave with their connection: %s', async (_name, end) => {
  running = await startServer({
    rooms: true,
    limits: { streamsPerPlayer: 3 },
    roomLimits: { placesPerSpectator: 3, streamsPerPlayerAndMatch: 3 },
  });
  const { host, matchId } = await openTable();
  const stream = streamOf(matchId, await HttpPlayer.guest(running.port, 'Zoé'));
  const spectators = async () =>
    ((await host.get(`/tables/${matchId}`)).json()['table'] as { spectators: number }).spectators;
  for (let n = 0; n < 3; n++) {
    await pipeline([stream, stream, stream], end);
    await eventually(spectators, 0);
  }
});

/** What comes back until the connection closes; the reader is as fast as it can be. */
async function everything(text: string): Promise<string> {
  const socket = await dial(running.port, OTHER_ADDRESS);
  opened.push(socket);
  let got = '';
  socket.on('data', (part: Buffer) => {
    got += part.toString('latin1');
  });
  socket.on('error', () => {}); // `close` follows
  socket.write(text);
  await until(() => socket.closed, 'the end of the connection');
  return got;
}

test.each([
  ['plain', HEALTH],
  ['without a host', 'GET /health HTTP/1.1\r\n\r\n'],
  ['with an odd expectation', requestText('GET /health HTTP/1.1', ['Host: 127.0.0.1', 'Expect: x'])],
  ['with bodies', requestText('POST /health HTTP/1.1', ['Host: 127.0.0.1', 'Content-Length: 1'], 'x')],
])(
  'thousands of requests at once close their connection, most of them unread: %s',
  async (_name, request) => {
    running = await startServer();
    const text = await everything(request.repeat(2_000));
    const answers = text.split('HTTP/1.1 ').length - 1;
    expect(answers).toBeLessThan(40);
    expect((await raw(running.port, HEALTH)).status).toBe(200);
    const metrics = await running.quayside.metrics.text();
    const closed = /^quayside_connections_refused_total\{reason="pipelined"\} 1$/m;
    // The ones without a host end with their first answer.
    if (!text.includes('Connection: close')) expect(metrics).toMatch(closed);
    // Only answered ones were handled.
    const handled = [...metrics.matchAll(/^quayside_http_seconds_count\{.*\} (\d+)$/gm)];
    expect(handled.reduce((sum, [, count]) => sum + Number(count), 0)).toBeLessThan(40);
  },
);

test('as many as may wait are answered in order', async () => {
  running = await startServer({ limits: { waitingRequests: 5 } });
  const paths = ['/health', '/nothing', '/style.css', '/ready', '/', '/health'];
  const requests = paths.map((path, n) =>
    requestText(`GET ${path} HTTP/1.1`, ['Host: 127.0.0.1', ...(n === 5 ? ['Connection: close'] : [])]),
  );
  const text = await everything(requests.join(''));
  expect([...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual([
    '200',
    '404',
    '200',
    '200',
    '200',
    '200',
  ]);
  expect(text).toMatch(/"status":"ok".*"not-found".*text\/css.*"status":"ready".*"status":"ok"/s);
});

test('requests behind one that ends its connection are not carried out', async () => {
  running = await startServer({ rooms: true });
  const { host, matchId } = await openTable();
  const chat = requestText(
    `POST /api/v1/tables/${matchId}/chat HTTP/1.1`,
    ['Host: 127.0.0.1', `Authorization: Bearer ${host.token}`, 'Content-Type: application/json'],
    '{"text":"smuggled"}',
  );
  const text = await everything(requestText('GET // HTTP/1.1') + chat);
  expect(text).toMatch(/^HTTP\/1\.1 400/);
  await everything(requestText('GET /health HTTP/1.1', ['Host: 127.0.0.1', 'Connection: close']));
  const seen = await host.get(`/matches/${matchId}`);
  expect(seen.status).toBe(200);
  const metrics = await running.quayside.metrics.text();
  expect(metrics).not.toMatch(/^quayside_http_seconds_count\{.*chat/m);
});

test('an upgrade behind a request that is being answered gets no socket', async () => {
  running = await startServer({ rooms: true });
  const { host, matchId } = await openTable();
  const socket = await dial(running.port);
  opened.push(socket);
  let text = '';
  socket.on('data', (part: Buffer) => {
    text += part.toString('latin1');
  });
  socket.write(streamOf(matchId, host));
  await until(() => text.includes('"type":"full"'), 'the stream');
  socket.write(upgradeText('/x/y?sessionId=z'));
  await until(() => socket.closed, 'the end of the connection');
  expect(text).not.toContain('101 Switching');
});
