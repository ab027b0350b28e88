// WebSocket handshakes and framing that no library would send.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from '../chance.ts';
import { type Burst, guest, openLine, shout } from '../line.ts';
import { reserve } from '../visitor.ts';

const HANDSHAKES = 8;
const PATHS = [
  '/',
  '/x/y',
  '/x/__proto__?sessionId=y',
  '/x/constructor?sessionId=y',
  '/x/toString?sessionId=',
  '/a/b/c/d',
  '/x/%2e%2e?sessionId=%00',
  '//x/y',
  '/x/y?sessionId=a&sessionId=b',
  '/%',
  '/x/y?reconnectionToken=__proto__',
  '/x/y?sessionId=y&_authToken=x',
  '/x/y#z',
  '*',
  'http://other/x/y',
  '/x/\u00e9?sessionId=y',
  `/${'x'.repeat(7_000)}`,
];

export async function handshakes(burst: Burst, chance: Chance): Promise<number> {
  const address = chance.address();
  let sent = 0;
  for (let n = 0; n < HANDSHAKES; n++, sent++)
    await shout(burst, address, handshake(chance, chance.pick(PATHS)));
  const token = await guest(burst, address);
  if (token === undefined) return sent;
  const place = await reserve(burst, address, token, `joinById/${burst.publicMatch()}`, { spectate: true });
  sent += 2;
  if (place === undefined) return sent;
  const line = openLine(burst, address);
  line.socket.write(honestHandshake(place.path));
  await sleep(20);
  for (let n = chance.below(30); n >= 0 && !line.socket.destroyed; n--, sent++)
    line.socket.write(framing(chance));
  await sleep(30);
  if (chance.once(2)) line.socket.resetAndDestroy();
  line.socket.destroy();
  return sent;
}

function honestHandshake(path: string): string {
  const headers = [
    'Host: 127.0.0.1',
    'Upgrade: websocket',
    'Connection: Upgrade',
    'Sec-WebSocket-Version: 13',
  ];
  return [`GET ${path} HTTP/1.1`, ...headers, 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', '', ''].join(
    '\r\n',
  );
}

function handshake(chance: Chance, path: string): Buffer {
  const text = honestHandshake(path)
    .replace(
      'Host: 127.0.0.1',
      `Host: ${chance.pick(['127.0.0.1', 'a@x', '', '[::1', 'x/y', 'a b', '127.0.0.1:99999'])}`,
    )
    .replace('Version: 13', `Version: ${chance.pick(['13', '8', '', '99', '13, 13'])}`)
    .replace(
      'Upgrade: websocket',
      `Upgrade: ${chance.pick(['websocket', 'WebSocket', 'h2c', 'websocket, h2c'])}`,
    )
    .replace('GET', chance.pick(['GET', 'GET', 'POST', 'get', 'PRI']));
  const bytes = Buffer.from(text, 'latin1');
  return chance.once(3) ? chance.mutated(bytes) : bytes;
}

/** Unmasked, fragmented, too long, with reserved bits and codes. */
function framing(chance: Chance): Buffer {
  const payload = chance.bytes(60);
  const first = chance.pick([0x00, 0x01, 0x02, 0x80, 0x81, 0x82, 0x83, 0x88, 0x89, 0x8a, 0x8b, 0xc2, 0xf2]);
  const kind = chance.below(5);
  if (kind === 0) return Buffer.concat([Buffer.of(first, payload.length), payload]);
  if (kind === 1) return Buffer.of(first, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1, 2, 3, 4);
  if (kind === 2) return Buffer.of(first, 0xfe, 0x00, 0x01, 1, 2, 3, 4, 5);
  const mask = Buffer.of(1, 2, 3, 4);
  const masked = payload.map((byte, at) => byte ^ (mask[at % 4] ?? 0));
  return Buffer.concat([Buffer.of(kind === 3 ? first & 0x7f : first, 0x80 | payload.length), mask, masked]);
}
