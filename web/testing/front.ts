// A proxy in front of a server, whose server can be away, or be replaced by one with another client.
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

/** `gone`: nobody answers; `away`: the proxy does, its server does not. */
type State = 'open' | 'away' | 'gone';

const SCRIPT = /\/web\/main-[A-Z0-9]{8}\.js/;
const NEW_SCRIPT = '/web/main-UPGRADED.js';
const NEW_BUILD = 'fedcba9876543210';

/** What the client was before. */
interface Before {
  readonly script: string;
  readonly build: string;
}

export class Front {
  readonly #server = createServer((asked, response) => this.#pass(asked, response));
  readonly #sockets = new Set<Socket>();
  #state: State = 'open';
  #behind: number;
  #before: Before | undefined;

  private constructor(behind: number) {
    this.#behind = behind;
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
      if (this.#state === 'gone') socket.destroy();
    });
    this.#server.on('upgrade', (asked, socket: Socket, head) => this.#join(asked, socket, head));
  }

  static async before(behind: number): Promise<Front> {
    const front = new Front(behind);
    await new Promise<void>((resolve) => {
      front.#server.listen(0, '127.0.0.1', resolve);
    });
    return front;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Open connections are cut. */
  become(state: State): void {
    this.#state = state;
    for (const socket of this.#sockets) socket.destroy();
  }

  /** From now on it stands before another server. */
  turnTo(behind: number): void {
    this.#behind = behind;
    this.become('open');
  }

  /** From now on the server's client is another version with another first script; the old script is gone. */
  async upgrade(): Promise<void> {
    const read = async (path: string) => {
      const headers = { accept: path === '/' ? 'text/html' : '*/*' };
      return await (await fetch(`http://127.0.0.1:${this.#behind}${path}`, { headers })).text();
    };
    const { build } = JSON.parse(await read('/web/build.json')) as { build: string };
    this.#before = { build, script: SCRIPT.exec(await read('/'))?.[0] ?? '' };
  }

  async close(): Promise<void> {
    this.become('gone');
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
  }

  #pass(asked: IncomingMessage, response: ServerResponse): void {
    const { url = '/', method, headers } = asked;
    const isLost = url === this.#before?.script;
    if (this.#state === 'away' || isLost) {
      response.writeHead(isLost ? 404 : 502).end();
      return;
    }
    const path = url === NEW_SCRIPT ? (this.#before?.script ?? url) : url;
    const { 'if-none-match': _known, ...fresh } = headers;
    // What is changed on the way must be readable, and is new to everyone who asks.
    const changed = { ...fresh, 'accept-encoding': 'identity' };
    const there = { port: this.#behind, path, method, headers: this.#before ? changed : headers };
    const onward = request(there, (answer) => this.#answer(answer, url, response));
    onward.on('error', () => response.destroy());
    asked.pipe(onward);
  }

  #answer(answer: IncomingMessage, url: string, response: ServerResponse): void {
    const { statusCode = 500, headers } = answer;
    const before = this.#before;
    const isText = /html|javascript|json/.test(headers['content-type'] ?? '') && !url.startsWith('/api/');
    if (before === undefined || !isText) {
      response.writeHead(statusCode, headers);
      answer.pipe(response);
      return;
    }
    const { 'content-length': _length, etag: _tag, ...rest } = headers;
    let text = '';
    answer.setEncoding('utf8');
    answer.on('data', (part: string) => {
      text += part;
    });
    answer.on('end', () => {
      const upgraded = text.replaceAll(before.script, NEW_SCRIPT).replaceAll(before.build, NEW_BUILD);
      response.writeHead(statusCode, rest).end(upgraded);
    });
  }

  /** A socket, byte by byte. */
  #join(asked: IncomingMessage, socket: Socket, head: Buffer): void {
    const there = connect(this.#behind, '127.0.0.1');
    const lines = [`${asked.method} ${asked.url} HTTP/1.1`];
    const { rawHeaders } = asked;
    for (let at = 0; at < rawHeaders.length; at += 2) lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
    there.write(`${lines.join('\r\n')}\r\n\r\n`);
    there.write(head);
    socket.pipe(there).pipe(socket);
    socket.on('error', () => there.destroy());
    there.on('error', () => socket.destroy());
    socket.on('close', () => there.destroy());
  }
}
