// A proxy between clients and a real server that may interfere with the traffic.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { LineSplitter } from '../shared/protocol/line-splitter.ts';
import type { Json, Line } from './guest.ts';

export interface Passing {
  method: string;
  /** With its query. */
  path: string;
  token: string;
  body: Json | undefined;
}

export interface Answered {
  readonly status: number;
  readonly body: Json;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Hooks for the traffic; without one it passes unchanged. `lost`: the connection breaks. */
export interface Meddling {
  /** May change it, answer it instead of the server, or lose it. */
  asked?(passing: Passing): Answered | 'lost' | undefined;
  answered?(passing: Passing, answered: Answered): Answered | 'lost';
  /** The lines a client gets instead of a line. */
  line?(passing: Passing, line: Line): readonly Line[] | 'lost';
  /** A socket is opened; the returned function may break it later. */
  socket?(path: string, cut: () => void): void;
}

const DROPPED = new Set(['host', 'connection', 'content-length', 'accept-encoding', 'keep-alive', 'upgrade']);
const NOT_PASSED = new Set([
  'content-encoding',
  'transfer-encoding',
  'content-length',
  'connection',
  'keep-alive',
]);

export class Middleman {
  readonly #target: URL;
  readonly #meddling: Meddling;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  constructor(target: string, meddling: Meddling) {
    this.#target = new URL(target);
    this.#meddling = meddling;
    this.#server = createServer((request, response) => {
      this.#pass(request, response).catch(() => response.destroy());
    });
    this.#server.on('upgrade', (request, socket, head) => this.#upgrade(request, socket as Socket, head));
    this.#server.on('connection', (socket) => this.#sockets.add(socket));
  }

  async listen(port = 0): Promise<string> {
    await new Promise<void>((done) => this.#server.listen(port, '127.0.0.1', done));
    const address = this.#server.address();
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : port}`;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((done) => this.#server.close(done));
  }

  async #pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const passing: Passing = {
      method: request.method ?? 'GET',
      path: request.url ?? '/',
      token: request.headers.authorization ?? '',
      body: await bodyOf(request),
    };
    const own = this.#meddling.asked?.(passing);
    if (own === 'lost') return void response.destroy();
    if (own !== undefined) return send(response, own);
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const headers = Object.entries(request.headers).filter(([name]) => !DROPPED.has(name));
    if (passing.token !== '') headers.push(['authorization', passing.token]);
    headers.push(['x-forwarded-host', request.headers.host]);
    const answer = await fetch(new URL(passing.path, this.#target), {
      method: passing.method,
      headers: Object.fromEntries(headers.map(([name, value]) => [name, String(value)])),
      signal: gone.signal,
      ...(passing.body === undefined ? {} : { body: JSON.stringify(passing.body) }),
    });
    const kept = Object.fromEntries([...answer.headers].filter(([name]) => !NOT_PASSED.has(name)));
    if (kept['content-type']?.includes('x-ndjson')) {
      response.writeHead(answer.status, kept);
      return await this.#stream(passing, answer, response);
    }
    const text = await answer.text();
    if (!kept['content-type']?.includes('json'))
      return void response.writeHead(answer.status, kept).end(text);
    const answered = { status: answer.status, headers: kept, body: JSON.parse(text) as Json };
    const changed = this.#meddling.answered?.(passing, answered) ?? answered;
    if (changed === 'lost') response.destroy();
    else send(response, changed);
  }

  async #stream(passing: Passing, answer: Response, response: ServerResponse): Promise<void> {
    if (answer.body === null) return;
    const splitter = new LineSplitter();
    for await (const part of answer.body.pipeThrough(new TextDecoderStream())) {
      for (const text of splitter.take(part)) {
        const lines = text === '' ? undefined : this.#meddling.line?.(passing, JSON.parse(text) as Line);
        if (lines === 'lost') return void response.destroy();
        response.write(
          lines === undefined ? `${text}\n` : lines.map((one) => `${JSON.stringify(one)}\n`).join(''),
        );
      }
    }
    response.end();
  }

  /** Sockets are forwarded byte by byte. */
  #upgrade(request: IncomingMessage, socket: Socket, head: Buffer): void {
    const { hostname, port } = this.#target;
    const onward = connect(Number(port), hostname, () => {
      const lines = [`${request.method} ${request.url} HTTP/1.1`];
      for (let n = 0; n < request.rawHeaders.length; n += 2) {
        lines.push(`${request.rawHeaders[n]}: ${request.rawHeaders[n + 1]}`);
      }
      onward.write(`${lines.join('\r\n')}\r\n\r\n`);
      onward.write(head);
      onward.pipe(socket).pipe(onward);
    });
    this.#sockets.add(onward);
    const cut = () => {
      socket.destroy();
      onward.destroy();
    };
    for (const end of [socket, onward]) {
      end.on('error', cut);
      end.on('close', () => {
        this.#sockets.delete(end);
        cut();
      });
    }
    this.#meddling.socket?.(request.url ?? '', cut);
  }
}

async function bodyOf(request: IncomingMessage): Promise<Json | undefined> {
  let text = '';
  request.setEncoding('utf8');
  for await (const part of request) text += String(part);
  return text === '' ? undefined : (JSON.parse(text) as Json);
}

function send(response: ServerResponse, { status, headers = {}, body }: Answered): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
}
