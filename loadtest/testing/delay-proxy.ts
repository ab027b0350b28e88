// A slow network: forwards everything, and the ends of connections, after a while.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface DelayProxy {
  readonly url: string;
  /** Delays new connections from now on. */
  slow(delays: readonly number[]): void;
  close(): Promise<void>;
}

/** By default at any free port. */
interface Place {
  readonly host?: string;
  readonly port?: number;
}

/** `delays`: of each connection in turn, in milliseconds, there and back. */
export async function startDelayProxy(
  target: string,
  delays: readonly number[],
  { host = '127.0.0.1', port = 0 }: Place = {},
): Promise<DelayProxy> {
  const there = new URL(target);
  const open = new Set<Socket>();
  let turn = 0;
  let current = delays;
  const server = createServer((client) => {
    const delay = current[turn++ % current.length] ?? 0;
    const upstream = connect(Number(there.port), there.hostname);
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.on('close', () => open.delete(socket));
    }
    forward(client, upstream, delay / 2);
    forward(upstream, client, delay / 2);
  });
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    slow: (wanted) => {
      current = wanted;
    },
    close: () => {
      for (const socket of open) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function forward(from: Socket, to: Socket, ms: number): void {
  const later = (work: () => void) => void (ms === 0 ? work() : setTimeout(work, ms));
  from.on('data', (chunk) => later(() => to.destroyed || to.write(chunk)));
  from.on('close', () => later(() => to.end()));
}
