// What a stranger may send to a real server process: odd targets, headers, hosts and handshakes. None of
// it may reach the framework, count as a bug, or reveal internals of the server.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import WebSocket from 'ws';
import { HttpPlayer } from '../testing/http-player.ts';
import { kill, type Started, startProcess } from '../testing/process.ts';
import { dial, raw, requestText, upgradeText } from '../testing/raw.ts';
import { type Scratch, scratch } from '../testing/scratch.ts';
import { ask } from '../testing/start.ts';

let place: Scratch;
let server: Started;
let port: number;
beforeAll(async () => {
  place = scratch();
  server = startProcess(place.folder, { ALLOWED_HOSTS: 'play.example.org', RATE_LIMITS: 'off' });
  port = await server.port();
});
afterAll(async () => {
  await kill(server);
  place.remove();
});

const INTERNAL =
  /TypeError|RangeError|SyntaxError|Cannot read|is not a function|\.ts\b|node_modules|colyseus|\n {4}at /i;
const FORM = 'Content-Type: application/json';

const METHODS = [
  'GET',
  'GET',
  'GET',
  'GET',
  'POST',
  'POST',
  'POST',
  'PUT',
  'DELETE',
  'OPTIONS',
  'HEAD',
  'TRACE',
  'CONNECT',
  'PRI',
];
const HOSTS = [
  '127.0.0.1',
  '127.0.0.1',
  '127.0.0.1',
  'localhost',
  'evil.example',
  'h/matchmake/create/borneo?x=',
  'a@x',
  '[::1]',
  '',
];
const TARGETS = [
  '',
  '/',
  '/__healthcheck',
  '/matchmake/create/borneo',
  '/matchmake/joinById/x',
  '/matchmake/reconnect/__proto__',
  '/x/__proto__?sessionId=y',
  '/abc/def?sessionId=s&reconnectionToken=t',
  '/api/v1/games',
  '/api/v1/matches/__proto__/stream',
  '/api/v1/me/seats',
  '/metrics',
  '/style.css',
  '?x=%',
  '%41',
  '//',
  '/..',
];
const HEADERS = [
  FORM,
  'Content-Length: 3',
  'Transfer-Encoding: chunked',
  'Expect: 100-continue',
  'Expect: nothing',
  'Authorization: Bearer a.b.c',
  'Origin: null',
  'X-Forwarded-Proto: x',
  'X-Forwarded-Host: h/x',
  'X-Real-IP: __proto__',
  'Connection: Upgrade',
  'Upgrade: h2c',
  'Accept-Language: __proto__',
  'If-None-Match: "',
  'Range: bytes=9-1',
];
const BODIES = ['', '{}', '[]', 'null', '{"__proto__":{}}', '{"reconnectionToken":"__proto__"}', '{', '"x"'];

/** The same numbers every time. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Bugs counted so far: what a stranger sends never is one. */
async function uncaught(): Promise<number> {
  // An answer is remembered for a second; what was counted before must be in it.
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  const { text } = await ask(port, '/metrics');
  const counts = [...text.matchAll(/^quayside_uncaught_total\{.*\} (\d+)$/gm)];
  return counts.reduce((sum, [, count]) => sum + Number(count), 0);
}

async function statusOf(bytes: string): Promise<number> {
  const answer = await raw(port, bytes);
  expect(answer.head + answer.body).not.toMatch(INTERNAL);
  return answer.status;
}

