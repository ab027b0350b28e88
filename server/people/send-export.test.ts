// Exports over a real connection: as fast as the client reads, with a time limit.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import express, { type Response } from 'express';
import { requestText } from '../testing/raw.ts';
import { sendExport } from './send-export.ts';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A server that answers every request with this. */
async function serving(answer: (response: Response) => void): Promise<number> {
  const app = express();
  app.get('/', (_request, response) => answer(response));
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

test('a client that stops reading holds neither an export nor its memory indefinitely', async () => {
  let pieces = 0;
  let isOver = false;
  function* endless(): Generator<string> {
    try {
      for (;;) {
        pieces += 1;
        yield 'x'.repeat(64 * 1024);
      }
    } finally {
      isOver = true;
    }
  }
  const done = Promise.withResolvers<void>();
  const port = await serving((response) => {
    sendExport(response, endless(), 0.5).then(done.resolve, done.reject);
  });
  const client = connect(port, '127.0.0.1');
  client.on('error', () => {}); // `close` follows
  client.pause();
  client.write(requestText('GET / HTTP/1.1'));
  await done.promise;
  expect(isOver).toBe(true);
  // Bytes that the system buffers.
  expect(pieces).toBeLessThan(1_000);
  client.resume();
  await once(client, 'close');
});

test('a client that reads gets all of it, however slowly', async () => {
  const part = 'y'.repeat(64 * 1024);
  function* some(): Generator<string> {
    for (let piece = 0; piece < 100; piece++) yield part;
  }
  const port = await serving((response) => void sendExport(response, some()));
  const answer = await fetch(`http://127.0.0.1:${port}/`);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(await answer.text()).toHaveLength(100 * part.length);
});
