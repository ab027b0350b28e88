// The proxy of a cluster, with servers that respond or not.
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { isAvailable } from '../cli/available.ts';
import { hasProxy, PROXY_MISSING, startProxy } from '../cli/private-proxy.ts';

const describeOrSkip = isAvailable(hasProxy() ? [] : [PROXY_MISSING]) ? describe : describe.skip;

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** Answers with its name and the request; a stream with one line at once and no end. */
async function server(name: string): Promise<number> {
  const http = createServer((request, response) => {
    if (request.url === '/stream') return void response.write('line\n');
    let text = '';
    request.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    request.on('end', () => response.end(`${name} ${text}`));
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  closing.push(() => new Promise((resolve) => http.close(resolve).closeAllConnections()));
  return (http.address() as AddressInfo).port;
}

/** Accepts connections, as the kernel does for a stopped process, and never answers. */
async function hanging(): Promise<number> {
  const held = new Set<Socket>();
  const silent = createTcpServer((socket) => held.add(socket.on('error', () => socket.destroy())));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  closing.push(async () => {
    for (const socket of held) socket.destroy();
    await new Promise((resolve) => silent.close(resolve));
  });
  return (silent.address() as AddressInfo).port;
}

async function proxy(...members: number[]): Promise<string> {
  const { url, remove } = await startProxy(members);
  closing.push(remove);
  return url;
}

describeOrSkip('the proxy', () => {
  test('uses all servers in turn, for any client', async () => {
    const url = await proxy(await server('one'), await server('two'));
    const answers = new Set<string>();
    for (let n = 0; n < 6; n++) answers.add(await (await fetch(url)).text());
    expect(answers).toEqual(new Set(['one ', 'two ']));
  });

  test('sends a request that one server does not accept to the next, with its body', async () => {
    const one = await server('one');
    const url = await proxy(one, await server('two'));
    // The proxy still counts it as healthy.
    await closing.shift()?.();
    for (let n = 0; n < 4; n++) {
      const answer = await fetch(url, { method: 'POST', body: 'a move' });
      expect([answer.status, await answer.text()]).toEqual([200, 'two a move']);
    }
  });

  test('sends reading requests to the next server if one hangs', async () => {
    const url = await proxy(await hanging(), await server('one'));
    const answers = await Promise.all([1, 2].map(async () => await (await fetch(url)).text()));
    expect(answers).toEqual(['one ', 'one ']);
  });

  test('fails repeatable requests early, and waits longer for the rest', async () => {
    const url = await proxy(await hanging());
    const given: (string | number)[] = [];
    const paths = ['/api/v1/matches/m/commands', '/matchmake/joinById/m', '/api/v1/guests'];
    await Promise.all(
      paths.map(async (path) => {
        const { status } = await fetch(url + path, { method: 'POST', body: 'a wish' });
        given.push(path, status);
      }),
    );
    expect(given.slice(-2)).toEqual([paths[0], 504]);
    expect(given.filter((one) => one === 504)).toHaveLength(3);
  }, 60_000);

  test('passes the lines of a stream on as they come', async () => {
    const answer = await fetch(`${await proxy(await server('one'))}/stream`);
    const reader = answer.body?.getReader();
    const { value } = (await reader?.read()) ?? {};
    expect(new TextDecoder().decode(value)).toBe('line\n');
    await reader?.cancel();
  });
});
