// The client over sockets, with a scripted SDK.
import { expect, test } from '@jest/globals';
import { checksumOf } from '../shared/protocol/checksum.ts';
import { quayside, type Sdk, type SdkRoom } from './index.ts';
import type { Platform } from './platform.ts';

type Heard = (type: string | number, payload: unknown) => void;

/** A room in which we have seat 0. */
class ScriptedRoom implements SdkRoom {
  readonly roomId = 'm';
  readonly reconnection = { enabled: true };
  #heard: Heard = () => {};
  #left: (code: number) => void = () => {};
  readonly state: { readonly table: object; toJSON: () => object };
  readonly #news: object;
  /** The latest ping. */
  answer = () => {};
  checksum: () => Promise<object> = () => Promise.reject(new Error('not scripted'));

  constructor(version: number, status: string, news: object = {}, seats: object[] = [{ seat: 0, priv: {} }]) {
    const table = { matchId: 'm', game: 'borneo', status, seats };
    this.state = { table, toJSON: () => ({ version, table, decisions: [], banks: [], view: { version } }) };
    this.#news = news;
  }

  say(type: string, payload: object): void {
    this.#heard(type, payload);
  }
  drop(code: number): void {
    this.#left(code);
  }
  onMessage(_type: '*', heard: Heard) {
    this.#heard = heard;
    queueMicrotask(() => this.say('welcome', { protocol: 2, seat: 0, now: 0, language: 'en', chat: [] }));
    return () => {};
  }
  onStateChange() {}
  onError() {}
  onLeave(left: (code: number) => void) {
    this.#left = left;
  }
  ping(answered: (ms: number) => void) {
    this.answer = () => answered(20);
  }
  removeAllListeners() {}
  request(type: string) {
    if (type === 'checksum') return this.checksum();
    return type === 'news-since' ? Promise.resolve(this.#news) : Promise.reject(new Error(type));
  }
  leave() {
    return Promise.resolve(1000);
  }
}

const nothing = {
  status: 200,
  headers: { get: () => null },
  body: null,
  text: () => Promise.resolve('{"$defs":{}}'),
};

const atOnce: Platform = {
  fetch: () => Promise.resolve(nothing),
  setTimeout: (work, ms) => {
    // Here time passes only in pauses: pings are never late.
    if (ms < 2_000) queueMicrotask(work);
    return ms;
  },
  clearTimeout: () => {},
  TextDecoder: globalThis.TextDecoder as unknown as Platform['TextDecoder'],
  crypto: { randomUUID: () => 'ffff' },
};

async function tableOf(rooms: (ScriptedRoom | Error)[], platform = atOnce, wishes: object[] = []) {
  const next = () => {
    const room = rooms.shift();
    if (room === undefined) return Promise.reject(new Error('nothing more is scripted'));
    return room instanceof Error ? Promise.reject(room) : Promise.resolve(room);
  };
  const sdk: Sdk = class {
    create = next;
    joinById(_matchId: string, options: object) {
      wishes.push(options);
      return next();
    }
  };
  return await quayside({ url: 'http://x', token: 't', sdk, platform }).joinById('borneo', 'm');
}

const news = (version: number) => ({ version, seat: 0, by: 'player', at: 0, events: [] });

test('after a break the missed news come first, each once, then everything', async () => {
  const first = new ScriptedRoom(3, 'playing');
  const second = new ScriptedRoom(6, 'finished', { complete: true, news: [news(4), news(5), news(6)] });
  const told: string[] = [];
  for await (const line of (await tableOf([first, second])).lines()) {
    told.push('version' in line ? `${line.type} ${line.version}` : line.type);
    if (told.length === 1) first.drop(1006);
  }
  expect(told).toEqual(['full 3', 'news 4', 'news 5', 'news 6', 'full 6']);
});

test('missed news that the state does not show yet come with it, not before', async () => {
  const first = new ScriptedRoom(3, 'playing');
  const second = new ScriptedRoom(4, 'finished', { complete: true, news: [news(4), news(5)] });
  const told: string[] = [];
  for await (const line of (await tableOf([first, second])).lines()) {
    told.push('version' in line ? `${line.type} ${line.version}` : line.type);
    if (told.length === 1) first.drop(1006);
  }
  expect(told).toEqual(['full 3', 'news 4', 'full 4']);
});

test.each([
  ['a proxy has lost its server', 502, 'Bad Gateway'],
  ['a match has moved since the seat was reserved', 522, 'reservation-expired'],
])('after %s, reconnecting is retried', async (_case, code, message) => {
  const lost = Object.assign(new Error(message), { code });
  const first = new ScriptedRoom(3, 'playing');
  const second = new ScriptedRoom(4, 'finished', { complete: true, news: [news(4)] });
  const told: string[] = [];
  for await (const line of (await tableOf([first, lost, lost, second])).lines()) {
    told.push('version' in line ? `${line.type} ${line.version}` : line.type);
    if (told.length === 1) first.drop(1006);
  }
  expect(told).toEqual(['full 3', 'news 4', 'full 4']);
});

test.each([
  ['a table moves', 522, 'reservation-expired'],
  ['a proxy loses its server', 504, 'Gateway Timeout'],
])('if %s meanwhile, a join is repeated; what opens a table is not', async (_case, code, message) => {
  const lost = Object.assign(new Error(message), { code });
  expect((await tableOf([lost, new ScriptedRoom(3, 'playing')])).id).toBe('m');
  const tries: string[] = [];
  const sdk: Sdk = class {
    create = () => {
      tries.push('create');
      return Promise.reject(lost);
    };
    joinById = this.create;
  };
  const opened = quayside({ url: 'http://x', token: 't', sdk, platform: atOnce }).create('borneo');
  await expect(opened).rejects.toThrow(message);
  expect(tries).toEqual(['create']);
});

test('news that no longer exist leave a gap, and nothing is requested twice', async () => {
  const first = new ScriptedRoom(3, 'playing');
  const second = new ScriptedRoom(900, 'finished', { complete: false, news: [news(899), news(900)] });
  const told: string[] = [];
  for await (const line of (await tableOf([first, second])).lines()) {
    told.push('version' in line ? `${line.type} ${line.version}` : line.type);
    if (told.length === 1) first.drop(1006);
  }
  expect(told).toEqual(['full 3', 'gap 900', 'full 900']);
});

test('the chat that came meanwhile is in a later full line', async () => {
  const room = new ScriptedRoom(3, 'finished');
  const table = await tableOf([room]);
  room.say('chat', { seat: 0, name: 'Ann', text: 'hello', at: 1 });
  const { value } = await table.lines().next();
  expect(value).toMatchObject({ type: 'full', chat: [{ text: 'hello' }] });
});

/** Time passes when the test says so. */
function handTimed() {
  const due = new Map<number, { work: () => void; ms: number }>();
  let last = 0;
  const timed: Platform = {
    ...atOnce,
    setTimeout: (work, ms) => {
      due.set(++last, { work, ms });
      return last;
    },
    clearTimeout: (timer) => due.delete(timer),
  };
  const pass = (ms: number) => {
    const [found] = [...due].filter(([, one]) => one.ms === ms);
    if (found === undefined) throw new Error(`nothing is due in ${ms} ms`);
    due.delete(found[0]);
    found[1].work();
  };
  const waits = () => [...due.values()].map(({ ms }) => ms);
  return { timed, pass, waits };
}

test('a late answer to a ping is reported, and so is its arrival', async () => {
  const { timed, pass } = handTimed();
  const room = new ScriptedRoom(3, 'playing');
  const table = await tableOf([room], timed);
  const states: string[] = [];
  const unwatch = table.watchContact((state) => states.push(state));
  room.answer();
  pass(2_500);
  pass(2_000);
  expect(table.contact).toBe('late');
  room.answer();
  expect(states).toEqual(['late', 'open']);
  unwatch();
  pass(2_500);
  pass(2_000);
  expect(states).toEqual(['late', 'open']);
});

test('a connection without answers is given up, and replaced at once if there is reason to', async () => {
  const { timed, pass } = handTimed();
  const rooms = [
    new ScriptedRoom(3, 'playing'),
    new ScriptedRoom(3, 'finished', { complete: true, news: [] }),
  ];
  const [first] = rooms;
  const table = await tableOf([...rooms], timed);
  const states: string[] = [];
  table.watchContact((state) => states.push(state));
  const told: string[] = [];
  const reading = (async () => {
    for await (const line of table.lines()) {
      told.push(line.type);
      if (told.length > 1) continue;
      first?.answer();
      pass(2_500);
      pass(2_000);
      pass(13_000);
    }
  })();
  await new Promise((done) => setImmediate(done));
  expect(states).toEqual(['late', 'lost']);
  table.check();
  await reading;
  expect(told).toEqual(['full', 'full']);
  // Ended with the match.
  expect(states).toEqual(['late', 'lost', 'open', 'lost']);
});

test.each([
  ['answers another request: the connection is dead', () => atOnce.fetch, ['late', 'lost']],
  ['is not there either: the network may come back', () => () => Promise.reject(new Error()), ['late']],
  ['fails there too', () => () => Promise.resolve({ ...nothing, status: 502 }), ['late']],
] as const)('a ping is late, and the server %s', async (_what, fetchOf, expected) => {
  const { timed, pass, waits } = handTimed();
  const room = new ScriptedRoom(3, 'playing');
  let fetches = 0;
  let ask: Platform['fetch'] = atOnce.fetch;
  const table = await tableOf([room], {
    ...timed,
    fetch: (...asked) => {
      fetches += 1;
      return ask(...asked);
    },
  });
  const states: string[] = [];
  table.watchContact((state) => states.push(state));
  fetches = 0;
  ask = fetchOf();
  room.answer();
  pass(2_500);
  expect(fetches).toBe(0);
  pass(2_000);
  // The first may have reached the hanging process.
  pass(1_000);
  await new Promise((done) => setImmediate(done));
  expect(fetches).toBe(2);
  if (expected.length > 1) pass(500);
  expect(states).toEqual(expected);
  // Pending data arrived in time: the connection is kept.
  room.answer();
  expect(waits()).not.toContain(500);
});

test.each([
  ['differs from what the server says, again and again', () => Promise.resolve({ version: 3, checksum: 7 })],
  ['cannot be read', undefined],
] as const)('a state that %s is replaced, and the player is still the player', async (_what, checksum) => {
  const wishes: object[] = [];
  const first = new ScriptedRoom(3, 'playing');
  const second = new ScriptedRoom(4, 'finished', { complete: true, news: [news(4)] });
  const told: string[] = [];
  const table = await tableOf([first, second], atOnce, wishes);
  for await (const line of table.lines()) {
    told.push('version' in line ? `${line.type} ${line.version}` : line.type);
    if (told.length > 1) continue;
    if (checksum === undefined) {
      first.state.toJSON = () => ({ version: 4, decisions: [{ red: 97 }] });
      first.say('news', news(4));
    } else {
      // The own private part is gone too.
      first.state.toJSON = () => ({ ...second.state.toJSON(), table: { seats: [{ seat: 0 }] } });
      first.checksum = checksum;
      first.answer();
    }
  }
  expect(told).toEqual(['full 3', 'news 4', 'full 4']);
  expect(wishes).toEqual([{}, {}]);
});

test.each([
  ['an older server does not know', 1, () => Promise.reject(new Error('unknown-command'))],
  [
    'arrives after the patch that it does not include',
    3,
    (n: number, right: number) => Promise.resolve({ version: 3, checksum: n === 3 ? right : 7 }),
  ],
] as const)('a checksum that %s does not cost the connection', async (_what, times, answer) => {
  const room = new ScriptedRoom(3, 'playing');
  let asked = 0;
  room.checksum = () => answer(++asked, checksumOf(room.state.toJSON()));
  const table = await tableOf([room]);
  table.check();
  await new Promise((done) => setImmediate(done));
  expect(asked).toBe(times);
  // A second room is not scripted.
  await expect(table.request('start', {})).rejects.toThrow('start');
});

test('after another connection took over no requests are sent', async () => {
  const room = new ScriptedRoom(3, 'playing');
  const table = await tableOf([room, new ScriptedRoom(3, 'playing')]);
  const told: string[] = [];
  for await (const line of table.lines()) {
    told.push(line.type);
    if (told.length === 1) room.drop(4100);
  }
  expect(told).toEqual(['full', 'closing']);
  await expect(table.request('legal', {})).rejects.toThrow('took over');
});

test('a spectator returns as a spectator, a player to the seat', async () => {
  const wishes: object[] = [];
  for (const seats of [[{ seat: 0 }], [{ seat: 0, priv: {} }]]) {
    const rooms = [3, 4].map((version) => {
      const status = version === 4 ? 'finished' : 'lobby';
      return new ScriptedRoom(version, status, { complete: true, news: [] }, seats);
    });
    const [first] = rooms;
    const table = await tableOf(rooms, atOnce, wishes);
    for await (const _line of table.lines()) if (wishes.length % 2 === 1) first?.drop(1006);
  }
  expect(wishes).toEqual([{}, { spectate: true }, {}, {}]);
});

/** Answers by path, each as late as the test wants. */
function slowServer(order: string[]) {
  const waiting = new Map<string, (status: number, body: object) => void>();
  const fetch: Platform['fetch'] = (url) => {
    const path = new URL(url).pathname.replace('/api/v1', '');
    order.push(path);
    return new Promise((resolve) => {
      waiting.set(path, (status, body) =>
        resolve({ ...nothing, status, text: () => Promise.resolve(JSON.stringify(body)) }),
      );
    });
  };
  const answer = async (path: string, status: number, body: object) => {
    while (!waiting.has(path)) await new Promise(setImmediate);
    waiting.get(path)?.(status, body);
    waiting.delete(path);
  };
  return { platform: { ...atOnce, fetch }, answer };
}

function seatedAt(room: Promise<ScriptedRoom>, order: string[]): Sdk {
  return class {
    create = () => Promise.reject(new Error('not here'));
    joinById(matchId: string) {
      order.push(`join ${matchId}`);
      return room;
    }
  };
}

const TABLE = { table: { game: 'borneo', editionHash: 'e' }, seat: null, invitation: null };

test('the seat is asked for together with the game, and what describes it is read meanwhile', async () => {
  const order: string[] = [];
  const room = Promise.withResolvers<ScriptedRoom>();
  const { platform, answer } = slowServer(order);
  const sdk = seatedAt(room.promise, order);
  const entering = quayside({ url: 'http://x', token: 't', sdk, platform }).table('m', {
    met: ({ game }) => order.push(`met ${game}`),
  });
  await answer('/tables/m', 200, TABLE);
  await answer('/games/borneo/schemas', 200, { $defs: {} });
  room.resolve(new ScriptedRoom(0, 'playing'));
  expect((await entering).seat).toBe(0);
  expect(order).toEqual(['/tables/m', 'join m', 'met borneo', '/games/borneo/schemas']);
});

test('a table that shows itself to its players only is read once the seat is taken', async () => {
  const order: string[] = [];
  const room = Promise.withResolvers<ScriptedRoom>();
  const { platform, answer } = slowServer(order);
  const sdk = seatedAt(room.promise, order);
  const entering = quayside({ url: 'http://x', token: 't', sdk, platform }).table('m');
  await answer('/tables/m', 403, { code: 'spectators-not-allowed', message: 'no' });
  room.resolve(new ScriptedRoom(0, 'lobby'));
  await answer('/tables/m', 200, TABLE);
  await answer('/games/borneo/schemas', 200, { $defs: {} });
  expect((await entering).facts.status).toBe('lobby');
});

test('without a description of its game a table is left again', async () => {
  const order: string[] = [];
  const room = new ScriptedRoom(0, 'playing');
  const left = Promise.withResolvers<void>();
  room.leave = () => {
    left.resolve();
    return Promise.resolve(1000);
  };
  const { platform, answer } = slowServer(order);
  const sdk = seatedAt(Promise.resolve(room), order);
  const entering = quayside({ url: 'http://x', token: 't', sdk, platform, retries: 0 }).table('m');
  const refused = expect(entering).rejects.toMatchObject({ code: 'unknown-game' });
  await answer('/tables/m', 200, TABLE);
  await answer('/games/borneo/schemas', 404, { code: 'unknown-game', message: 'no' });
  await refused;
  await left.promise;
});
