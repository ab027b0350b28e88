// The typed client: its types, and what it does when the line breaks, with a server that is scripted.
import { expect, test } from '@jest/globals';
import { type Games, guest, type LegalCommand, type Platform, quayside, type Turn } from './index.ts';
import type { Response } from './platform.ts';

/** Never called: the compiler is what tests it. */
function typesOf(turn: Turn<Games['borneo']>): void {
  void turn.play('place-merchant', { company: 'red' });
  // @ts-expect-error no such command
  void turn.play('place-pirate', { company: 'red' });
  // @ts-expect-error another type of field
  void turn.play('place-merchant', { company: 3 });
  // @ts-expect-error a field is missing
  void turn.play('place-merchant', {});
  // @ts-expect-error of another game
  void turn.play('buy-ship', {});
  const kind: 'placement' | 'mission' = 'placement';
  if (turn.decision.kind === kind) void turn.own;
  // @ts-expect-error no such kind of decision
  if (turn.decision.kind === 'breakfast') void turn.own;
  // @ts-expect-error views have no such field
  void turn.view.secrets;
  const harbour = quayside({ url: '', token: '' });
  void harbour.create('rotterdam', { options: { maxRounds: 3 }, clock: 'none' });
  // @ts-expect-error no such game
  void harbour.create('chess');
  // @ts-expect-error an option of another game
  void harbour.create('borneo', { options: { maxRounds: 3 } });
  void turn.send({ type: 'skip-mission' }).then((answer) => {
    // @ts-expect-error the code is there only in refusals
    void answer.code;
    if (answer.ok) void (answer.version satisfies number);
    // @ts-expect-error no such code
    else if (answer.code === 'bad-weather') void answer.rule;
  });
}

void typesOf;

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body: Record<string, unknown> | undefined;
  /** The process that it should reach. */
  readonly member?: string | undefined;
}

/** Times after which a stream or an answer is in doubt, and after which a stream is dead. */
const SILENCES: readonly number[] = [4_500, 6_000, 30_000];

