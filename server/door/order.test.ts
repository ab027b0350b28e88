// The order of the steps is the security: requests that two neighbouring steps refuse, each in its own way, get the
// answer of the first one; with the two exchanged they get another, so that a wrong order does not go unnoticed.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import express, { type ErrorRequestHandler, type Request } from 'express';
import { z } from 'zod';
import { StoreError } from '../../rooms/life/store-error.ts';
import { countAlone } from '../../rooms/people/rate-limits.ts';
import { SEAL_HEADER, Seals } from '../cluster/peers/seal.ts';
import { arrivalOf } from '../http/arrival.ts';
import { answerCall, CALL_STEPS, type CallDeps } from '../http/call-steps.ts';
import { Problem } from '../http/problem.ts';
import { type Route, route } from '../http/route.ts';
import { type Area, PAGE_METHODS, RouteTable } from '../http/route-table.ts';
import type { ProcessLimits } from '../process/limits.ts';
import { type Entry, type EntryOptions, startEntry } from '../testing/entry.ts';
import { raw, requestText, upgradeText } from '../testing/raw.ts';
import type { EntranceDeps } from './entrance.ts';
import { REQUEST_STEPS } from './request-steps.ts';
import { UPGRADE_STEPS } from './upgrade-steps.ts';

const SELF = 3;
const KEY = new Uint8Array(32).fill(7);
const HOST = 'Host: 127.0.0.1';
const EVIL_HOST = 'Host: evil';
const EVIL_ORIGIN = 'Origin: evil';
const FORGED = `${SEAL_HEADER}: x`;
const MATCH = '/api/v1/matches/m';

const closings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0)) await close();
});

function exchanged<Steps extends object>(steps: Steps, [first, second]: readonly [string, string]) {
  const names = Object.keys(steps);
  const at = names.indexOf(first);
  expect(names[at + 1]).toBe(second);
  const swapped = names.with(at, second).with(at + 1, first);
  return swapped.map((name) => steps[name as keyof Steps]);
}

const sealedFor = (to: number, method: string, target: string, body = '') => {
  const sealed = { method, target, address: '203.0.113.9', token: undefined, body: Buffer.from(body), to };
  return `${SEAL_HEADER}: ${new Seals(KEY, Date.now).seal(sealed)}`;
};

interface Plant {
  readonly pair: readonly [string, string];
  readonly send: () => string;
  readonly expected: string;
  readonly limits?: Partial<ProcessLimits>;
  readonly parts?: Partial<EntranceDeps>;
  readonly options?: Partial<EntryOptions>;
}

const crowded: EntranceDeps['counting'] = {
  limiter: countAlone,
  elsewhere: () => ({ count: () => 1_000_000, note: () => undefined }),
};
const unsure: Partial<EntranceDeps> = { isOwner: () => false, isLost: () => true };
const none = { otherRequestsPerMinute: 0, upgradesPerMinute: 0 };
const locked: Area = {
  prefix: '/locked',
  routes: [],
  rate: 'others',
  methods: PAGE_METHODS,
  audience: 'clients',
  isAboutMatches: false,
  isClosed: () => false,
  demand: () => {
    throw new Problem('unauthenticated');
  },
};
const get = (path: string, ...headers: string[]) => requestText(`GET ${path} HTTP/1.1`, [HOST, ...headers]);

/** Neighbours that may as well be exchanged. */
const INDIFFERENT = [
  'secure settle',
  'nameMember demandRight',
  'dropBusy settle',
  'countOpen begin',
  'begin passOn',
];

async function answerTo(plant: Plant, orders: EntryOptions['orders']): Promise<string> {
  const entry: Entry = await startEntry({
    key: KEY,
    self: SELF,
    ownerOf: () => Promise.resolve(undefined),
    ...plant.options,
    limits: { ...plant.limits },
    parts: {
      hosts: ({ headers }) => (headers.host === 'evil' ? 'unknown' : 'ours'),
      origins: ({ headers }) => (headers.origin === 'evil' ? 'foreign' : 'none'),
      ...plant.parts,
    },
    ...(orders && { orders }),
  });
  closings.push(() => entry.stop());
  const { status, head, body } = await raw(entry.port, plant.send());
  const code = /"code":"([\w-]+)"/.exec(body)?.[1];
  const named = /quayside-member: (\w+)/i.exec(head)?.[1];
  return [status, code ?? named].filter((part) => part !== undefined).join(' ');
}

