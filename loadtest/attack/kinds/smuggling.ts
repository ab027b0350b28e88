// Two requests in what may be taken for one: a proxy in front of the server must not see another end of a
// request than the server does. A hidden request is never answered.
import type { Chance } from '../chance.ts';
import { type Burst, shout } from '../line.ts';

const ROUNDS = 12;
const HIDDEN = 'GET /hidden HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n';
const JSON_TYPE = 'Content-Type: application/json';

/** Each of these is refused, or answered once. */
const AMBIGUOUS: readonly ((hidden: string) => string)[] = [
  (hidden) =>
    post([`Content-Length: ${hidden.length + 5}`, 'Transfer-Encoding: chunked'], `0\r\n\r\n${hidden}`),
  (hidden) => post(['Transfer-Encoding: chunked', 'Content-Length: 5'], `0\r\n\r\n${hidden}`),
  (hidden) => post(['Content-Length: 0', `Content-Length: ${hidden.length}`], hidden),
  (hidden) => post([`Content-Length: 0, ${hidden.length}`], hidden),
  (hidden) => post(['Content-Length: +0'], hidden),
  (hidden) => post(['Content-Length: 0x0'], hidden),
  (hidden) => post(['Content-Length : 0'], hidden),
  (hidden) => post(['Transfer-Encoding : chunked'], `0\r\n\r\n${hidden}`),
  (hidden) => post(['Transfer-Encoding:\x0bchunked'], `0\r\n\r\n${hidden}`),
  (hidden) => post(['Transfer-Encoding: xchunked'], `0\r\n\r\n${hidden}`),
  (hidden) => post(['Transfer-Encoding: chunked, identity'], `0\r\n\r\n${hidden}`),
  (hidden) => post(['Transfer-Encoding: identity', 'Content-Length: 0'], hidden),
  (hidden) => post(['Transfer-Encoding: chunked'], `0 \n\r\n${hidden}`),
  (hidden) => post(['Transfer-Encoding: chunked'], `0x0\r\n\r\n${hidden}`),
  (hidden) => post(['Transfer-Encoding: chunked'], `2;\n{}\r\n0\r\n\r\n${hidden}`),
  (hidden) => post(['Transfer-Encoding: chunked'], `ffffffffffffffff0\r\n\r\n${hidden}`),
  (hidden) => post(['X: y\n', 'Content-Length: 0'], hidden),
  (hidden) => post(['X: y\r\r', 'Content-Length: 0'], hidden),
  (hidden) => post(['X: y', ' Content-Length: 0'], hidden),
  (hidden) => post([`X: y\r${hidden}`], ''),
  // Methods without a body that have one all the same.
  (hidden) => text('GET /health HTTP/1.1', [`Content-Length: ${hidden.length}`], hidden),
  (hidden) => text('HEAD /health HTTP/1.1', [`Content-Length: ${hidden.length}`], hidden),
  (hidden) => text('OPTIONS / HTTP/1.1', [`Content-Length: ${hidden.length}`], hidden),
  // After an answer that ends the connection, or on one that became something else.
  (hidden) => text('GET // HTTP/1.1', [], hidden),
  (hidden) => text('GET /health HTTP/1.1', ['Connection: close'], hidden),
  (hidden) => text('GET /health HTTP/1.0', ['Content-Length: 0'], hidden),
  (hidden) => text('CONNECT 127.0.0.1:80 HTTP/1.1', [], hidden),
  (hidden) => text('GET / HTTP/1.1', ['Connection: Upgrade', 'Upgrade: websocket'], hidden),
];

export async function smuggling(burst: Burst, chance: Chance): Promise<number> {
  const address = chance.address();
  for (let n = 0; n < ROUNDS; n++) {
    const sent = chance.pick(AMBIGUOUS)(HIDDEN);
    const answer = await shout(burst, address, Buffer.from(sent, 'latin1'));
    const answers = answer.split(/^HTTP\/1\.1 (?!100)/m).length - 1;
    if (answers > 1)
      burst.eyes.find(`a hidden request was answered: ${JSON.stringify(sent)}`, burst.kind, burst.seed);
  }
  return ROUNDS;
}

function post(headers: readonly string[], rest: string): string {
  return text('POST /api/v1/guests/renew HTTP/1.1', [JSON_TYPE, ...headers], rest);
}

function text(line: string, headers: readonly string[], rest: string): string {
  return [line, 'Host: 127.0.0.1', ...headers, '', rest].join('\r\n');
}