/** Answers one request after the other from a list; time passes at once. */
function scripted(answers: ((asked: Asked) => Response | Error)[]) {
  const asked: Asked[] = [];
  const pauses: number[] = [];
  const platform: Platform = {
    fetch: (url, { method, body, headers }) => {
      const path = url.replace('http://x/api/v1', '');
      const one = { method, path, body: body && JSON.parse(body), member: headers['Quayside-Member'] };
      asked.push(one);
      const answer = answers.shift()?.(one) ?? new Error('nothing more is scripted');
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
    setTimeout: (work, ms) => {
      // Silences never pass here.
      if (!SILENCES.includes(ms)) {
        pauses.push(ms);
        queueMicrotask(work);
      }
      return ms;
    },
    clearTimeout: () => {},
    TextDecoder: globalThis.TextDecoder as unknown as Platform['TextDecoder'],
    crypto: { randomUUID: () => `ffff${asked.length}` },
  };
  return { platform, asked, pauses };
}

function answer(status: number, value: object, headers: Record<string, string> = {}): Response {
  const parts = Array.isArray(value) ? value.map((line) => `${JSON.stringify(line)}\n\n`) : [];
  return {
    status,
    headers: { get: (name) => headers[name] ?? null },
    text: () => Promise.resolve(JSON.stringify(value)),
    body: {
      getReader: () => ({
        read: () => {
          const part = parts.shift();
          return Promise.resolve(
            part === undefined ? { done: true } : { done: false, value: new TextEncoder().encode(part) },
          );
        },
        cancel: () => Promise.resolve(),
      }),
    },
  };
}

/** Silent until it is cancelled. */
function silentBody(): Response['body'] {
  const over = Promise.withResolvers<{ done: boolean }>();
  return {
    getReader: () => ({
      read: () => over.promise,
      cancel: () => {
        over.resolve({ done: true });
        return Promise.resolve();
      },
    }),
  };
}

const table = { matchId: 'm', game: 'borneo', status: 'playing' };
const place = { seat: 1, invitation: null, table };
const asks = (id: number) => [{ id, seat: 1, kind: 'mission', deadline: null }];
const full = (version: number, decisions: object[] = []) => ({
  type: 'full',
  version,
  seat: 1,
  table,
  view: { version },
  seatView: {},
  decisions,
});
const news = (version: number, rest: object = {}) => ({ type: 'news', version, events: [], ...rest });
const told = { view: {}, seatView: {}, decisions: [] };
const over = { type: 'table', version: 9, seat: 1, table: { ...table, status: 'finished' }, decisions: [] };

async function tableOf(script: ReturnType<typeof scripted>) {
  return await quayside({ ...script, url: 'http://x', token: 't' }).joinById('borneo', 'm');
}

test('a lost version is requested again, and every version arrives once', async () => {
  const script = scripted([
    () => answer(200, place),
    () => answer(200, [full(3), news(4, told), news(6, told)]),
    () => answer(200, [news(5), news(6), full(6), news(6), news(7, told), over]),
  ]);
  const versions: number[] = [];
  for await (const line of (await tableOf(script)).lines()) {
    if (line.type === 'news') versions.push(line.version);
  }
  expect(versions).toEqual([4, 5, 6, 7]);
  expect(script.asked.map(({ path }) => path)).toEqual([
    '/tables/m',
    '/matches/m/stream',
    '/matches/m/stream?since=4',
  ]);
});

test('a match that was over before it was joined is told to its end', async () => {
  const finished = { ...table, status: 'finished' };
  const script = scripted([
    () => answer(200, { ...place, table: finished }),
    () => answer(200, [news(0), news(1), news(2), { ...full(2), table: finished }]),
  ]);
  const versions: number[] = [];
  for await (const line of (await tableOf(script)).lines(-1))
    if ('version' in line) versions.push(line.version);
  expect(versions).toEqual([0, 1, 2, 2]);
});

test('broken streams are reopened with growing pauses, and 503 says when', async () => {
  const script = scripted([
    () => answer(200, place),
    () => answer(200, [full(3)]),
    () => answer(200, [full(3)]),
    () => answer(200, [full(3)]),
    () => answer(503, {}, { 'Retry-After': '7' }),
    () => new Error('the line is down'),
    () => answer(200, [over]),
  ]);
  for await (const _line of (await tableOf(script)).lines());
  expect(script.pauses).toEqual([500, 1000, 2000, 7000, 1000]);
});

/** A proxy's own answer. */
const page = (status: number): Response => ({
  ...answer(status, {}),
  text: () => Promise.resolve('<html>Bad Gateway</html>'),
});

test('a proxy that lost its server: safe requests are repeated, others fail with the status', async () => {
  const script = scripted([
    () => page(502),
    () => answer(200, place),
    () => answer(200, [full(3)]),
    () => page(502),
    () => page(504),
    () => answer(200, [over]),
    () => page(504),
    () => answer(200, { version: 4 }),
    () => page(502),
  ]);
  const table = await tableOf(script);
  for await (const _line of table.lines());
  expect(script.asked.slice(2).map(({ path }) => path)).toEqual([
    '/matches/m/stream',
    '/matches/m/stream?since=3',
    '/matches/m/stream?since=3',
    '/matches/m/stream?since=3',
  ]);
  expect(await table.send({ type: 'skip-mission' })).toEqual({ ok: true, version: 4 });
  await expect(table.start()).rejects.toThrow('POST /tables/m/start: 502');
  expect(script.asked.length).toBe(9);
});

test('expired streams are reopened soon, however often, with the last version', async () => {
  const aged = [full(3), { type: 'closing', reason: 'expired' }];
  const script = scripted([
    () => answer(200, place),
    () => answer(200, aged),
    () => answer(200, aged),
    () => answer(200, aged),
    () => answer(200, [over]),
  ]);
  for await (const _line of (await tableOf(script)).lines());
  expect(script.pauses).toEqual([500, 500, 500]);
  expect(script.asked.at(-1)?.path).toBe('/matches/m/stream?since=3');
});

test('a decision is yielded once, and again after a refusal; late answers are dropped', async () => {
  const refusal = { code: 'wrong-phase', rule: 'BOR-1', message: 'no' };
  const script = scripted([
    () => answer(200, place),
    () =>
      answer(200, [full(3, asks(25)), news(4, { ...told, decisions: asks(25) }), full(5, asks(41)), over]),
    () => answer(409, refusal),
    () => answer(200, { version: 4 }),
    () => answer(409, { ...refusal, code: 'stale-decision' }),
  ]);
  const answers: unknown[] = [];
  for await (const turn of (await tableOf(script)).turns()) {
    const sent = await turn.play('skip-mission', {});
    answers.push([turn.decision.id, sent.ok ? 'ok' : sent.code]);
  }
  expect(answers).toEqual([
    [25, 'wrong-phase'],
    [25, 'ok'],
    [41, 'stale-decision'],
  ]);
  expect(script.asked[2]?.body).toMatchObject({ type: 'skip-mission', decision: 25 });
});

test('decisions come again once the server has lost the answers to them', async () => {
  const script = scripted([
    () => answer(200, place),
    () => answer(200, [full(5, asks(41)), full(3, asks(25)), full(3, asks(25)), over]),
    () => answer(200, { version: 6 }),
    () => answer(200, { version: 4 }),
  ]);
  const answered: number[] = [];
  for await (const turn of (await tableOf(script)).turns()) {
    answered.push(turn.decision.id);
    await turn.play('skip-mission', {});
  }
  expect(answered).toEqual([41, 25]);
});

test('a command whose answer was lost is sent again under the same id; opening a table is not', async () => {
  const lost = () => new Error('the line is down');
  const script = scripted([() => answer(200, place), lost, () => answer(200, { version: 4 }), lost]);
  const sent = await (await tableOf(script)).send({ type: 'skip-mission' } as LegalCommand<Games['borneo']>);
  expect(sent).toEqual({ ok: true, version: 4 });
  expect(script.asked[1]?.body?.['commandId']).toBe(script.asked[2]?.body?.['commandId']);
  await expect(quayside({ ...script, url: 'http://x', token: 't' }).create('borneo')).rejects.toThrow(
    'line is down',
  );
});

test('a refusal to join is an error with its code', async () => {
  const refused = { code: 'name-not-allowed', title: 'no such name', detail: 'name' };
  const script = scripted([() => answer(400, refused)]);
  await expect(guest({ ...script, url: 'http://x', name: '' })).rejects.toMatchObject({
    code: 'name-not-allowed',
    message: 'name-not-allowed: no such name',
    detail: 'name',
  });
});

test('the past of a match is read page by page by its id alone', async () => {
  const page = { matchId: 'm', table, as: 'all', newest: 9, versions: [], next: null };
  const script = scripted([
    () => answer(200, page),
    () => answer(409, { code: 'not-finished', title: 'Not yet.' }),
  ]);
  const { past } = quayside({ ...script, url: 'http://x', token: 't' });
  expect(await past('m', { from: 3, count: 5, as: 'all', views: false })).toMatchObject(page);
  await expect(past('m', { as: 0 })).rejects.toThrow(/^not-finished: Not yet\.$/);
  expect(script.asked.map(({ path }) => path)).toEqual([
    '/matches/m/history?from=3&count=5&as=all&views=false',
    '/matches/m/history?as=0',
  ]);
});

test('a table whose game is not known is read first; if it admits no spectators, a seat is taken', async () => {
  const hidden = () => answer(403, { code: 'spectators-not-allowed', message: 'no' });
  const script = scripted([
    () => answer(200, place),
    () => answer(200, place),
    hidden,
    () => answer(200, { seat: 1 }),
    () => answer(200, place),
    () => answer(200, place),
    hidden,
  ]);
  const harbour = quayside({ ...script, url: 'http://x', token: 't' });
  expect((await harbour.table('m', { invitation: 'm.x' })).facts.game).toBe('borneo');
  expect((await harbour.table('m')).seat).toBe(1);
  await expect(harbour.table('m', { spectate: true })).rejects.toMatchObject({
    code: 'spectators-not-allowed',
    sentence: 'no',
  });
  expect(script.asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /tables/m?invitation=m.x',
    'GET /tables/m?invitation=m.x',
    'GET /tables/m',
    'POST /tables/m/seat',
    'GET /tables/m',
    'GET /tables/m',
    'GET /tables/m',
  ]);
});

