// A request on its way in: who sends it, and what the steps of the entrance have found out about it.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Peer } from '../../rooms/berth/cluster.ts';
import type { Place, RouteTable } from './route-table.ts';
import { NOWHERE, parseTarget, type Target } from './target.ts';

/** What a valid seal says. */
export interface Opened {
  readonly address: string;
  /** SHA-256 of the body, which arrives later. */
  readonly digest: string;
}

/** The peer that sealed a request; `forged`: the seal is invalid; `misdirected`: it is for another process. */
export type Caller = Opened | 'forged' | 'misdirected' | undefined;

/** Has a request answered by a peer that turns out to own its match. */
type Elsewhere = (peer: Peer) => void;

/** Of a request that was passed on: the match is not here. */
export const MISDIRECTED = 421;

export interface Arrival {
  readonly request: Arrived;
  readonly response: ServerResponse;
  readonly target: Target;
  readonly place: Place;
  caller: Caller;
  /** Of the client, as far as its headers are trusted. */
  address: string;
  /** By which limits count it. */
  key: string;
  /** Who has proved to be an administrator. */
  administrator: string;
  body: Buffer;
  /** The body as JSON or a form. */
  input: unknown;
  /** Has it answered by the process that turns out to own its match. */
  elsewhere: Elsewhere | undefined;
}

/** A request, to which its arrival is attached for what express calls. */
export interface Arrived extends IncomingMessage {
  arrival?: Arrival;
  route?: { path?: unknown };
  baseUrl?: string;
  originalUrl?: string;
}

/** `answered`: no further step follows. */
export type Step<Subject, Door> = (
  subject: Subject,
  door: Door,
) => 'answered' | undefined | Promise<'answered' | undefined>;

const NO_BODY = Buffer.alloc(0);

export function arrivalOf(request: Arrived, response: ServerResponse, routes: RouteTable): Arrival {
  const target = parseTarget(request.url) ?? NOWHERE;
  const place = routes.find(request.method ?? '', target.path);
  const unknown = { caller: undefined, address: '', key: '', administrator: '', elsewhere: undefined };
  const arrival: Arrival = { request, response, target, place, body: NO_BODY, input: {}, ...unknown };
  request.arrival = arrival;
  return arrival;
}

/** Takes the steps one after the other, until one throws, or answers: then it resolves with `true`. */
export async function follow<Subject, Door>(
  steps: readonly Step<Subject, Door>[],
  subject: Subject,
  door: Door,
): Promise<boolean> {
  for (const step of steps) {
    const taken = step(subject, door);
    // Most steps do not wait, and what follows them must not either.
    if ((taken instanceof Promise ? await taken : taken) === 'answered') return true;
  }
  return false;
}

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
