// Who sends a request: a client, or a peer for one of its clients; and the answer to a peer that asked the
// wrong process.
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Peer } from '../../rooms/berth/cluster.ts';

/** What a valid seal says. */
export interface Opened {
  readonly address: string;
  /** SHA-256 of the body, which arrives later. */
  readonly digest: string;
}

/** The peer that sealed a request; `forged`: the seal is invalid; `misdirected`: it is for another process. */
export type Caller = Opened | 'forged' | 'misdirected' | undefined;

/** Has a request answered by a peer that turns out to own its match. */
export type Elsewhere = (peer: Peer) => void;

/** Of a request that was passed on: the match is not here. */
export const MISDIRECTED = 421;

export function isPeer(caller: Caller): caller is Opened {
  return typeof caller === 'object';
}

/** The parts of a handshake that are passed on. */
export function isHandshake({ method, headers }: IncomingMessage): boolean {
  const isUpgrade = method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket';
  const key = headers['sec-websocket-key'] ?? '';
  return isUpgrade && headers['sec-websocket-version'] === '13' && /^[+/\dA-Za-z]{22}==$/.test(key);
}

/** The sender looks up the owner again. */
export function misdirect(socket: Socket): void {
  socket.on('error', () => socket.destroy());
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${MISDIRECTED} Misdirected\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
