// Requests, streams and sockets through a process that does not own the match, over real connections.
import { type AddressInfo, createServer, type Server } from 'node:net';
import { Client } from '@colyseus/sdk';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Peer } from '../../../rooms/berth/cluster.ts';
import { alone } from '../../../rooms/berth/cluster.ts';
import { StoreError } from '../../../rooms/life/store-error.ts';
import { TestPlayer, until } from '../../../rooms/testing/player.ts';
import { RawClient, reserve } from '../../../rooms/testing/raw-client.ts';
import { loadKey } from '../../people/identity.ts';
import { type Entry, type EntryOptions, startEntry } from '../../testing/entry.ts';
import { HttpPlayer } from '../../testing/http-player.ts';
import { dial, exchange, raw, requestText, upgradeText } from '../../testing/raw.ts';
import { ask, type Running, startServer } from '../../testing/start.ts';
import { SEAL_HEADER, Seals } from './seal.ts';

const OWNER = 7;
let owner: Running;
let entry: Entry;
let key: Uint8Array;
let more: Entry[] = [];

beforeAll(async () => {
  owner = await startServer({
    rooms: true,
    environment: { RATE_LIMITS: 'off', TABLE_SLEEP_SECONDS: '600', MEMBER_NAME: 'quay-7' },
    overrides: { ownership: { ...alone, self: OWNER } },
    limits: { heartbeatSeconds: 0.1, requestsPerMinute: 300, socketsPerAddress: 2 },
    roomLimits: { reconnectSeconds: 30, maxUnsentBytes: 64 * 1024, chatLength: 500 },
  });
  key = loadKey(owner.folder);
  entry = await startEntry({ key, self: 1, ownerOf });
});
afterEach(async () => {
  await Promise.all(more.map((one) => one.stop()));
  more = [];
});
afterAll(async () => {
  await entry.stop();
  await owner.stop();
});

const peer = (): Peer => ({ number: OWNER, address: `127.0.0.1:${owner.port}` });
const ownerOf = () => Promise.resolve(peer());
const another = async (options: Partial<EntryOptions> = {}): Promise<Entry> => {
  const made = await startEntry({ key, self: 2, ownerOf, ...options });
  more.push(made);
  return made;
};

let people = 0;
/** A guest whose requests go through this process. */
async function guest(through: { readonly port: number } = entry): Promise<HttpPlayer> {
  people += 1;
  const { token } = await HttpPlayer.guest(owner.port, `p${people}`);
  return new HttpPlayer(through.port, token);
}

/** A table of one guest, opened at its owner. */
async function table(through = entry): Promise<{ id: string; ann: HttpPlayer }> {
  const ann = await guest(through);
  const made = await new HttpPlayer(owner.port, ann.token).post('/tables', { game: 'toy', clock: 'none' });
  return { id: String((made.json()['table'] as { matchId: string }).matchId), ann };
}

function sdk(token: string, url = entry.url): Client {
  const client = new Client(url);
  client.auth.token = token;
  return client;
}

