// Records every frame that the server hands to a socket, byte for byte, with the journal's version at that time.
import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';

export interface TappedFrame {
  readonly session: string;
  /** How many commands of the watched match were stored when it was sent. */
  readonly version: number;
  /** Answers a question about the past. */
  readonly isHistory: boolean;
  readonly bytes: Buffer;
}

export class Wiretap {
  readonly frames: TappedFrame[] = [];
  /** The current version of the recorded match. */
  version: () => number = () => 0;
  /** Sessions with a pending request about the past. */
  readonly remembering = new Set<string>();

  readonly listen = (socket: WebSocket, request: IncomingMessage): void => {
    const session = new URL(`ws://server${request.url ?? ''}`).searchParams.get('sessionId');
    if (session === null) throw new Error('a socket without a session');
    const send = socket.send.bind(socket) as (...args: unknown[]) => void;
    socket.send = (...args: unknown[]) => {
      const [data] = args as [string | Uint8Array];
      // A copy, because the framework reuses its buffers.
      const bytes = typeof data === 'string' ? Buffer.from(data) : Buffer.from(Uint8Array.from(data));
      const isHistory = this.remembering.has(session);
      this.frames.push({ session, version: this.version(), isHistory, bytes });
      send(...args);
    };
  };
}