test('lists are requested with their filters, and a name is changed with the token', async () => {
  const script = scripted([
    () => answer(200, { games: [{ id: 'borneo' }] }),
    () => answer(200, { tables: [{ matchId: 'm' }] }),
    () => answer(200, { tables: [] }),
    () => answer(200, { seats: [{ matchId: 'm', asked: [0] }], finished: [] }),
    () => answer(201, { token: 'new' }),
  ]);
  const harbour = quayside({ ...script, url: 'http://x', token: 't' });
  expect(await harbour.games()).toEqual([{ id: 'borneo' }]);
  expect(await harbour.tables({ game: 'borneo', status: 'playing' })).toEqual([{ matchId: 'm' }]);
  expect(await harbour.tables()).toEqual([]);
  expect((await harbour.myTables()).seats[0]?.asked).toEqual([0]);
  expect(await guest({ ...script, url: 'http://x', token: 't', name: 'Zoé' })).toBe('new');
  expect(script.asked.map(({ path, body }) => [path, body])).toEqual([
    ['/games', undefined],
    ['/tables?game=borneo&status=playing', undefined],
    ['/tables', undefined],
    ['/me/seats', undefined],
    ['/guests', { name: 'Zoé' }],
  ]);
});

test('what is stored is handed out as it is, and forgotten; a refusal is thrown', async () => {
  const stored = { format: 'quayside-player', matches: [] };
  const done = { matches: 2, left: [{ matchId: 'm', code: 'frozen' }], complete: true, next: null };
  const limited = { code: 'rate-limited', message: 'later' };
  const script = scripted([
    () => answer(200, stored),
    () => answer(200, done),
    () => answer(429, limited),
    () => answer(429, limited),
    () => answer(500, {}),
  ]);
  const harbour = quayside({ ...script, url: 'http://x', token: 't', retries: 0 });
  expect(JSON.parse(await harbour.exportMe())).toEqual(stored);
  const { next: _next, ...told } = done;
  expect(await harbour.forgetMe()).toEqual(told);
  const refusal = { code: 'rate-limited', sentence: 'later' };
  await expect(harbour.exportMe()).rejects.toMatchObject(refusal);
  await expect(harbour.forgetMe()).rejects.toMatchObject(refusal);
  await expect(harbour.exportMe()).rejects.toThrow('GET /me/export: 500');
  expect(script.asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /me/export',
    'DELETE /me',
    'GET /me/export',
    'DELETE /me',
    'GET /me/export',
  ]);
});