const requests: readonly Plant[] = [
  {
    pair: ['settle', 'returnMisdirected'],
    send: () => get(MATCH, sealedFor(9, 'GET', MATCH)),
    expected: '421',
  },
  {
    pair: ['returnMisdirected', 'count'],
    send: () => get('/', sealedFor(9, 'GET', '/')),
    limits: none,
    expected: '421',
  },
  { pair: ['count', 'demandTarget'], send: () => get('//x'), limits: none, expected: '429 rate-limited' },
  { pair: ['demandTarget', 'refuseForged'], send: () => get('//x', FORGED), expected: '400 bad-target' },
  {
    pair: ['refuseForged', 'checkHeaders'],
    send: () => requestText('GET / HTTP/1.1', [EVIL_HOST, FORGED]),
    expected: '400 bad-header',
  },
  {
    pair: ['checkHeaders', 'countUnderway'],
    send: () => requestText('GET / HTTP/1.1', [EVIL_HOST]),
    parts: { counting: crowded },
    expected: '421 unknown-host',
  },
  {
    pair: ['countUnderway', 'checkMethod'],
    send: () => requestText('PATCH / HTTP/1.1'),
    parts: { counting: crowded },
    expected: '429 rate-limited',
  },
  {
    pair: ['checkMethod', 'checkOrigin'],
    send: () => requestText('PATCH / HTTP/1.1', [HOST, EVIL_ORIGIN]),
    expected: '405 method-not-allowed',
  },
  {
    pair: ['checkOrigin', 'answerPreflight'],
    send: () => requestText('OPTIONS / HTTP/1.1', [HOST, EVIL_ORIGIN]),
    expected: '403 origin-not-allowed',
  },
  {
    pair: ['answerPreflight', 'read'],
    send: () => requestText('OPTIONS / HTTP/1.1', [HOST], 'x'),
    expected: '204',
  },
  {
    pair: ['read', 'checkSeal'],
    send: () =>
      requestText(
        `POST ${MATCH}/commands HTTP/1.1`,
        [HOST, 'Content-Type: application/json', sealedFor(SELF, 'POST', `${MATCH}/commands`, '{}')],
        '{}',
      ),
    expected: '501',
  },
  {
    pair: ['checkSeal', 'awaitMatches'],
    send: () =>
      requestText(
        `POST ${MATCH}/commands HTTP/1.1`,
        [HOST, 'Content-Type: application/json', sealedFor(SELF, 'POST', `${MATCH}/commands`, '[]')],
        '{}',
      ),
    parts: unsure,
    expected: '400 bad-header',
  },
  {
    pair: ['awaitMatches', 'passOn'],
    send: () => get(MATCH),
    parts: unsure,
    options: { ownerOf: () => Promise.reject(new StoreError('failed', 'no answer')) },
    expected: '503 shutting-down',
  },
  {
    pair: ['passOn', 'nameMember'],
    send: () => get(MATCH),
    options: { name: 'quay' },
    expected: '501 quay',
  },
  {
    pair: ['demandRight', 'demandRoute'],
    send: () => get('/locked/x'),
    parts: { routes: new RouteTable([locked]) },
    expected: '401 unauthenticated',
  },
];

const socket = '/p/room?sessionId=s';
const upgrades: readonly Plant[] = [
  {
    pair: ['settle', 'returnMisdirected'],
    send: () => upgradeText(socket, [HOST, sealedFor(9, 'GET', socket)]),
    expected: '421',
  },
  {
    pair: ['returnMisdirected', 'count'],
    send: () => upgradeText(socket, [HOST, sealedFor(9, 'GET', socket)]),
    limits: none,
    expected: '421',
  },
  {
    pair: ['count', 'demandTarget'],
    send: () => upgradeText('/nowhere'),
    limits: none,
    expected: '429 rate-limited',
  },
  {
    pair: ['demandTarget', 'refuseForged'],
    send: () => upgradeText('/nowhere', [HOST, FORGED]),
    expected: '400 bad-target',
  },
  {
    pair: ['refuseForged', 'checkHeaders'],
    send: () => upgradeText(socket, [EVIL_HOST, FORGED]),
    expected: '400 bad-header',
  },
  {
    pair: ['checkHeaders', 'refuseClosing'],
    send: () => upgradeText('/', [EVIL_HOST]),
    parts: { closing: () => true },
    expected: '421 unknown-host',
  },
  {
    pair: ['refuseClosing', 'checkOrigin'],
    send: () => upgradeText('/', [HOST, EVIL_ORIGIN]),
    parts: { closing: () => true },
    expected: '503 shutting-down',
  },
  {
    pair: ['checkOrigin', 'countOpen'],
    send: () => upgradeText('/', [HOST, EVIL_ORIGIN]),
    parts: { counting: crowded },
    expected: '403 origin-not-allowed',
  },
];

interface CallPlant {
  readonly pair: readonly [string, string];
  readonly expected: string;
  readonly area?: Partial<Area>;
  readonly route?: Partial<Route>;
  readonly deps?: Partial<CallDeps>;
  readonly method?: string;
  readonly path?: string;
}

