// A target of notices on this machine: keeps what it receives, and answers as told.
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface Hook {
  readonly url: string;
  readonly received: readonly Received[];
  /** What it answers from now on; `silence`: nothing. */
  answer: number | 'silence';
  /** Resolves once this many have been received. */
  until(count: number): Promise<readonly Received[]>;
  close(): Promise<void>;
}

export async function startHook(): Promise<Hook> {
  const received: Received[] = [];
  const waiting = new Set<() => void>();
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { url = '', headers } = request;
      received.push({ path: url, headers, text: Buffer.concat(parts).toString() });
      if (hook.answer !== 'silence') response.writeHead(hook.answer).end();
      for (const look of waiting) look();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const hook: Hook = {
    url: `http://127.0.0.1:${port}`,
    received,
    answer: 204,
    until: (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (received.length < count) return;
          waiting.delete(look);
          resolve(received);
        };
        waiting.add(look);
        look();
      }),
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return hook;
}
