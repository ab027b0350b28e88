// Wrong lists are detected, with scripted servers.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { type ListingServer, lookAtLists } from './listing.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

/** `listed`: ids of lobbies; `known`: what it says about each match. */
async function server(
  name: string,
  listed: readonly string[],
  known: Readonly<Record<string, string>>,
): Promise<ListingServer> {
  const http = createServer(({ url = '' }, response) => {
    const [path, query] = url.split('?');
    const status = known[path?.split('/').at(-1) ?? ''];
    const lines = query === 'status=lobby' ? listed : [];
    if (path === '/api/v1/tables')
      response.end(JSON.stringify({ tables: lines.map((matchId) => ({ matchId, status: 'lobby' })) }));
    else
      response.end(JSON.stringify(status === undefined ? { code: 'unknown-match' } : { table: { status } }));
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  closing.push(() => new Promise((resolve) => http.close(resolve).closeAllConnections()));
  return { name, url: `http://127.0.0.1:${(http.address() as AddressInfo).port}` };
}

test('correct lists have no faults', async () => {
  const known = { a: 'lobby', b: 'lobby' };
  const servers = [await server('one', ['a', 'b'], known), await server('two', ['b', 'a'], known)];
  expect(await lookAtLists(servers, ['a'], 'token')).toEqual([]);
});

test('a stale line, a duplicate, a missing one and a server that is gone are found', async () => {
  const one = await server('one', ['a', 'a', 'gone', 'begun'], { a: 'lobby', b: 'lobby' });
  const two = await server('two', ['b'], { a: 'lobby', begun: 'playing' });
  expect(await lookAtLists([one, two], ['b'], 'token')).toEqual([
    'one lists a table twice',
    'one lists gone as lobby, two says unknown-match',
    'one lists begun as lobby, two says playing',
    'one does not list b, whose host waits',
  ]);
  const [close] = closing.splice(1);
  await close?.();
  expect(await lookAtLists([two], [], 'token')).toEqual([
    expect.stringContaining('two lists nothing: TypeError'),
    expect.stringContaining('two lists nothing: TypeError'),
  ]);
});