test('a player is forgotten part by part, until the end or no further', async () => {
  const m = { matchId: 'm', code: 'storage-unavailable' };
  const parts = [
    { matches: 2, left: [m], complete: false, next: null },
    { matches: 0, left: [m], complete: false, next: 900 },
    { matches: 1, left: [], complete: false, next: 400 },
    { matches: 4, left: [], complete: true, next: null },
    { matches: 0, left: [m], complete: false, next: null },
  ];
  const script = scripted(parts.map((part) => () => answer(200, part)));
  const harbour = quayside({ ...script, url: 'http://x', token: 't' });
  expect(await harbour.forgetMe()).toEqual({ matches: 7, left: [m], complete: true });
  expect(await harbour.forgetMe()).toEqual({ matches: 0, left: [m], complete: false });
  expect(script.asked.map(({ path }) => path)).toEqual(['/me', '/me', '/me?from=900', '/me?from=400', '/me']);
});

test('over HTTP the contact is open while a stream is open, and lost between two', async () => {
  const aged = [full(3), { type: 'closing', reason: 'expired' }];
  const script = scripted([
    () => answer(200, place),
    () => answer(200, aged),
    () => answer(200, [full(3)]),
    () => answer(200, [over, { type: 'chat', seat: 0, name: 'Ann', text: 'again?', at: 1 }]),
  ]);
  const table = await tableOf(script);
  const states: string[] = [];
  table.watchContact((state) => states.push(state));
  const told: string[] = [];
  for await (const line of table.lines(undefined, { stays: true })) {
    told.push(line.type);
    if (line.type === 'chat') table.close();
  }
  // An expired stream is no loss.
  expect(states).toEqual(['lost', 'open']);
  expect(told).toEqual(['full', 'closing', 'full', 'table', 'chat']);
});

