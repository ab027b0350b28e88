// Raw bytes over TCP: for requests that no HTTP client would send.
import { connect, type Socket } from 'node:net';

interface RawAnswer {
  /** 0 if the connection was closed without one. */
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/** A connection from one of the many addresses of this machine. */
export function dial(port: number, localAddress = '127.0.0.1'): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    socket.once('connect', () => resolve(socket));
    socket.once('error', reject);
  });
}

/** Sends, ends its side, and reads one answer, or until the server closes. */
export async function raw(
  port: number,
  bytes: string | Buffer,
  localAddress = '127.0.0.1',
): Promise<RawAnswer> {
  const socket = await dial(port, localAddress);
  const answer = answerOf(socket);
  socket.end(bytes);
  return await answer.finally(() => socket.destroy());
}

/** One request and its answer on a connection that stays open. */
export function exchange(socket: Socket, bytes: string | Buffer): Promise<RawAnswer> {
  const answer = answerOf(socket);
  socket.write(bytes);
  return answer;
}

function answerOf(socket: Socket): Promise<RawAnswer> {
  return new Promise((resolve) => {
    let text = '';
    const done = () => {
      socket.off('data', onData).off('close', done).off('error', done);
      const [head = '', body = ''] = text.split('\r\n\r\n');
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), head, body });
    };
    const onData = (part: Buffer) => {
      text += part.toString('latin1');
      if (isWhole(text)) done();
    };
    socket.on('data', onData).on('close', done).on('error', done);
  });
}

function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return false;
  if (/^HTTP\/1\.1 (?:101|204)/.test(text)) return true;
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(text.slice(0, end + 2))?.[1] ?? Number.NaN);
  return text.length >= end + 4 + length;
}

/** A request with the usual headers, or with others instead. */
export function requestText(
  line: string,
  headers: readonly string[] = ['Host: 127.0.0.1'],
  body = '',
): string {
  return [line, ...headers, `Content-Length: ${Buffer.byteLength(body)}`, '', body].join('\r\n');
}

export function upgradeText(path: string, headers: readonly string[] = ['Host: 127.0.0.1']): string {
  return [
    `GET ${path} HTTP/1.1`,
    ...headers,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    '',
    '',
  ].join('\r\n');
}