describe('the Host header', () => {
  test('one that is not a bare authority is refused, on the framework’s paths too, without harm', async () => {
    const hosts = [
      'a@x',
      'h/matchmake/create/borneo?x=',
      'h?x',
      'h#x',
      'h\\x',
      'h:port',
      'h:',
      '[::1',
      '[fe80::1%25eth0]',
      'a b',
      'http://h',
      '',
      `${'x'.repeat(300)}`,
    ];
    for (const host of hosts) {
      for (const line of ['GET /__healthcheck HTTP/1.1', 'POST /matchmake/join/borneo HTTP/1.1']) {
        expect([host, await statusOf(requestText(line, [`Host: ${host}`, FORM], '{}'))]).toEqual([host, 400]);
      }
      expect([host, await statusOf(upgradeText('/', [`Host: ${host}`]))]).toEqual([host, 400]);
    }
    expect(await uncaught()).toBe(0);
  });

  test('an unknown name is refused with the name of the setting that allows it, in both languages', async () => {
    const foreign = [
      'evil.example',
      'localhost.evil.example',
      '127.0.0.1.evil.example',
      '2130706433',
      '0x7f.1',
    ];
    for (const host of foreign) {
      expect([host, await statusOf(requestText('GET /health HTTP/1.1', [`Host: ${host}:${port}`]))]).toEqual([
        host,
        421,
      ]);
      expect([host, await statusOf(upgradeText('/', [`Host: ${host}`]))]).toEqual([host, 421]);
    }
    for (const language of ['en', 'fr']) {
      const answer = await ask(port, '/', { headers: { Host: 'evil.example', 'Accept-Language': language } });
      expect(answer.json()).toMatchObject({
        code: 'unknown-host',
        title: expect.stringContaining('ALLOWED_HOSTS'),
      });
      expect(answer.headers['content-language']).toBe(language);
    }
    // One line, however many come.
    expect(server.out().match(/not a name of this server/g)).toHaveLength(1);
  });

  test('our own names and addresses are answered; a claimed X-Forwarded-Host changes nothing', async () => {
    const ours = [
      '127.0.0.1',
      'localhost',
      'LOCALHOST.',
      'play.example.org',
      'Play.Example.Org:8443',
      '192.168.1.7',
      '[::1]',
      '[2001:db8::1]:80',
    ];
    for (const host of ours) {
      expect([host, await statusOf(requestText('GET /health HTTP/1.1', [`Host: ${host}`]))]).toEqual([
        host,
        200,
      ]);
    }
    const claimed = ['Host: evil.example', 'X-Forwarded-Host: localhost'];
    expect(await statusOf(requestText('GET /health HTTP/1.1', claimed))).toBe(421);
    // A load balancer's probe in HTTP/1.0.
    expect(await statusOf('GET /health HTTP/1.0\r\n\r\n')).toBe(200);
    expect(await statusOf('GET /health HTTP/1.1\r\n\r\n')).toBe(400);
  });
});

describe('targets', () => {
  test.each([
    'http://127.0.0.1/health',
    '//health',
    '/health//',
    '/./health',
    '/x/../health',
    '/x/%2e%2E/health',
    '/x%2f..%2fhealth',
    '/x%5chealth',
    '/x%00',
    '/%',
    '/%zz',
    '/%ff',
    '/x#y',
    '/x\\y',
    '/x{y}',
    '/matchmake/create/b%00',
    '*',
    'health',
    '/\xe9',
  ])('%s is not an address', async (target) => {
    expect(await statusOf(requestText(`OPTIONS ${target} HTTP/1.1`))).toBe(400);
    expect(await statusOf(requestText(`GET ${target} HTTP/1.1`))).toBe(400);
    expect(await statusOf(upgradeText(target))).toBe(400);
  });

  test('the framework’s own routes do not exist', async () => {
    for (const path of [
      '/__healthcheck',
      '/__apidocs',
      '/api/reference',
      '/matchmake',
      '/matchmake/',
      '/matchmake/create',
      '/matchmake/create/borneo/',
      '/matchmake/create/borneo/x',
      '/Matchmake/create/borneo',
      '/matchmake/create/b%41',
      '/matchmake/create/__proto__',
      '/matchmake/create/constructor',
    ]) {
      expect([
        path,
        await statusOf(requestText(`POST ${path} HTTP/1.1`, ['Host: 127.0.0.1', FORM], '{}')),
      ]).toEqual([path, 404]);
      expect([path, await statusOf(requestText(`GET ${path} HTTP/1.1`))]).toEqual([path, 404]);
    }
    expect(await uncaught()).toBe(0);
  });

  test('headers with a single value must not be repeated', async () => {
    for (const header of ['Host: 127.0.0.1', 'Origin: http://127.0.0.1', 'Authorization: Bearer x', FORM]) {
      const twice = ['Host: 127.0.0.1', header, header];
      expect([header, await statusOf(requestText('GET /health HTTP/1.1', twice))]).toEqual([header, 400]);
    }
  });
});