describe('requests', () => {
  test('are answered by the owner of the match, as if sent there', async () => {
    const { id, ann } = await table();
    const bob = await guest();
    expect((await bob.post(`/tables/${id}/seat`)).json()).toEqual({ seat: 1 });
    expect((await ann.post(`/tables/${id}/start`)).status).toBe(204);
    const there = await new HttpPlayer(owner.port, ann.token).get(`/matches/${id}/legal`);
    const here = await ann.get(`/matches/${id}/legal`);
    expect([here.status, here.text]).toEqual([200, there.text]);
    const without = ({ date: _date, ...headers }: typeof here.headers) => headers;
    expect(without(here.headers)).toEqual(without(there.headers));
    const [command] = here.json()['commands'] as object[];
    expect((await ann.post(`/matches/${id}/commands`, command)).json()).toEqual({ version: 1 });
    const refused = await ann.get(`/matches/${id}/history?from=x`, { 'Accept-Language': 'fr' });
    expect([refused.status, refused.headers['content-language']]).toEqual([400, 'fr']);
    expect((await bob.get(`/matches/${id}`)).json()).toMatchObject({ version: 1, seat: 1 });
  });

  test('find the match by an invitation', async () => {
    const ann = await guest();
    const there = new HttpPlayer(owner.port, ann.token);
    const made = await there.post('/tables', { game: 'toy', visibility: 'private' });
    const bob = await guest();
    const joined = await bob.post('/join', { invitation: made.json()['invitation'] });
    expect(joined.json()).toMatchObject({ seat: 1 });
  });

  test('that concern no match, or a record, are not passed on', async () => {
    const { id, ann } = await table();
    for (const path of ['/me/seats', '/tables', `/matches/${id}/record`])
      expect((await ann.get(path)).status).toBe(501);
  });

  test('are refused here if they are invalid, and count for their own address once', async () => {
    const { id, ann } = await table();
    // More than the other process admits from one address, all through this one.
    const answers = await Promise.all(Array.from({ length: 400 }, () => ann.get(`/tables/${id}`)));
    expect(answers.map(({ status }) => status).filter((status) => status !== 200)).toEqual([]);
    const few = await another({ limits: { requestsPerMinute: 5 } });
    const through = new HttpPlayer(few.port, ann.token);
    const limited = await Promise.all(Array.from({ length: 7 }, () => through.get(`/tables/${id}`)));
    expect(limited.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 429, 429]);
    const seen = await through.get(`/tables/${id}`);
    expect(seen.status).toBe(429);
  });

  test('are built anew: only known parts are passed on, and a pipelined request is passed on separately', async () => {
    const heard = await listen(requestText('HTTP/1.1 200 OK', ['Content-Type: application/json'], '{}'));
    const at = await another({
      ownerOf: () => Promise.resolve({ number: 9, address: `127.0.0.1:${heard.port}` }),
    });
    const headers = [
      'Host: 127.0.0.1',
      'Authorization: Bearer abc',
      'Content-Type: application/json; charset=utf-8',
      'Connection: x-real-ip, authorization',
      'X-Real-IP: 9.9.9.9',
      'X-Forwarded-For: 9.9.9.9',
      'X-Other: 1',
    ];
    const first = requestText('POST /api/v1/matches/a/commands?x=1 HTTP/1.1', headers, '{"a": 1}');
    const second = requestText('GET /api/v1/matches/b HTTP/1.1');
    const socket = await dial(at.port);
    expect((await exchange(socket, first + second)).status).toBe(200);
    await until(() => heard.text().includes('/matches/b'), 'both');
    const [one = '', two = ''] = heard.text().split(/(?=GET )/);
    const [head = '', body] = one.split('\r\n\r\n');
    const names = head.split('\r\n').map((line) => line.replace(/:.*/, '').toLowerCase());
    expect(names.toSorted()).toEqual(
      [
        'post /api/v1/matches/a/commands?x=1 http/1.1',
        'authorization',
        'content-length',
        'content-type',
        'connection',
        'host',
        SEAL_HEADER,
      ].toSorted(),
    );
    expect(body).toBe('{"a": 1}');
    expect(head).not.toContain('9.9.9.9');
    expect(two).toMatch(/^GET \/api\/v1\/matches\/b HTTP\/1\.1\r\n/);
    socket.destroy();
    heard.close();
  });

  test('do not loop between two processes that each believe the other owns the match', async () => {
    const asked: string[] = [];
    const places: Peer[] = [];
    const pointing = (self: number, to: number) =>
      another({
        self,
        claimedBy: peer(),
        ownerOf: () => {
          asked.push(`${self}`);
          return Promise.resolve(places[to]);
        },
      });
    const pair = [await pointing(0, 1), await pointing(1, 0)];
    for (const [number, { port }] of pair.entries()) places.push({ number, address: `127.0.0.1:${port}` });
    const { ann } = await table();
    const answer = await new HttpPlayer(pair[0]?.port ?? 0, ann.token).get('/matches/m');
    expect([answer.status, answer.json()['code']]).toEqual([503, 'shutting-down']);
    expect(answer.headers['retry-after']).toBe('2');
    // The second one never looked up the owner.
    expect(asked).toEqual(['0', '0', '0', '0']);
  });

  test('reach a match that moved meanwhile, and one whose process does not answer', async () => {
    const { id, ann } = await table();
    const [empty, gone] = [await another({ self: 3, claimedBy: peer() }), await listen('')];
    gone.close();
    const wrong: Peer[] = [
      { number: 3, address: `127.0.0.1:${empty.port}` },
      { number: 4, address: `127.0.0.1:${gone.port}` },
    ];
    const at = await another({ ownerOf: () => Promise.resolve(wrong.shift() ?? peer()) });
    const answer = await new HttpPlayer(at.port, ann.token).post(`/tables/${id}/chat`, { text: 'here' });
    expect(answer.status).toBe(204);
    const counted = await at.metrics();
    for (const outcome of ['misdirected', 'unreachable', 'answered'])
      expect(counted).toContain(`quayside_passed_on_total{kind="request",outcome="${outcome}"} 1`);
  });

  test('whose answer is lost are repeated only if they change nothing', async () => {
    const breaks = await listen(undefined);
    const broken: Peer = { number: 5, address: `127.0.0.1:${breaks.port}` };
    const { id, ann } = await table();
    let asked = 0;
    const at = await another({ ownerOf: () => Promise.resolve(asked++ === 0 ? broken : peer()) });
    const through = new HttpPlayer(at.port, ann.token);
    expect((await through.get(`/tables/${id}`)).status).toBe(200);
    asked = 0;
    const doubtful = await through.post(`/tables/${id}/chat`, { text: 'once?' });
    expect([doubtful.status, doubtful.json()['code']]).toEqual([503, 'outcome-unknown']);
    expect(asked).toBe(1);
    breaks.close();
  });

  test('about a match are answered with the name of its process, whichever it is asked of', async () => {
    const { id, ann } = await table();
    const named = await another({ name: 'quay-2' });
    const through = new HttpPlayer(named.port, ann.token);
    const nameIn = ({ headers }: { headers: Readonly<Record<string, unknown>> }) =>
      headers['quayside-member'];
    const member = { 'Quayside-Member': 'nobody' };
    expect(nameIn(await through.get(`/tables/${id}`, member))).toBe('quay-7');
    expect(nameIn(await through.post('/tables', { game: 'toy' }))).toBe('quay-2');
    const there = new HttpPlayer(owner.port, ann.token);
    expect(nameIn(await there.post('/tables', { game: 'toy' }))).toBe('quay-7');
    for (const path of ['/tables', '/me/seats', '/games', `/matches/${id}/record`])
      expect([path, nameIn(await there.get(path))]).toEqual([path, undefined]);
  });

  test.each([
    ['closed', 'shutting-down'],
    ['failed', 'storage-unavailable'],
  ] as const)(
    'whose owner cannot be looked up, since the store is %s, are refused with %s',
    async (why, code) => {
      const at = await another({ ownerOf: () => Promise.reject(new StoreError(why, 'no answer')) });
      const answer = await ask(at.port, '/api/v1/matches/m');
      expect([answer.status, answer.json()['code']]).toEqual([503, code]);
    },
  );

  test('for a match without an owner are answered here', async () => {
    const at = await another({ ownerOf: () => Promise.resolve(undefined) });
    expect((await ask(at.port, '/api/v1/matches/m')).status).toBe(501);
  });
});

