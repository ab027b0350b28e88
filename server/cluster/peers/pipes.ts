// Connections to peers: passes on requests, streams and sockets, and their answers back. A passed-on request is
// built anew from what the entrance parsed, never copied from the client's text.
import {
  Agent,
  type ClientRequest,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Peer } from '../../../rooms/berth/cluster.ts';
import { clearTimeout, pause, performance, setTimeout } from '../../../rooms/clockwork.ts';
import { jsonIn } from '../../process/json.ts';
import { codeOf } from '../../process/reason.ts';
import { SEAL_HEADER, type Seals } from './seal.ts';

/**
 * `misdirected`: the peer does not own the match (any longer); `unreachable`: it has not received the request;
 * `lost`: it may have; `crowded`: too many are passed on already; `left`: the client has gone.
 */
export type Outcome = 'answered' | 'misdirected' | 'unreachable' | 'lost' | 'crowded' | 'left';

/** A request as it is passed on. */
export interface Passed {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** Of the client. */
  readonly address: string;
}

interface ClientSocket {
  readonly socket: Socket;
  /** What has arrived after the handshake. */
  readonly head: Buffer;
  /** Its client has joined before. */
  readonly isReturning: boolean;
}

interface PipesOptions {
  readonly seals: Seals;
  /** How many may be open. */
  readonly most: number;
  /** A peer that sends nothing for this long has failed; streams have a heartbeat. */
  readonly silentMs: number;
}

interface Closable {
  destroy(): unknown;
}

/** Unused connections that are kept for each peer. */
const KEPT_FREE = 64;
/** For a client that does not close its side. */
const LINGER_MS = 5_000;
/** The SDK does not reconnect a client that joined less than five seconds ago. */
const YOUNG_MS = 5_500;
const LOOK_MS = 100;
const MISDIRECTED = 421;
/**
 * Answers after which a socket is tried elsewhere; a process that is shutting down is one of them, since its
 * matches move.
 */
const ELSEWHERE: ReadonlySet<number> = new Set([MISDIRECTED, 503]);
const CONNECT_FAILURES: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
const REQUEST_HEADERS = [
  'accept',
  'accept-language',
  'authorization',
  'content-type',
  'if-none-match',
] as const;
/** Headers of the connection, not of the answer. */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  'date',
  'keep-alive',
  'proxy-authenticate',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

export class Pipes {
  readonly #options: PipesOptions;
  readonly #agent = new Agent({ keepAlive: true, maxFreeSockets: KEPT_FREE, scheduling: 'lifo' });
  /** By the peer's number. */
  readonly #open = new Map<number, Set<Closable>>();
  /** Sockets through which clients have just joined. */
  readonly #young = new Set<Socket>();
  #count = 0;

  constructor(options: PipesOptions) {
    this.#options = options;
  }

  get count(): number {
    return this.#count;
  }

