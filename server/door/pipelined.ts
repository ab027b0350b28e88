// Requests that arrive on a connection while another is being answered there: they wait for their turn, unread.
//
// Node announces all requests in a chunk of data at once, thousands if they are short. Handled immediately, they
// would block all other clients for seconds, and their answers would pile up where no limit sees them.
import { IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

interface Waiting {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

export class Pipelines {
  /** For `createServer`. */
  readonly requestClass: typeof IncomingMessage;
  readonly #most: number;
  /** By connection on which a request is being answered. */
  readonly #waiting = new WeakMap<Socket, Waiting[]>();

  /** How many requests may wait on one connection; one more closes it. */
  constructor(mostWaiting: number) {
    this.#most = mostWaiting;
    const isFull = (socket: Socket) => this.isFull(socket);
    this.requestClass = class extends IncomingMessage {
      constructor(socket: Socket) {
        super(socket);
        // The only way to make Node stop reading a chunk of data: it takes the surplus request for an upgrade.
        if (isFull(socket)) Object.defineProperty(this, 'upgrade', { get: () => true, set: () => undefined });
      }
    };
  }

  /** No further request is accepted: the connection is being closed. */
  isFull(socket: Socket): boolean {
    return (this.#waiting.get(socket)?.length ?? 0) >= this.#most;
  }

  /** Handles the request once those before it are answered. */
  take(request: IncomingMessage, response: ServerResponse, handle: Handle): void {
    const { socket } = request;
    if (isOver(socket)) return;
    const waiting = this.#waiting.get(socket);
    if (waiting !== undefined) waiting.push({ request, response });
    else this.#begin({ request, response }, handle);
  }

  #begin({ request, response }: Waiting, handle: Handle): void {
    const { socket } = request;
    const waiting = this.#waiting.get(socket) ?? [];
    this.#waiting.set(socket, waiting);
    closeWithConnection(socket, response);
    response.once('close', () => {
      const next = waiting.shift();
      // Requests behind an answer that ends the connection are dropped.
      if (next === undefined || isOver(socket)) this.#waiting.delete(socket);
      else this.#begin(next, handle);
    });
    handle(request, response);
  }
}

function isOver(socket: Socket): boolean {
  return socket.destroyed || socket.writableEnded;
}

/**
 * Makes every response emit `close`. After a request for an upgrade or a tunnel, Node no longer tells the
 * responses queued on that connection that it is gone, and they would count as pending forever. Call it
 * before anything else listens.
 */
function closeWithConnection(socket: Socket, response: ServerResponse): void {
  const tell = () => {
    // The one being sent is notified by Node.
    if (response.socket !== null || response.closed) return;
    response.destroy();
    response.emit('close');
  };
  socket.once('close', tell);
  response.once('close', () => socket.off('close', tell));
}