describe('streams', () => {
  test('pass line by line, and end on both sides when the client leaves', async () => {
    const { id, ann } = await table();
    const bob = await guest();
    await bob.post(`/tables/${id}/seat`);
    const stream = bob.stream(id);
    await until(() => stream.lines.length > 0, 'the first line');
    expect(stream.lines[0]).toMatchObject({ type: 'full', seat: 1 });
    await ann.post(`/tables/${id}/chat`, { text: 'Bonjour !' });
    await until(() => stream.of('chat').length === 1 && stream.beats > 2, 'chat and heartbeats');
    const connected = async () => {
      const { seats } = (await ann.get(`/tables/${id}`)).json()['table'] as {
        seats: { connected: boolean }[];
      };
      return seats[1]?.connected;
    };
    expect(await connected()).toBe(true);
    expect(entry.peers.count).toBe(1);
    stream.close();
    await until(() => entry.peers.count === 0, 'its end here');
    const seen = owner.quayside.metrics;
    await eventually(async () => (await seen.text()).includes('quayside_clients 0'), 'its end there');
  });

  test('end at once when the process is gone, and are reopened', async () => {
    const { id, ann } = await table();
    const stream = ann.stream(id);
    await until(() => stream.lines.length > 0, 'the first line');
    entry.lose({ number: 12, address: 'elsewhere:1' });
    expect(stream.closed).toBe(false);
    entry.lose(peer());
    await until(() => stream.closed, 'the end');
    const again = ann.stream(id, '?since=-1');
    await until(() => again.lines.length > 0, 'the first line');
    again.close();
  });

  test('of a client that does not read are closed by the owner of the match', async () => {
    const { id, ann } = await table();
    const slow = (await guest()).stream(id);
    await until(() => slow.lines.length > 0, 'the first line');
    slow.pause();
    const talker = new TestPlayer(await sdk(ann.token).joinById(id, {}));
    const text = 'x'.repeat(500);
    await until(() => {
      for (let n = 0; n < 200; n++) talker.room.send('chat', { text });
      return owner.captured.text().includes('slow consumer disconnected');
    }, 'the cut');
    talker.room.connection.close(4010);
    await until(() => entry.peers.count === 0, 'its end');
    slow.close();
  }, 180_000);

  test('are limited in number', async () => {
    const { id, ann } = await table();
    const at = await another({ limits: { passedOn: 1 } });
    const through = new HttpPlayer(at.port, ann.token);
    const stream = through.stream(id);
    await until(() => stream.lines.length > 0, 'the first line');
    const refused = await through.get(`/tables/${id}`);
    expect([refused.status, refused.json()['code']]).toEqual([503, 'server-full']);
    stream.close();
    await until(() => at.peers.count === 0, 'a free place');
    expect((await through.get(`/tables/${id}`)).status).toBe(200);
  });
});