  /** Passes a request on, and its answer back; a stream for as long as it lasts. Never rejects. */
  request(peer: Peer, passed: Passed, response: ServerResponse): Promise<Outcome> {
    if (this.#count >= this.#options.most) return Promise.resolve('crowded');
    return new Promise((resolve) => {
      const upstream = this.#ask(peer, passed, this.#agent);
      const free = this.#hold(peer, upstream);
      const left = () => {
        upstream.destroy();
        resolve('left');
      };
      response.once('close', left);
      const pass = (outcome: Outcome) => {
        response.off('close', left);
        resolve(outcome);
      };
      upstream.once('close', free);
      upstream.once('error', (error) => pass(failureOf(upstream, error)));
      upstream.once('response', (answer) => {
        if (answer.statusCode === MISDIRECTED) {
          answer.resume();
          pass('misdirected');
          return;
        }
        response.off('close', left);
        passBack(answer, response);
        response.once('close', () => {
          // Complete but unread, it would keep its connection until that is silent for too long.
          if (!answer.readableEnded) upstream.destroy();
          resolve('answered');
        });
      });
      upstream.end(passed.body);
    });
  }

  /** Sends a request of our own to a peer; `undefined` without a proper answer in time. Never rejects. */
  call(peer: Peer, passed: Passed, ms: number): Promise<unknown> {
    return new Promise((resolve) => {
      const upstream = this.#ask(peer, passed, this.#agent);
      upstream.once('close', this.#hold(peer, upstream));
      const timer = setTimeout(() => upstream.destroy(), ms);
      const done = (answer: unknown) => {
        clearTimeout(timer);
        resolve(answer);
      };
      const broke = () => done(undefined);
      upstream.once('error', broke).once('close', broke);
      upstream.once('response', (answer) => {
        // The connection closes before the whole text is read.
        upstream.off('close', broke);
        text(answer).then(
          (said) => done(answer.statusCode === 200 ? jsonIn(said) : undefined),
          () => done(undefined),
        );
      });
      upstream.end(passed.body);
    });
  }

  /** Connects a client's socket with the one at the peer, in both directions. Never rejects. */
  socket(peer: Peer, passed: Passed, { socket: client, head, isReturning }: ClientSocket): Promise<Outcome> {
    if (this.#count >= this.#options.most) return Promise.resolve('crowded');
    return new Promise((resolve) => {
      const headers = { Connection: 'Upgrade', Upgrade: 'websocket', ...handshakeOf(passed.headers) };
      const upstream = this.#ask(peer, passed, false, headers);
      const pipe: { current: Closable } = { current: upstream };
      const free = this.#hold(peer, { destroy: () => pipe.current.destroy() });
      const left = () => {
        upstream.destroy();
        resolve('left');
      };
      client.once('close', left);
      const pass = (outcome: Outcome) => {
        free();
        client.off('close', left);
        resolve(outcome);
      };
      upstream.once('error', (error) => pass(failureOf(upstream, error)));
      upstream.once('response', (answer) => {
        answer.resume();
        upstream.destroy();
        pass(ELSEWHERE.has(answer.statusCode ?? 0) ? 'misdirected' : 'lost');
      });
      upstream.once('upgrade', (answer, socket, first) => {
        client.off('close', left);
        pipe.current = socket;
        socket.once('close', free);
        client.write(switchingTo(answer));
        if (first.length > 0) client.write(first);
        if (head.length > 0) socket.write(head);
        join(client, socket);
        if (!isReturning) this.#watchYoung(socket);
        resolve('answered');
      });
      upstream.end();
    });
  }

  /** Resolves once all clients that are connected through here would reconnect, or the time is up. */
  async matured(ms: number): Promise<void> {
    for (const ends = performance.now() + ms; this.#young.size > 0 && performance.now() < ends; )
      await pause(LOOK_MS);
  }

  #watchYoung(socket: Socket): void {
    const forget = () => {
      clearTimeout(timer);
      this.#young.delete(socket);
    };
    const timer = setTimeout(forget, YOUNG_MS).unref();
    this.#young.add(socket);
    socket.once('close', forget);
  }

  /** A peer is gone: connections through it are closed at once, so that clients return. */
  drop(peer: Peer): void {
    for (const one of [...(this.#open.get(peer.number) ?? [])]) one.destroy();
  }

  close(): void {
    for (const set of [...this.#open.values()]) for (const one of [...set]) one.destroy();
    this.#agent.destroy();
  }

  #ask(
    { number: to, address: place }: Peer,
    { method, target, headers, body, address }: Passed,
    agent: Agent | false,
    more: Record<string, string> = {},
  ): ClientRequest {
    const { hostname, port } = new URL(`http://${place}`);
    const { seals, silentMs } = this.#options;
    const kept = REQUEST_HEADERS.flatMap((name) => {
      const value = headers[name];
      return value === undefined ? [] : [[name, value] as const];
    });
    const upstream = httpRequest({
      agent,
      method,
      path: target,
      host: hostname.replace(/^\[|\]$/g, ''),
      port: port === '' ? 80 : port,
      timeout: silentMs,
      headers: {
        ...Object.fromEntries(kept),
        ...(body.length > 0 && { 'content-length': body.length }),
        ...more,
        [SEAL_HEADER]: seals.seal({ method, target, address, token: headers.authorization, body, to }),
      },
    });
    upstream.setNoDelay(true);
    upstream.once('timeout', () => upstream.destroy(new Error('the peer is silent')));
    return upstream;
  }

  #hold({ number }: Peer, one: Closable): () => void {
    const set = this.#open.get(number) ?? new Set();
    this.#open.set(number, set.add(one));
    this.#count += 1;
    return () => {
      if (!set.delete(one)) return;
      this.#count -= 1;
      if (set.size === 0 && this.#open.get(number) === set) this.#open.delete(number);
    };
  }
}

function passBack(answer: IncomingMessage, response: ServerResponse): void {
  const headers = Object.entries(answer.headers).filter(([name]) => !HOP_BY_HOP.has(name));
  response.writeHead(answer.statusCode ?? 502, Object.fromEntries(headers));
  // The first line of a stream may come later.
  if (answer.headers['content-length'] === undefined) response.flushHeaders();
  answer.pipe(response);
  answer.once('error', () => response.destroy());
  answer.once('close', () => {
    if (!answer.complete) response.destroy();
  });
}

/** It may have been carried out, unless it could not be sent at all. */
function failureOf(upstream: ClientRequest, error: Error): Outcome {
  const isConnected =
    upstream.socket !== null && !upstream.socket.connecting && upstream.socket.bytesWritten > 0;
  return !isConnected || CONNECT_FAILURES.has(codeOf(error) ?? '') ? 'unreachable' : 'lost';
}

function handshakeOf(headers: IncomingHttpHeaders): Record<string, string> {
  return {
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': String(headers['sec-websocket-key'] ?? ''),
  };
}

function switchingTo({ headers }: IncomingMessage): string {
  const accept = String(headers['sec-websocket-accept'] ?? '');
  return [
    'HTTP/1.1 101 Switching Protocols',
    'Upgrade: websocket',
    'Connection: Upgrade',
    `Sec-WebSocket-Accept: ${accept}`,
    '',
    '',
  ].join('\r\n');
}

/** While one side does not read, nothing is read from the other, so the owner's limits apply. */
function join(client: Socket, peer: Socket): void {
  client.setNoDelay(true);
  peer.setNoDelay(true);
  for (const [from, to] of [
    [client, peer],
    [peer, client],
  ] as const) {
    from.setTimeout(0);
    from.on('error', () => from.destroy());
    from.pipe(to);
    from.once('close', () => {
      if (!from.readableEnded) to.destroy();
      // The other side still gets the remaining bytes; then it is closed.
      else to.setTimeout(LINGER_MS, () => to.destroy());
    });
  }
}
