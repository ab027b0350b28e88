// Taking more than one's share: connections, memory, tables, places, time.
import { setTimeout as sleep } from 'node:timers/promises';
import { Packr } from 'msgpackr';
import { families } from '../../../shared/games/index.ts';
import type { Chance } from '../chance.ts';
import { ask, type Burst, guest, openLine, shout } from '../line.ts';
import { reserve, visit } from '../visitor.ts';

const packr = new Packr({ useRecords: false });
/** So many requests at once are handled on one connection. */
const WAITING = 33;
type Greed = (burst: Burst, chance: Chance, address: string) => Promise<number>;

const GREEDS: readonly Greed[] = [
  hoardConnections,
  floodPipelines,
  readNothing,
  neverUseReservations,
  openJunkTables,
  hoardStreams,
  sendSlowly,
  resignAndRematch,
  askForPages,
  breakTheRouter,
  stormAndLeave,
];

export function exhaustion(burst: Burst, chance: Chance): Promise<number> {
  return chance.pick(GREEDS)(burst, chance, chance.address());
}

async function hoardConnections(burst: Burst, chance: Chance, address: string): Promise<number> {
  const count = 20 + chance.below(180);
  const lines = Array.from({ length: count }, () => openLine(burst, address, true));
  for (const { socket } of lines) socket.write('GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
  await sleep(500 + chance.below(2_000));
  for (const { socket } of lines) socket.destroy();
  return count;
}

/** Thousands of requests in one piece on each of many connections; some never read the answers. */
async function floodPipelines(burst: Burst, chance: Chance, address: string): Promise<number> {
  const count = 10 + chance.below(40);
  const many = 10 + chance.below(1_200);
  const { path } = chance.pick(burst.operations.filter(({ method }) => method === 'GET'));
  const host = chance.pick(['Host: 127.0.0.1\r\n', 'Host: 127.0.0.1\r\nExpect: x\r\n', '']);
  const flood = `GET ${path.replace(/\{\w+\}/g, '1')} HTTP/1.1\r\n${host}\r\n`.repeat(many);
  const lines = Array.from({ length: count }, () => openLine(burst, address, true));
  for (const { socket } of lines) {
    if (chance.once(2)) socket.pause();
    socket.write(flood);
  }
  await sleep(1_000);
  for (const { socket } of lines) socket.destroy();
  // Most of a longer flood is not even parsed.
  return count * Math.min(many, WAITING);
}

/** Sends requests and never reads the answers. */
async function readNothing(burst: Burst, chance: Chance, address: string): Promise<number> {
  const token = await guest(burst, address);
  if (token === undefined) return 1;
  const place = await reserve(burst, address, token, `joinById/${burst.publicMatch()}`, { spectate: true });
  const visitor = place === undefined ? undefined : await visit(burst, address, place.path);
  if (visitor === undefined) return 2;
  await sleep(50);
  visitor.socket.pause();
  const question = Buffer.concat([
    Buffer.of(21, 1, 0xaa, ...Buffer.from('news-since')),
    packr.pack({ version: chance.pick([-1, 0]) }),
  ]);
  let sent = 2;
  for (; sent < 150 && visitor.isOpen(); sent++) {
    visitor.send(question);
    if (sent % 8 === 0) await sleep(200);
  }
  visitor.end();
  return sent;
}

async function neverUseReservations(burst: Burst, chance: Chance, address: string): Promise<number> {
  const token = await guest(burst, address);
  if (token === undefined) return 1;
  const count = 20 + chance.below(60);
  for (let n = 0; n < count; n++) {
    const matchId = chance.once(2) ? burst.publicMatch() : burst.privateMatch();
    await reserve(burst, address, token, `joinById/${matchId}`, { spectate: true });
  }
  return count + 1;
}

async function openJunkTables(burst: Burst, chance: Chance, address: string): Promise<number> {
  const token = await guest(burst, address);
  if (token === undefined) return 1;
  const count = 5 + chance.below(20);
  for (let n = 0; n < count; n++)
    await ask(burst, address, 'POST', '/api/v1/tables', {
      token,
      body: { game: chance.pick(families.map(({ id }) => id)) },
    });
  return count + 1;
}

async function hoardStreams(burst: Burst, chance: Chance, address: string): Promise<number> {
  const token = await guest(burst, address);
  if (token === undefined) return 1;
  const count = 5 + chance.below(60);
  const lines = Array.from({ length: count }, () => openLine(burst, address));
  for (const { socket } of lines) {
    socket.write(
      `GET /api/v1/matches/${burst.publicMatch()}/stream?since=0 HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n\r\n`,
    );
    if (chance.once(2)) socket.pause();
  }
  await sleep(500 + chance.below(1_500));
  for (const { socket } of lines) socket.destroy();
  return count;
}

/** Headers or bodies that never end. */
async function sendSlowly(burst: Burst, chance: Chance, address: string): Promise<number> {
  const count = 10 + chance.below(40);
  const lines = Array.from({ length: count }, () => openLine(burst, address, true));
  const begun = chance.pick([
    'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ',
    'POST /api/v1/guests HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{',
    'POST /matchmake/create/borneo HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n',
  ]);
  for (const { socket } of lines) socket.write(begun);
  for (let n = 0; n < 5; n++) {
    await sleep(300);
    for (const { socket } of lines) if (!socket.destroyed) socket.write('a');
  }
  for (const { socket } of lines) socket.destroy();
  return count;
}

async function resignAndRematch(burst: Burst, _chance: Chance, address: string): Promise<number> {
  const token = await guest(burst, address);
  if (token === undefined) return 1;
  const made = await ask(burst, address, 'POST', '/api/v1/tables', {
    token,
    body: { game: 'cabo-da-roca', seats: 2, bots: 1, clock: 'none' },
  });
  let { matchId } = (made?.body['table'] ?? {}) as { matchId?: string };
  let sent = 2;
  for (let n = 0; n < 20 && matchId !== undefined; n++, sent += 3) {
    await ask(burst, address, 'POST', `/api/v1/tables/${matchId}/start`, { token, body: {} });
    await ask(burst, address, 'POST', `/api/v1/matches/${matchId}/commands`, {
      token,
      body: { type: 'resign' },
    });
    await ask(burst, address, 'POST', `/api/v1/tables/${matchId}/rematch`, { token, body: {} });
    const looked = await ask(burst, address, 'GET', `/api/v1/matches/${matchId}`, { token });
    matchId = ((looked?.body['table'] ?? {}) as { rematch?: string | null }).rematch ?? undefined;
  }
  return sent;
}

async function askForPages(burst: Burst, chance: Chance, address: string): Promise<number> {
  const page = chance.pick([
    '/metrics',
    '/health',
    '/ready',
    '/',
    '/api/v1/openapi.json',
    '/api/v1/games',
    '/api/v1/tables',
  ]);
  const count = 100 + chance.below(150);
  const one = `GET ${page} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`;
  for (let left = count; left > 0; left -= 25) await shout(burst, address, Buffer.from(one.repeat(25)), true);
  return count;
}

/** Input that once made the framework's router throw, ten times in a row. */
async function breakTheRouter(burst: Burst, chance: Chance, address: string): Promise<number> {
  const [target, host] = chance.pick([
    ['GET /__healthcheck', 'a@x'],
    ['POST /matchmake/create/b%41', '127.0.0.1'],
    ['POST /matchmake/join/b%41', 'h/matchmake/create/borneo?x='],
    ['GET /x/__proto__?sessionId=y', 'a@x'],
  ] as const);
  const one = `${target} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 0\r\n\r\n`;
  for (let n = 0; n < 15; n++) await shout(burst, address, Buffer.from(one), true);
  return 15;
}

/** All clients connect at the same moment and leave at the next. */
async function stormAndLeave(burst: Burst, chance: Chance, address: string): Promise<number> {
  const token = await guest(burst, address);
  if (token === undefined) return 1;
  const join = async () => {
    const place = await reserve(burst, address, token, `joinById/${burst.publicMatch()}`, { spectate: true });
    const visitor =
      place === undefined
        ? undefined
        : await visit(burst, address, place.path, { acknowledge: chance.once(2) });
    visitor?.end();
  };
  await Promise.all(Array.from({ length: 20 }, join));
  return 40;
}
