// Who sends a request: a client, or another process for a client of its own; and how that one is told that it is wrong here.
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Peer } from '../../rooms/ports.ts';
import type { Opened } from './seal.ts';

/** Whether another process vouches for a request; `forged`: it only looks like it; `misdirected`: but not to us. */
export type Caller = Opened | 'forged' | 'misdirected' | undefined;

/** Has a request answered by a peer that turns out to have its match. */
export type Elsewhere = (peer: Peer) => void;

/** Of a request that was passed on: the match is not here. */
export const MISDIRECTED = 421;

export function isPeer(caller: Caller): caller is Opened {
  return typeof caller === 'object';
}

/** What a handshake has that can be passed on. */
export function isHandshake({ method, headers }: IncomingMessage): boolean {
  const isUpgrade = method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket';
  const key = headers['sec-websocket-key'] ?? '';
  return isUpgrade && headers['sec-websocket-version'] === '13' && /^[+/\dA-Za-z]{22}==$/.test(key);
}

/** The process that sent it asks again who has the match. */
export function misdirect(socket: Socket): void {
  socket.on('error', () => socket.destroy());
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${MISDIRECTED} Misdirected\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