describe('sockets', () => {
  test('the SDK joins, plays and reconnects', async () => {
    const { id, ann } = await table();
    const bob = await guest();
    const host = new TestPlayer(await sdk(ann.token).joinById(id, {}));
    const other = new TestPlayer(await sdk(bob.token).joinById(id, {}));
    await until(() => host.state?.table?.seats?.[1]?.name !== undefined, 'both');
    await host.send('start');
    await until(() => other.state.version === 0 && host.state.decisions.length > 0, 'the start');
    const actor = [host, other].find(({ decision }) => decision !== undefined);
    expect(await actor?.playAny()).toBe(1);
    await until(() => host.state.version === 1 && other.state.version === 1, 'the move');
    // As if the network broke.
    other.room.connection.close(4010);
    await until(() => host.state.table.seats[1]?.connected === false, 'the break');
    const back = new TestPlayer(await sdk(bob.token).reconnect(other.room.reconnectionToken));
    await until(() => back.seat === 1 && host.state.table.seats[1]?.connected === true, 'the return');
    expect(back.state.version).toBe(1);
    await Promise.all([host.room.leave(), back.room.leave()]);
    await until(() => entry.peers.count === 0, 'the end');
  });

  test('count for their own address once', async () => {
    const { id } = await table();
    // The other process admits two from one address.
    const clients = [];
    for (let n = 0; n < 5; n++)
      clients.push(await sdk((await guest()).token).joinById(id, { spectate: true }));
    expect(entry.peers.count).toBe(5);
    await Promise.all(clients.map((room) => room.leave()));
    await until(() => entry.peers.count === 0, 'the end');
  });

  test('end at once when the process is gone', async () => {
    const { id, ann } = await table();
    const player = new TestPlayer(await sdk(ann.token).joinById(id, {}));
    await until(() => player.matchId !== '', 'welcome');
    entry.lose(peer());
    await until(() => player.left !== undefined, 'the end');
    expect(player.left).toBe(1006);
  });

  test('an invalid handshake is refused here, one for an unknown reservation at the owner', async () => {
    const { id } = await table();
    const refused = await raw(
      entry.port,
      upgradeText(`/p/${id}?sessionId=x`, ['Host: 127.0.0.1', 'Sec-WebSocket-Key: short']),
    );
    expect(refused.status).toBe(0);
    const unknown = await RawClient.connect(entry.url, { processId: 'p', roomId: id, sessionId: 'x' });
    await until(() => unknown.closed !== undefined, 'the end');
    expect(unknown.closed?.code).toBe(4002);
  });
});

