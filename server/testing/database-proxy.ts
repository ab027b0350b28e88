// A network between a server and its database that loses data on demand.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface DatabaseProxy {
  /** The database's address, through the proxy. */
  readonly url: string;
  /** From now on data in this direction is lost silently; `nothing`: it forwards again. */
  lose(what: 'requests' | 'answers' | 'nothing'): void;
  /** Resolves when something was lost since the last order. */
  lost(): Promise<void>;
  /** Breaks all connections, at both ends. */
  cut(): void;
  close(): Promise<void>;
}

export async function startDatabaseProxy(url: string): Promise<DatabaseProxy> {
  const { hostname, port } = new URL(url);
  const open = new Set<Socket>();
  let losing: 'requests' | 'answers' | 'nothing' = 'nothing';
  let noteLoss = () => {};
  let loss = Promise.resolve();
  const server = createServer((client) => {
    const database = connect(Number(port), hostname);
    for (const [from, to, what] of [
      [client, database, 'requests'],
      [database, client, 'answers'],
    ] as const) {
      open.add(from);
      from.setNoDelay(true);
      from.on('error', () => undefined);
      from.on('close', () => {
        open.delete(from);
        to.destroy();
      });
      from.on('data', (chunk) => {
        if (losing === what) noteLoss();
        else to.write(chunk);
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const through = new URL(url);
  through.port = String((server.address() as AddressInfo).port);
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    url: through.href,
    lose: (what) => {
      losing = what;
      loss = new Promise((resolve) => {
        noteLoss = resolve;
      });
    },
    lost: () => loss,
    cut,
    close: () => {
      cut();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
