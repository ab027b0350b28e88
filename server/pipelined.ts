// Pipelined requests, and what becomes of them when their connection closes.
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Makes every response emit `close`. After a request for an upgrade or a tunnel, Node no longer tells the
 * responses queued on that connection that it is gone, and they would count as pending forever. Call it
 * before anything else listens.
 */
export function closeWithConnection(socket: Socket, response: ServerResponse): void {
  const tell = () => {
    // The one being sent is notified by Node.
    if (response.socket !== null || response.closed) return;
    response.destroy();
    response.emit('close');
  };
  socket.once('close', tell);
  response.once('close', () => socket.off('close', tell));
}
