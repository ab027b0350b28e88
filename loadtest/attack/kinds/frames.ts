// Frames: valid ones, mutated ones, and the protocol in the wrong order.
import { setTimeout as sleep } from 'node:timers/promises';
import { Packr } from 'msgpackr';
import type { Chance } from '../chance.ts';
import { type Burst, guest } from '../line.ts';
import { reserve, visit } from '../visitor.ts';

const JOIN_ROOM = 10;
const ROOM_DATA = 13;
const ROOM_REQUEST = 21;
const CODES = [0, 9, JOIN_ROOM, 11, 12, ROOM_DATA, 14, 15, 16, 17, 18, 19, 20, ROOM_REQUEST, 22, 23, 255];
const REQUESTS: readonly (readonly [string, object])[] = [
  ['legal', {}],
  ['news-since', { version: 0 }],
  ['news-since', { version: -1 }],
  ['history', { from: 0, count: 1000 }],
  ['history', { as: 'all' }],
  ['chat', { text: 'hello' }],
  ['mute', { seat: 1, muted: true }],
  ['language', { language: 'fr' }],
  ['start', {}],
  ['ready', { ready: true }],
  ['take-seat', { seat: 0 }],
  ['leave-seat', {}],
  ['take-seat', { seat: 0, invitation: 'p7qk2wz9bxnf5h3t.r8d4m6y2kvw3' }],
  ['give-up-seat', {}],
  ['set-start-time', { startsAt: 1e15 }],
  ['close-table', {}],
  ['abandon', { agree: true }],
  ['set-seat', { seat: 1, occupant: 'bot' }],
  ['accept-newcomer', { name: 'Dan' }],
  ['ask-undo', { to: 0 }],
  ['answer-undo', { question: 0, agree: true }],
  ['hand-over', { playing: false }],
  ['rematch', {}],
  ['place-merchant', { decision: 8, company: 'red' }],
  ['resign', {}],
  ['__proto__', {}],
  ['', {}],
];
/** With more per second the server rightly closes the connection. */
const FRAMES = 40;
const packr = new Packr({ useRecords: false });

/** Connections of one guest, one after the other. */
const VISITS = 4;

export async function frames(burst: Burst, chance: Chance): Promise<number> {
  const address = chance.address();
  const token = await guest(burst, address);
  if (token === undefined) return 1;
  const own = chance.once(3)
    ? await reserve(burst, address, token, 'create/borneo', { bots: chance.below(3), clock: 'none' })
    : undefined;
  const matchId = own?.matchId ?? burst.publicMatch();
  let sent = 2;
  for (let n = 0; n < VISITS; n++) {
    const place =
      n === 0 && own !== undefined
        ? own
        : await reserve(burst, address, token, `joinById/${matchId}`, own ? {} : { spectate: true });
    if (place === undefined) return sent + 1;
    sent += 1 + (await sendFrames(burst, chance, address, place.path));
  }
  return sent;
}

async function sendFrames(burst: Burst, chance: Chance, address: string, path: string): Promise<number> {
  const visitor = await visit(burst, address, path, { acknowledge: !chance.once(5) });
  if (visitor === undefined) return 1;
  if (chance.once(6)) visitor.socket.pause();
  let sent = 1;
  for (let n = 0; n < FRAMES && visitor.isOpen(); n++, sent++) {
    visitor.send(frame(chance));
    if (n % 8 === 7) await sleep(2);
  }
  await sleep(40);
  if (chance.once(3)) visitor.end();
  else if (chance.once(2))
    visitor.socket.close(chance.pick([1000, 3000, 4000, 4999]), 'x'.repeat(chance.below(100)));
  else visitor.socket.close();
  visitor.socket.resume();
  await sleep(10);
  visitor.end();
  return sent;
}

function frame(chance: Chance): Uint8Array {
  const kind = chance.below(8);
  if (kind === 0) return chance.bytes(200);
  if (kind === 1) return Buffer.concat([Buffer.of(chance.pick(CODES)), chance.bytes(80)]);
  if (kind === 2) return Buffer.of(chance.pick(CODES));
  if (kind === 3) return nested(chance);
  const [type, payload] = chance.pick(REQUESTS);
  const honest = message(chance, type, packr.pack(chance.once(2) ? payload : chance.distorted(payload)));
  return kind === 4 ? honest : chance.mutated(honest);
}

function message(chance: Chance, type: string, payload: Uint8Array): Uint8Array {
  const name = Buffer.from(type);
  const head = chance.once(3)
    ? Buffer.of(ROOM_DATA, 0xa0 | name.length)
    : Buffer.of(ROOM_REQUEST, chance.below(128), 0xa0 | name.length);
  return Buffer.concat([head, name, payload]);
}

/** Nested lists, extensions and lengths beyond the data. */
function nested(chance: Chance): Uint8Array {
  const head = Buffer.of(ROOM_REQUEST, 1, 0xa5, ...Buffer.from('legal'));
  const body = chance.pick([
    Buffer.alloc(1 + chance.below(3_000), 0x91),
    Buffer.alloc(1 + chance.below(3_000), 0x81),
    Buffer.of(0xdd, 0xff, 0xff, 0xff, 0xff),
    Buffer.of(0xdf, 0x7f, 0xff, 0xff, 0xff),
    Buffer.of(0xc6, 0xff, 0xff, 0xff, 0xff),
    Buffer.of(0xd4, 0x69, 0x00),
    Buffer.of(0xd4, 0x72, 0x40, 0x91, 0xa1, 0x61, 0x01),
    Buffer.of(0xd6, chance.below(256), 1, 2, 3, 4),
    Buffer.of(0xc7, chance.below(40), chance.below(256), ...chance.bytes(40)),
    Buffer.of(0xcf, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff),
    Buffer.of(0xcb, 0x7f, 0xf8, 0, 0, 0, 0, 0, 0),
  ]);
  return chance.once(4) ? Buffer.of(0xd4, 0x69, 0x00) : Buffer.concat([head, body]);
}