const empty = countAlone({ name: 'empty', amount: 0, seconds: 1, maxKeys: 1 });
const rest = countAlone({ name: 'rest', amount: 100, seconds: 1, maxKeys: 1 });
const head = { status: 204 };
const player = { auth: 'player' } as const;
const program = () => Promise.resolve({ id: 'p', name: 'P', isProgram: true } as const);
const calls: readonly CallPlant[] = [
  {
    pair: ['refuseClosed', 'identify'],
    area: { isClosed: () => true },
    route: player,
    deps: { identify: () => Promise.resolve(undefined) },
    expected: 'shutting-down',
  },
  {
    pair: ['identify', 'countPlayer'],
    route: player,
    deps: { identify: () => Promise.resolve(undefined), perPlayer: empty },
    expected: 'unauthenticated',
  },
  {
    pair: ['countPlayer', 'refuseProgram'],
    route: { ...player, isForPeople: true },
    deps: { identify: program, perPlayer: empty },
    expected: 'rate-limited',
  },
  {
    pair: ['refuseProgram', 'parse'],
    route: { ...player, isForPeople: true },
    path: '/?wrong=1',
    deps: { identify: program },
    expected: 'not-for-programs',
  },
  { pair: ['parse', 'countCall'], route: { limit: empty }, path: '/?wrong=1', expected: 'bad-payload' },
  {
    pair: ['countCall', 'answerHead'],
    route: { limit: empty, head },
    method: 'HEAD',
    expected: 'rate-limited',
  },
  {
    pair: ['answerHead', 'openRoom'],
    route: { inRoom: true, head },
    method: 'HEAD',
    expected: '204',
  },
  { pair: ['openRoom', 'answer'], route: { inRoom: true }, expected: 'unknown-match' },
];

async function callTo(plant: CallPlant, order?: Parameters<typeof answerCall>[2]): Promise<string> {
  const called = route({
    id: 'called',
    tag: '',
    method: 'get',
    path: '/',
    auth: 'anyone',
    summary: '',
    answers: {},
    query: z.strictObject({}),
    handle: () => ({ status: 200 }),
  });
  const area = { ...locked, prefix: '/called', routes: [{ ...called, ...plant.route }], ...plant.area };
  const routes = new RouteTable([area]);
  const deps: CallDeps = {
    identify: () => Promise.resolve({ id: 'ann', name: 'Ann' }),
    perPlayer: rest,
    rooms: { open: () => Promise.reject(new Problem('unknown-match')) },
    ...plant.deps,
  };
  const app = express();
  app.use(async (request: Request, response) => {
    await answerCall({ arrival: arrivalOf(request, response, routes), request, response }, deps, order);
  });
  let refusal: unknown;
  const refuse: ErrorRequestHandler = (error: Error, _request, response, _next) => {
    refusal = error.message;
    response.status(400).end();
  };
  const server = createServer(app.use(refuse));
  closings.push(() => new Promise((resolve) => server.close(resolve)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const { method = 'GET', path = '/' } = plant;
  const { status } = await fetch(`http://127.0.0.1:${port}/called${path}`, { method });
  return String(refusal ?? status);
}

describe('requests', () => {
  test.each(requests)('$pair', async (plant) => {
    expect(await answerTo(plant, undefined)).toBe(plant.expected);
    const wrong = { requests: exchanged(REQUEST_STEPS, plant.pair) };
    expect(await answerTo(plant, wrong)).not.toBe(plant.expected);
  });
});

describe('handshakes', () => {
  test.each(upgrades)('$pair', async (plant) => {
    expect(await answerTo(plant, undefined)).toBe(plant.expected);
    const wrong = { upgrades: exchanged(UPGRADE_STEPS, plant.pair) };
    expect(await answerTo(plant, wrong)).not.toBe(plant.expected);
  });
});

describe('calls', () => {
  test.each(calls)('$pair', async (plant) => {
    expect(await callTo(plant)).toBe(plant.expected);
    expect(await callTo(plant, exchanged(CALL_STEPS, plant.pair))).not.toBe(plant.expected);
  });
});

test.each([
  [REQUEST_STEPS, requests],
  [UPGRADE_STEPS, upgrades],
  [CALL_STEPS, calls],
])('every two neighbours are exchanged by a test, or indifferent', (steps, plants) => {
  const names = Object.keys(steps);
  const pairs = names.slice(1).map((name, at) => `${names[at]} ${name}`);
  const known = [...plants.map(({ pair }) => pair.join(' ')), ...INDIFFERENT];
  expect(pairs.filter((pair) => !known.includes(pair))).toEqual([]);
});
