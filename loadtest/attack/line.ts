// Connections of an attacker: raw TCP, and plain requests from any loopback address.
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Eyes } from './eyes.ts';
import type { Operation } from './operations.ts';

export interface Target {
  readonly port: number;
  readonly eyes: Eyes;
  /** Matches of honest players, as targets. */
  readonly publicMatch: () => string;
  readonly privateMatch: () => string;
  /** Of each kind of long match that is stored (`over-1`, `old-1`, `running-1`), to this number. */
  readonly longMatches: number;
  /** What the server documents. */
  readonly operations: readonly Operation[];
}

/** What an attack of one kind works with. */
export interface Burst extends Target {
  readonly kind: string;
  readonly seed: string;
}

const PATIENCE_MS = 1_500;

interface Line {
  readonly socket: Socket;
  readonly closed: Promise<void>;
  /** Data received so far, up to a limit. */
  text(): string;
}

const KEPT = 20_000;

export function openLine(burst: Burst, address: string, isDocument = false): Line {
  const socket = connect({ port: burst.port, host: '127.0.0.1', localAddress: address });
  const see = burst.eyes.watch(burst.kind, burst.seed, isDocument);
  let text = '';
  socket.on('data', (chunk: Buffer) => {
    see(chunk);
    if (text.length < KEPT) text += chunk.toString('latin1');
  });
  // The server may close it.
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  return { socket, closed, text: () => text };
}

/** Sends bytes, reads until the server closes or falls silent. */
export async function shout(
  burst: Burst,
  address: string,
  bytes: Uint8Array,
  isDocument = false,
): Promise<string> {
  const line = openLine(burst, address, isDocument);
  line.socket.setTimeout(PATIENCE_MS, () => line.socket.destroy());
  line.socket.write(bytes);
  let seen = -1;
  const silence = setInterval(() => {
    if (line.text().length === seen) line.socket.destroy();
    seen = line.text().length === 0 ? -1 : line.text().length;
  }, 60);
  await line.closed;
  clearInterval(silence);
  return line.text();
}

export interface Answered {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** A valid request; `undefined` if the connection was closed. */
export function ask(
  burst: Burst,
  address: string,
  method: string,
  path: string,
  { token, body }: { readonly token?: string | undefined; readonly body?: object | undefined } = {},
): Promise<Answered | undefined> {
  return new Promise((resolve) => {
    const see = burst.eyes.watch(burst.kind, burst.seed);
    const headers: Record<string, string> = {};
    if (token !== undefined) headers['Authorization'] = `Bearer ${token}`;
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    const asking = request(
      { port: burst.port, host: '127.0.0.1', localAddress: address, agent: false, method, path, headers },
      (response) => {
        const chunks: Buffer[] = [];
        const status = response.statusCode ?? 0;
        see(Buffer.from(`HTTP/1.1 ${status}\n`));
        response.on('data', (chunk: Buffer) => {
          see(chunk);
          chunks.push(chunk);
        });
        response.on('error', () => resolve(undefined));
        response.on('end', () => {
          try {
            resolve({
              status,
              body: JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>,
            });
          } catch {
            resolve({ status, body: {} });
          }
        });
      },
    );
    asking.setTimeout(10_000, () => asking.destroy());
    asking.on('error', () => resolve(undefined));
    if (body !== undefined) asking.write(JSON.stringify(body));
    asking.end();
  });
}

/** A guest's token, or nothing if the address has reached its limit. */
export async function guest(burst: Burst, address: string, name = 'Mallory'): Promise<string | undefined> {
  const answer = await ask(burst, address, 'POST', '/api/v1/guests', { body: { name } });
  const token = answer?.body['token'];
  return typeof token === 'string' ? token : undefined;
}
