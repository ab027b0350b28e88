// An attacker's WebSocket: takes a reservation like any client, then sends whatever it likes.
import { WebSocket } from 'ws';
import { ask, type Burst } from './line.ts';

interface Reservation {
  readonly path: string;
  readonly matchId: string;
}

/** `create/borneo`, `joinById/<match>` and so on. */
export async function reserve(
  burst: Burst,
  address: string,
  token: string,
  way: string,
  options: object,
): Promise<Reservation | undefined> {
  const answer = await ask(burst, address, 'POST', `/matchmake/${way}`, { token, body: options });
  const { processId, roomId, sessionId } = answer?.body ?? {};
  if (answer?.status !== 200) return undefined;
  return { path: `/${processId}/${roomId}?sessionId=${sessionId}`, matchId: String(roomId) };
}

interface Visitor {
  readonly socket: WebSocket;
  readonly isOpen: () => boolean;
  send(bytes: Uint8Array): void;
  end(): void;
}

const JOIN_ROOM = 10;

/** Resolves once it is open; `undefined` if it was refused. */
export function visit(
  burst: Burst,
  address: string,
  path: string,
  { acknowledge = true, protocols = [] as string[] } = {},
): Promise<Visitor | undefined> {
  return new Promise((resolve) => {
    const see = burst.eyes.watch(burst.kind, burst.seed);
    const socket = new WebSocket(`ws://127.0.0.1:${burst.port}${path}`, protocols, { localAddress: address });
    let acknowledged = !acknowledge;
    const visitor: Visitor = {
      socket,
      isOpen: () => socket.readyState === WebSocket.OPEN,
      send: (bytes) => {
        if (socket.readyState === WebSocket.OPEN) socket.send(bytes);
      },
      end: () => socket.terminate(),
    };
    socket.on('message', (data: Buffer) => {
      see(data);
      if (acknowledged || data[0] !== JOIN_ROOM) return;
      acknowledged = true;
      visitor.send(Uint8Array.of(JOIN_ROOM));
    });
    socket.on('close', (_code, reason) => {
      see(reason);
      resolve(undefined);
    });
    socket.on('unexpected-response', (_request, response) => {
      see(Buffer.from(`HTTP/1.1 ${response.statusCode}\n`));
      response.on('data', see);
      resolve(undefined);
      socket.terminate();
    });
    socket.on('error', () => resolve(undefined));
    socket.once('open', () => resolve(visitor));
  });
}
