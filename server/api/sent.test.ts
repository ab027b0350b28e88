// Large prepared texts over real connections: whole for those who read, bounded for those who do not.
import { once } from 'node:events';
import { createServer, request as httpRequest, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import express from 'express';
import { until } from '../../rooms/testing/player.ts';
import { prepare, sendPrepared } from './sent.ts';

// More than the buffers of both systems hold.
const value = { text: 'é😀x'.repeat(3_000_000) };
const prepared = prepare(value);

let server: Server;
let port: number;
let waiting: () => number;
/** What sending to a client that has gone led to. */
let late: Promise<string>;
beforeEach(async () => {
  const app = express();
  app.get('/', (request, response) => void sendPrepared({ request, response }, prepared));
  const sent = Promise.withResolvers<string>();
  late = sent.promise;
  app.get('/late', (request, response) => {
    response.once('close', () => {
      try {
        sendPrepared({ request, response }, prepared);
        sent.resolve('nothing');
      } catch (error) {
        sent.resolve(String(error));
      }
    });
  });
  server = createServer(app).listen(0, '127.0.0.1');
  waiting = () => 0;
  server.on('connection', (socket) => {
    waiting = () => socket.writableLength;
  });
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function get(headers: Record<string, string> = {}, method = 'GET') {
  const request = httpRequest({ port, host: '127.0.0.1', headers, method, agent: false }).end();
  const [response] = await once(request, 'response');
  const parts: Buffer[] = [];
  response.on('data', (part: Buffer) => parts.push(part));
  await once(response, 'end');
  return { status: response.statusCode, headers: response.headers, text: Buffer.concat(parts).toString() };
}

test('a client gets all of it, or nothing if it already has it', async () => {
  const whole = await get();
  expect(whole.status).toBe(200);
  expect(whole.text === JSON.stringify(value)).toBe(true);
  expect(Number(whole.headers['content-length'])).toBe(prepared.bytes.length);
  expect(whole.headers['content-type']).toBe('application/json; charset=utf-8');
  const again = await get({ 'If-None-Match': prepared.tag });
  expect([again.status, again.text]).toEqual([304, '']);
  const head = await get({}, 'HEAD');
  expect([head.status, head.headers['content-length'], head.text]).toEqual([
    200,
    String(prepared.bytes.length),
    '',
  ]);
});

test('for a client that does not read, only one chunk waits', async () => {
  const deaf = connect(port, '127.0.0.1');
  await once(deaf, 'connect');
  deaf.pause();
  deaf.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await until(() => waiting() > 0, 'the buffers to fill');
  expect(waiting()).toBeLessThan(256 * 1024);
  deaf.destroy();
});

test('a client that has gone meanwhile is no error', async () => {
  const hasty = connect(port, '127.0.0.1');
  await once(hasty, 'connect');
  hasty.write('GET /late HTTP/1.1\r\nHost: x\r\n\r\n', () => setTimeout(() => hasty.destroy(), 50));
  expect(await late).toBe('nothing');
});
