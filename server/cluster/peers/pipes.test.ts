// A passed-on request ends with its client, whenever the client leaves.
import { once } from 'node:events';
import { createServer, IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { until } from '../../../rooms/testing/player.ts';
import { dial, requestText } from '../../testing/raw.ts';
import { Pipes } from './pipes.ts';
import { Seals } from './seal.ts';

/** Longer than any test. */
const NEVER_MS = 3_600_000;
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serving(answer: RequestListener): Promise<number> {
  const server = createServer({ keepAliveTimeout: NEVER_MS }, answer).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

test('a client that leaves before it has read the whole answer leaves nothing open', async () => {
  const pipes = new Pipes({ seals: new Seals(new Uint8Array(32), () => 0), most: 10, silentMs: NEVER_MS });
  const there = await serving((_request, response) => {
    response.write('first');
    setImmediate(() => response.end('last'));
  });
  let answer: unknown;
  const here = await serving((_request, response) => {
    // A client that does not read: its buffers are full.
    const write = response.write.bind(response);
    Object.assign(response, { write: (chunk: Buffer) => write(chunk) && false });
    response.once('pipe', (source) => {
      answer = source;
    });
    const passed = { method: 'GET', target: '/', headers: {}, body: Buffer.alloc(0), address: '' };
    void pipes.request({ number: 1, address: `127.0.0.1:${there}` }, passed, response);
  });
  const client = await dial(here);
  client.write(requestText('GET / HTTP/1.1'));
  await until(() => answer instanceof IncomingMessage && answer.complete, 'the answer to arrive here');
  expect(pipes.count).toBe(1);
  client.destroy();
  await until(() => pipes.count === 0, 'what was passed on to be closed');
  pipes.close();
});