describe('a process that is leaving', () => {
  test('leaves sockets that name it to the next one, and still connects others', async () => {
    const { id, ann } = await table();
    const at = await another({ name: 'quay-1' });
    const statusFor = async (name: string) => {
      const place = await reserve(at.url, ann.token, `joinById/${id}`);
      if (typeof place === 'string') throw new Error(place);
      const path = `/${name}/${id}?sessionId=${place.sessionId}`;
      return (await raw(at.port, upgradeText(path))).status;
    };
    expect(await statusFor('quay-1')).toBe(101);
    at.leave();
    expect([await statusFor('quay-1'), await statusFor('quay-2')]).toEqual([0, 101]);
    await until(() => at.peers.count === 0, 'the end');
  });
});

describe('strangers', () => {
  const seals = () => new Seals(key, Date.now);
  const body = Buffer.from('');
  const sealed = { method: 'GET', address: '203.0.113.9', token: undefined, body, to: OWNER };
  const send = (target: string, header: string) =>
    ask(owner.port, target, { headers: { [SEAL_HEADER]: header } });

  test('a seal is valid only once, and only for the request it was made for', async () => {
    const target = '/api/v1/games';
    const genuine = seals().seal({ ...sealed, target });
    expect((await send(target, genuine)).status).toBe(200);
    const [time, nonce, from, digest, to, mark] = genuine.split('.');
    const forged = [
      seals().seal({ ...sealed, target: '/api/v1/tables' }),
      seals().seal({ ...sealed, target, method: 'POST' }),
      // Heard on the way, and sent again.
      genuine,
      [time, 'x'.repeat(16), from, digest, to, mark].join('.'),
      [time, nonce, from, digest, '8', mark].join('.'),
      seals().seal({ ...sealed, target, token: 'Bearer of another player' }),
      seals().seal({ ...sealed, target, body: Buffer.from('{}') }),
      new Seals(new Uint8Array(32), Date.now).seal({ ...sealed, target }),
      [time, nonce, Buffer.from('198.51.100.1').toString('base64url'), digest, to, mark].join('.'),
      [time, nonce, from, digest, to].join('.'),
      'x'.repeat(200),
    ];
    for (const header of forged) {
      const answer = await send(target, header);
      expect([header, answer.status, answer.json()['code']]).toEqual([header, 400, 'bad-header']);
    }
  });

  test.each([-31_000, 31_000])(
    'a genuine seal of another time (%i ms) is to be sealed again',
    async (wrongBy) => {
      const target = '/api/v1/games';
      const late = new Seals(key, () => Date.now() + wrongBy);
      const answer = await send(target, late.seal({ ...sealed, target }));
      expect([answer.status, answer.text]).toEqual([421, '']);
      expect((await send(target, seals().seal({ ...sealed, target }))).status).toBe(200);
      expect(owner.captured.text()).toContain('by the time that it states it is too old');
    },
  );

  test('a seal heard on the way is of no use with another token, before or after its request', async () => {
    const { id, ann } = await table();
    const target = '/api/v1/me/seats';
    const [own, other] = [ann.headers, (await guest()).headers];
    const header = seals().seal({ ...sealed, target, token: own['Authorization'] });
    const sendAs = (headers: Record<string, string>) =>
      ask(owner.port, target, { headers: { ...headers, [SEAL_HEADER]: header } });
    expect((await sendAs(other)).status).toBe(400);
    expect((await sendAs({})).status).toBe(400);
    expect((await sendAs(own)).text).toContain(id);
    for (const headers of [own, other]) expect((await sendAs(headers)).status).toBe(400);
  });

  test('a valid seal for the process that had this address before is misdirected, and opens no socket', async () => {
    const target = '/api/v1/games';
    const answer = await send(target, seals().seal({ ...sealed, target, to: 8 }));
    expect([answer.status, answer.text]).toEqual([421, '']);
    const place = `/p/${(await table()).id}?sessionId=x`;
    const header = seals().seal({ ...sealed, target: place, to: 8 });
    const upgrade = upgradeText(place, ['Host: 127.0.0.1', `${SEAL_HEADER}: ${header}`]);
    expect((await raw(owner.port, upgrade)).status).toBe(421);
  });

  test('cannot send errands: these paths do not exist for them', async () => {
    const { id } = await table();
    const body = JSON.stringify({ matchIds: [id] });
    expect((await ask(owner.port, '/peers/asked', { method: 'POST', body })).status).toBe(404);
    const asPeer = async (target: string, text: string) => {
      const header = seals().seal({ ...sealed, method: 'POST', target, body: Buffer.from(text) });
      return await ask(owner.port, target, {
        method: 'POST',
        body: text,
        headers: { [SEAL_HEADER]: header },
      });
    };
    const answer = await asPeer('/peers/asked', body);
    // In a lobby no seat has to act.
    expect([answer.status, answer.text]).toEqual([200, '[]']);
    // No token, no seat; a seal does not make malformed input valid.
    const seat = { matchId: id, join: { spectate: false } };
    expect((await asPeer('/peers/seat', JSON.stringify(seat))).status).toBe(404);
    expect((await asPeer('/peers/take', '{"matchId":"../x"}')).status).toBe(503);
    expect((await asPeer('/peers/nothing', '{}')).status).toBe(404);
  });

  test('a forged seal counts for the address it came from, and opens no socket', async () => {
    const { id } = await table();
    const answer = await raw(
      owner.port,
      upgradeText(`/p/${id}?sessionId=x`, ['Host: 127.0.0.1', `${SEAL_HEADER}: 1.a.b.c`]),
    );
    expect(answer.status).toBe(400);
    expect(answer.body).toContain('bad-header');
    const answers = await Promise.all(Array.from({ length: 400 }, () => send('/api/v1/games', '1.a.b.c')));
    expect(answers.map(({ status }) => status)).toContain(429);
  });

  test('nothing secret is in the log', () => {
    for (const text of [entry.log(), owner.captured.text()])
      for (const secret of ['Bearer ey', SEAL_HEADER, Buffer.from(key).toString('hex')])
        expect(text).not.toContain(secret);
  });
});

async function eventually(holds: () => Promise<boolean>, what: string): Promise<void> {
  const end = performance.now() + 60_000;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** A port that records its input and always gives the same answer; `undefined`: it breaks the connection. */
async function listen(answer: string | undefined) {
  let heard = '';
  const server: Server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (part) => {
      heard += part.toString();
      if (answer === undefined) socket.destroy();
      else socket.write(answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { port, text: () => heard, close: () => void server.close() };
}
