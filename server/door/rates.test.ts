// Rate limits per address, and what a flood of requests costs.
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { dial, exchange, raw, requestText, upgradeText } from '../testing/raw.ts';
import { type Running, startServer } from '../testing/start.ts';

let running: Running;
afterEach(() => running.stop());

const LEAST = {
  otherRequestsPerMinute: 5,
  requestsPerMinute: 5,
  matchmakingPerMinute: 5,
  upgradesPerMinute: 5,
};

describe('an address with too many requests is told to wait', () => {
  test.each([
    'GET /',
    'GET /style.css',
    'GET /health',
    'GET /ready',
    'GET /metrics',
    'GET /nothing',
    'GET //malformed',
    'GET /admin/',
    'DELETE /health',
    'OPTIONS /health',
    'GET /api/v1/',
    'GET /api/v1/openapi.json',
    'GET /api/v1/games',
    'GET /api/v1/games/toy/schema',
    'GET /api/v1/nothing',
    'DELETE /api/v1/games',
    'POST /matchmake/joinById/nothing',
    'GET /matchmake/joinById/nothing',
  ])('%s', async (line) => {
    running = await startServer({ limits: LEAST });
    const answers = [];
    for (let n = 0; n < 7; n++) answers.push(await raw(running.port, requestText(`${line} HTTP/1.1`)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.slice(0, 5)).not.toContain(429);
    expect(statuses.slice(5)).toEqual([429, 429]);
    expect(answers.at(-1)?.head).toMatch(/^retry-after: \d+$/im);
    const other = await raw(running.port, requestText(`${line} HTTP/1.1`), '127.0.0.2');
    expect(other.status).not.toBe(429);
  });

  test('handshakes, good and bad ones', async () => {
    running = await startServer({ limits: LEAST });
    const statuses: number[] = [];
    for (const path of ['/', '//', '/x/y?sessionId=a', '/', '/x', '/', '/x'])
      statuses.push((await raw(running.port, upgradeText(path))).status);
    expect(statuses).toEqual([101, 400, 101, 101, 400, 429, 429]);
  });

  test('requests with an unknown host are limited like any other', async () => {
    running = await startServer({ limits: LEAST });
    const statuses: number[] = [];
    const request = requestText('GET / HTTP/1.1', ['Host: evil.example']);
    for (let n = 0; n < 7; n++) statuses.push((await raw(running.port, request)).status);
    expect(statuses).toEqual([421, 421, 421, 421, 421, 429, 429]);
  });
});

test('metrics are collected at most once a second, for any number of requests', async () => {
  running = await startServer({ environment: { RATE_LIMITS: 'off' } });
  const gather = jest.spyOn(running.quayside.metrics, 'text');
  const begun = performance.now();
  const socket = await dial(running.port);
  for (let n = 0; n < 300; n++)
    expect((await exchange(socket, requestText('GET /metrics HTTP/1.1'))).status).toBe(200);
  socket.destroy();
  const seconds = (performance.now() - begun) / 1000;
  expect(gather.mock.calls.length).toBeGreaterThan(0);
  expect(gather.mock.calls.length).toBeLessThanOrEqual(1 + Math.ceil(seconds));
});
