// Requests that wait behind others on one connection, and what becomes of them when it closes.
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Makes every response emit `close`. Once a connection has asked for an upgrade or a tunnel, Node tells the
 * responses queued on it no longer that it is gone: they would count as underway for ever. To be called
 * before anything else listens.
 */
export function closeWithConnection(socket: Socket, response: ServerResponse): void {
  const tell = () => {
    // The one that is being sent hears of it from Node.
    if (response.socket !== null || response.closed) return;
    response.destroy();
    response.emit('close');
  };
  socket.once('close', tell);
  response.once('close', () => socket.off('close', tell));
}
