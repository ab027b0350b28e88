// A player that uses only HTTP, as authors would write it without knowing our code.
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { LineSplitter } from '../../shared/protocol/line-splitter.ts';
import { type Answered, ask } from './start.ts';

interface StreamLine {
  readonly type: string;
  readonly version: number;
  readonly [field: string]: unknown;
}

export class HttpStream {
  readonly lines: StreamLine[] = [];
  /** Empty lines. */
  beats = 0;
  status = 0;
  closed = false;
  text = '';
  readonly #request: ClientRequest;
  #response: IncomingMessage | undefined;
  #ended: (() => void) | undefined;
  readonly #splitter = new LineSplitter();

  constructor(port: number, path: string, headers: Record<string, string>) {
    this.#request = httpRequest({ port, path, host: '127.0.0.1', agent: false, headers }, (response) => {
      this.#response = response;
      this.status = response.statusCode ?? 0;
      response.setEncoding('utf8');
      response.on('data', (part: string) => this.#take(part));
      response.on('close', () => {
        this.closed = true;
        this.#ended?.();
      });
      response.on('error', () => {});
    });
    this.#request.on('error', () => {
      this.closed = true;
    });
    this.#request.end();
  }

  of(type: string): StreamLine[] {
    return this.lines.filter((line) => line.type === type);
  }

  get last(): StreamLine | undefined {
    return this.lines.at(-1);
  }

  onEnd(ended: () => void): void {
    this.#ended = ended;
  }

  /** Stops reading, like a program that hangs. */
  pause(): void {
    this.#response?.pause();
  }

  resume(): void {
    this.#response?.resume();
  }

  close(): void {
    this.#request.destroy();
  }

  #take(part: string): void {
    this.text += part;
    if (this.status !== 200) return;
    for (const line of this.#splitter.take(part)) {
      if (line === '') this.beats += 1;
      else this.lines.push(JSON.parse(line) as StreamLine);
    }
  }
}

export class HttpPlayer {
  readonly token: string;
  readonly #port: number;

  constructor(port: number, token: string) {
    this.#port = port;
    this.token = token;
  }

  static async guest(port: number, name: string, headers: Record<string, string> = {}): Promise<HttpPlayer> {
    const body = JSON.stringify({ name });
    const made = await ask(port, '/api/v1/guests', { method: 'POST', headers, body });
    if (made.status !== 201) throw new Error(made.text);
    return new HttpPlayer(port, String(made.json()['token']));
  }

  get headers(): Record<string, string> {
    return this.token === '' ? {} : { Authorization: `Bearer ${this.token}` };
  }

  send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answered> {
    return ask(this.#port, `/api/v1${path}`, {
      method,
      headers: { ...this.headers, ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answered> {
    return this.send('GET', path, undefined, headers);
  }

  post(path: string, body: unknown = {}, headers: Record<string, string> = {}): Promise<Answered> {
    return this.send('POST', path, body, headers);
  }

  /** As a page of this server sends it, under a name that has passkeys. */
  fromPage(path: string, body: unknown = {}): Promise<Answered> {
    const host = `localhost:${this.#port}`;
    return this.post(path, body, { Host: host, Origin: `http://${host}` });
  }

  stream(matchId: string, query = '', headers: Record<string, string> = {}): HttpStream {
    const path = `/api/v1/matches/${matchId}/stream${query}`;
    return new HttpStream(this.#port, path, { ...this.headers, ...headers });
  }
}
