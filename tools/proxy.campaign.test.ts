// The proxy of a cluster, with servers that respond or not.
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { isAvailable } from '../cli/available.ts';
import { hasProxy, PROXY_MISSING, startProxy } from '../cli/private-proxy.ts';
import { dial, exchange, upgradeText } from '../server/testing/raw.ts';

const describeOrSkip = isAvailable(hasProxy() ? [] : [PROXY_MISSING]) ? describe : describe.skip;

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** Answers with its name and the request; a stream with one line at once and no end; sockets with its name. */
async function server(name: string): Promise<number> {
  const http = createServer((request, response) => {
    if (request.url === '/stream') return void response.write('line\n');
    let text = '';
    request.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    request.on('end', () => response.end(`${name} ${text}`));
  });
  http.on('upgrade', (_request, socket) => {
    socket.on('error', () => socket.destroy());
    socket.end(
      `HTTP/1.1 101 ${name}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nX-Name: ${name}\r\n\r\n`,
    );
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
  return await proxyFor(members);
}

async function proxyFor(members: number[], homes: Readonly<Record<string, number>> = {}): Promise<string> {
  const { url, remove } = await startProxy(members, { homes });
  closing.push(remove);
  return url;
}

/** The name of the server that a socket with this address reaches. */
async function socketAt(url: string, path: string): Promise<string> {
  const socket = await dial(Number(new URL(url).port));
  const { head } = await exchange(socket, upgradeText(path)).finally(() => socket.destroy());
  return /^X-Name: (.*)$/im.exec(head)?.[1] ?? head;
}

const asking = (name: string) => ({ headers: { 'Quayside-Member': name } });
const times = <Value>(count: number, work: () => Promise<Value>) =>
  Promise.all(Array.from({ length: count }, work));

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

describeOrSkip('names of members', () => {
  test('lead to that member, in the address of a socket or a header; others to any', async () => {
    const [one, two] = [await server('one'), await server('two')];
    const url = await proxyFor([one, two], { 'quay-1': one, 'quay-2': two });
    expect(new Set(await times(6, () => socketAt(url, '/quay-1/m?sessionId=x')))).toEqual(new Set(['one']));
    expect(new Set(await times(6, () => socketAt(url, '/quay-2/m?sessionId=x')))).toEqual(new Set(['two']));
    for (const method of ['GET', 'POST']) {
      const answers = await times(6, async () => {
        const body = method === 'POST' ? { body: 'a move' } : {};
        return await (
          await fetch(`${url}/api/v1/matches/m`, { method, ...body, ...asking('quay-2') })
        ).text();
      });
      expect(new Set(answers)).toEqual(new Set([method === 'POST' ? 'two a move' : 'two ']));
    }
    for (const path of ['/k3jd9s_x1/m', '/quay-3/m', '/quay-1/m/n', '/x/quay-1/m'])
      expect(new Set(await times(8, () => socketAt(url, path)))).toEqual(new Set(['one', 'two']));
  });

  test('are never addresses: only members are dialled', async () => {
    const [one, two] = [await server('one'), await server('two')];
    let dialled = 0;
    const stranger = createTcpServer((socket) => {
      dialled += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
    closing.push(() => new Promise((resolve) => stranger.close(resolve)));
    const { port } = stranger.address() as AddressInfo;
    const url = await proxyFor([one, two], { 'quay-1': one, 'quay-2': two });
    const texts = [
      `127.0.0.1:${port}`,
      `http://127.0.0.1:${port}`,
      `quay-1 127.0.0.1:${port}`,
      `{env.HOME}`,
      '.*',
      'quay-1|quay-2',
      '',
    ];
    for (const text of texts) {
      expect(await (await fetch(`${url}/x`, asking(text))).text()).toMatch(/^(one|two) $/);
      const path = `/${encodeURIComponent(text)}/m`;
      expect([text, await socketAt(url, path)]).toEqual([text, expect.stringMatching(/^(one|two)$/)]);
    }
    expect(dialled).toBe(0);
  });

  test('of a server that does not listen, or breaks a handshake, lead to another', async () => {
    const [one, two] = [await server('one'), await server('two')];
    const breaking = createServer((_request, response) => void response.end());
    breaking.on('upgrade', (_request, socket) => void socket.destroy());
    await new Promise<void>((resolve) => breaking.listen(0, '127.0.0.1', resolve));
    closing.push(() => new Promise((resolve) => breaking.close(resolve).closeAllConnections()));
    const { port: leaving } = breaking.address() as AddressInfo;
    const homes = { 'quay-1': one, 'quay-2': two, 'quay-3': leaving };
    const url = await proxyFor([one, two, leaving], homes);
    await closing.shift()?.();
    expect(await socketAt(url, '/quay-1/m')).toBe('two');
    const answer = await fetch(`${url}/x`, { method: 'POST', body: 'a move', ...asking('quay-1') });
    expect(await answer.text()).toBe('two a move');
    expect(await socketAt(url, '/quay-3/m')).toBe('two');
  });

  test('of a server that hangs lead to another', async () => {
    const [silent, one] = [await hanging(), await server('one')];
    const url = await proxyFor([silent, one], { 'quay-1': silent, 'quay-2': one });
    expect(await socketAt(url, '/quay-1/m')).toBe('one');
    expect(await (await fetch(`${url}/x`, asking('quay-1'))).text()).toBe('one ');
  }, 60_000);
});
