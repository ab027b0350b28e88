// A proxy that forwards everything except disconnects: no close frame, no FIN, no reset.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** The first byte of a WebSocket's close frame. */
const CLOSE_FRAME = 0x88;

export interface SilentProxy {
  readonly url: string;
  /** Connections to the server that are still open, regardless of the client's. */
  open(): number;
  /** Stops forwarding: from now on everything sent is lost. */
  lose(): void;
  /** Drops all connections at once, at both ends, and then forwards again. */
  cut(): void;
  close(): Promise<void>;
}

export async function startSilentProxy(target: string): Promise<SilentProxy> {
  const { hostname, port } = new URL(target);
  const clients = new Set<Socket>();
  const upstreams = new Set<Socket>();
  let losing = false;
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const upstream = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
    keep(clients, client);
    keep(upstreams, upstream);
    client.on('data', (chunk) => {
      if (!losing && chunk[0] !== CLOSE_FRAME) upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      if (!losing && !client.destroyed) client.write(chunk);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    for (const socket of [...clients, ...upstreams]) socket.destroy();
    losing = false;
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    open: () => upstreams.size,
    lose: () => {
      losing = true;
    },
    cut,
    close: () => {
      cut();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function keep(sockets: Set<Socket>, socket: Socket): void {
  sockets.add(socket);
  socket.setNoDelay(true);
  socket.on('error', () => undefined);
  // The server may close; then nothing is left to keep open.
  socket.on('close', () => sockets.delete(socket));
}