test('an address cannot open more tables than allowed, with any target and Host', async () => {
  const { token } = await HttpPlayer.guest(port, 'Zoé');
  const statuses = new Map<number, number>();
  const from = '127.0.0.77';
  for (let n = 0; n < 100; n++) {
    const headers = ['Host: h/matchmake/create/borneo?x=', `Authorization: Bearer ${token}`, FORM];
    const { status } = await raw(
      port,
      requestText('POST /matchmake/join/b%41 HTTP/1.1', headers, '{}'),
      from,
    );
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  expect([...statuses.keys()]).toEqual([400]);
  expect((await ask(port, '/metrics')).text).not.toMatch(/^quayside_rooms_opened_total\{.*\} [1-9]/m);
});

describe('sockets', () => {
  test('only two forms of URL lead to a socket', async () => {
    for (const path of [
      '/x',
      '/x/y/z?sessionId=a',
      '/x/y',
      '/x/__proto__?sessionId=y',
      '/x/constructor?sessionId=y',
      '/x/y?sessionId=__proto__',
      '/x/y?sessionId=a&sessionId=b',
      '/x/y?sessionId=',
      '/x/y?sessionId=a%20b',
      '/x/y?sessionId=a&reconnectionToken=__proto__',
      '/?sessionId=a',
    ]) {
      expect([path, await statusOf(upgradeText(path))]).toEqual([path, 400]);
    }
    expect(await statusOf(upgradeText('/'))).toBe(101);
  });

  test('an invalid handshake is refused with our own codes', async () => {
    for (const [from, to] of [
      ['Sec-WebSocket-Version: 13', 'Sec-WebSocket-Version: 99'],
      ['Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', 'Sec-WebSocket-Key: x'],
      ['Upgrade: websocket', 'Upgrade: h2c'],
      ['GET /', 'POST /'],
    ] as const) {
      const answer = await raw(port, upgradeText('/').replace(from, to));
      expect([to, answer.status, answer.body]).toEqual([to, 400, '{"status":400,"code":"bad-header"}']);
    }
  });

  test.each(['', '&reconnectionToken=abc'])(
    'a seat that is not there is refused with a code%s',
    async (more) => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/process/room?sessionId=abc${more}`);
      const told = new Promise<Buffer>((resolve) => socket.once('message', resolve));
      const closed = new Promise<number>((resolve) => socket.once('close', resolve));
      expect((await told).toString('latin1')).toContain('reservation-expired');
      expect((await told).toString('latin1')).not.toContain('seat ');
      expect(await closed).toBe(more === '' ? 4002 : 4003);
    },
  );

  test('one that only measures latency gets a few answers and is closed', async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/`);
    let answers = 0;
    socket.on('message', () => {
      answers += 1;
    });
    await new Promise((resolve) => socket.once('open', resolve));
    for (let n = 0; n < 200; n++) socket.send('x');
    expect(await new Promise<number>((resolve) => socket.once('close', resolve))).toBe(4002);
    expect(answers).toBe(20);
  });
});

test('requests assembled from hostile parts are answered, and never with a server error', async () => {
  const random = numbers(20_261_118);
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] ?? '';
  const bytes = () => String.fromCharCode(Math.floor(random() * 256));
  const spoilt = (text: string) => {
    const at = Math.floor(random() * (text.length + 1));
    return random() < 0.9 ? text : text.slice(0, at) + bytes() + text.slice(at + 1);
  };
  const statuses = new Set<number>();
  for (let n = 0; n < 1_500; n++) {
    const headers = [`Host: ${spoilt(pick(HOSTS))}`];
    for (let more = 0; more < 3; more++) if (random() < 0.4) headers.push(spoilt(pick(HEADERS)));
    const target = spoilt(pick(TARGETS) + (random() < 0.3 ? pick(TARGETS) : ''));
    const text =
      random() < 0.3
        ? upgradeText(target, headers)
        : requestText(`${pick(METHODS)} ${target} HTTP/1.1`, headers, spoilt(pick(BODIES)));
    const { status, head, body } = await raw(port, Buffer.from(text, 'latin1'));
    statuses.add(status);
    expect([text, status < 500]).toEqual([text, true]);
    // The metrics are allowed to name the framework.
    if (status !== 200) expect([text, INTERNAL.exec(head + body)?.[0]]).toEqual([text, undefined]);
  }
  // Enough of them passed the first checks for the test to be meaningful.
  const wanted = [101, 200, 204, 400, 401, 404, 405, 421];
  expect(wanted.filter((status) => !statuses.has(status))).toEqual([]);
  expect((await ask(port, '/health')).status).toBe(200);
}, 180_000);

test.each(['/', '/style.css', '/health', '/metrics', '/api/v1/', '/api/v1/openapi.json'])(
  'a connection that breaks while %s is sent is not a server error',
  async (path) => {
    const broken = 'POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: +0\r\n\r\n';
    // In one of many tries it breaks while the answer is being prepared.
    for (let n = 0; n < 100; n++) {
      const socket = await dial(port);
      const closed = new Promise((resolve) => socket.once('close', resolve));
      socket.on('error', () => {}); // `close` follows
      socket
        .setNoDelay()
        .resume()
        .write(requestText(`GET ${path} HTTP/1.1`));
      const begun = performance.now();
      while (performance.now() - begun < (n % 16) * 0.15);
      socket.end(broken);
      await closed;
    }
    expect(server.out()).not.toMatch(/"level":50/);
  },
);

test('none of this counted as a bug, and the process continues', async () => {
  expect(await uncaught()).toBe(0);
  expect(server.child.exitCode).toBeNull();
  expect(server.out()).not.toMatch(/"level":50/);
});