test('requests about a match repeat the name of its process, until one fails', async () => {
  const at = (name: string) => ({ 'Quayside-Member': name });
  const lost = () => new Error('the line is down');
  const script = scripted([
    () => answer(200, place, at('quay-1')),
    () => answer(200, [full(3), over], at('quay-2')),
    () => answer(200, { version: 4 }, at('quay-2')),
    () => answer(200, place, at('quay-3')),
    lost,
    () => answer(200, { version: 5 }, at('quay-1')),
    () => answer(503, {}),
    () => answer(200, { commands: [] }, at('quay-2')),
    () => answer(200, { hint: null }),
    () => answer(200, { hint: null }),
  ]);
  const harbour = quayside({ ...script, url: 'http://x', token: 't' });
  const one = await harbour.joinById('borneo', 'm');
  for await (const _line of one.lines());
  await one.send({ type: 'skip-mission' });
  // Another table has its own.
  await harbour.joinById('borneo', 'n');
  await one.send({ type: 'skip-mission' });
  await one.legal();
  await one.request('hint', {});
  await one.request('hint', {});
  expect(script.asked.map(({ path, member }) => [path.replace(/^.*\//, ''), member])).toEqual([
    ['m', undefined],
    ['stream', 'quay-1'],
    ['commands', 'quay-2'],
    ['n', undefined],
    ['commands', 'quay-2'],
    ['commands', undefined],
    ['legal', 'quay-1'],
    ['legal', undefined],
    ['hint', 'quay-2'],
    // The last answer had none.
    ['hint', undefined],
  ]);
});

test('a stream that is silent while the server answers is reopened', async () => {
  const { platform, asked } = scripted([
    () => answer(200, place),
    () => ({ ...answer(200, [], { 'Quayside-Member': 'quay-1' }), body: silentBody() }),
    () => answer(503, {}),
    () => answer(200, place),
    () => answer(200, [over]),
  ]);
  let silences = 0;
  const patient: Platform = {
    ...platform,
    setTimeout: (work, ms) => {
      if (ms !== 4_500) return platform.setTimeout(work, ms);
      silences += 1;
      if (silences === 1) queueMicrotask(work);
      return 0;
    },
  };
  const table = await quayside({ platform: patient, url: 'http://x', token: 't' }).joinById('borneo', 'm');
  const states: string[] = [];
  table.watchContact((state) => states.push(state));
  const told: string[] = [];
  for await (const line of table.lines()) told.push(line.type);
  expect(told).toEqual(['table']);
  expect(asked.map(({ path }) => path)).toEqual([
    '/tables/m',
    '/matches/m/stream',
    // The hanging process may be in its way too.
    '/tables/m',
    '/tables/m',
    '/matches/m/stream',
  ]);
  // That process may be the one that hangs.
  expect(asked.map(({ member }) => member)).toEqual(Array(5).fill(undefined));
  expect(states).toEqual(['late', 'lost', 'open']);
});

test('repeatable requests are sent again without an answer, with their id; others are not', async () => {
  const never = new Promise<Response>(() => {});
  const script = scripted([() => answer(200, place), () => answer(200, { version: 4 })]);
  const ignored: Asked[] = [];
  let isDeaf = false;
  const platform: Platform = {
    ...script.platform,
    fetch: (url, asking) => {
      if (!isDeaf) return script.platform.fetch(url, asking);
      isDeaf = false;
      ignored.push({ method: asking.method, path: url, body: asking.body && JSON.parse(asking.body) });
      return never;
    },
    setTimeout: (work, ms) => (ms === 6_000 ? setImmediate(work) : script.platform.setTimeout(work, ms)),
    clearTimeout: (timer) => clearImmediate(timer),
  };
  const table = await quayside({ platform, url: 'http://x', token: 't' }).joinById('borneo', 'm');
  isDeaf = true;
  expect(await table.send({ type: 'skip-mission', decision: 8 })).toEqual({ ok: true, version: 4 });
  expect(ignored[0]?.body).toHaveProperty('commandId');
  expect(script.asked.at(-1)?.body).toEqual(ignored[0]?.body);
  isDeaf = true;
  const before = script.asked.length;
  const started = await Promise.race([
    table.start(),
    new Promise((done) => setTimeout(() => done('waits'), 50)),
  ]);
  expect([started, script.asked.length]).toEqual(['waits', before]);
});

test('a reason to hurry ends a pause', async () => {
  const { platform, ...script } = scripted([
    () => answer(200, place),
    () => answer(200, [full(3)]),
    () => answer(200, [over]),
  ]);
  const patient: Platform = { ...platform, setTimeout: (_work, ms) => ms };
  const table = await tableOf({ platform: patient, ...script });
  table.watchContact((state) => {
    if (state === 'lost') setImmediate(() => table.check());
  });
  const told: string[] = [];
  for await (const line of table.lines()) told.push(line.type);
  expect(told).toEqual(['full', 'table']);
});
