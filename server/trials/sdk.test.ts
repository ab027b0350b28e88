// What authors of programs for Colyseus type first, with the SDK as it is.
import { Client, type Room } from '@colyseus/sdk';
import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { matchMaker } from 'colyseus';
import type { WebSocket } from 'ws';
import { until } from '../../rooms/testing/player.ts';
import { ask, type Running, startServer } from '../testing/start.ts';

let running: Running;
let warned: jest.SpiedFunction<typeof console.warn>;
const rooms: Room[] = [];
beforeAll(async () => {
  running = await startServer({
    rooms: true,
    environment: { RATE_LIMITS: 'off', NODE_ENV: 'development' },
    roomLimits: { botPauseMs: 0 },
  });
});
beforeEach(() => {
  warned = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  for (const room of rooms.splice(0)) void room.leave();
  jest.restoreAllMocks();
});
afterAll(() => running.stop());

/** The SDK keeps the last token for every client of the process. */
async function stranger(): Promise<Client> {
  const client = new Client(running.url);
  await client.auth.signOut();
  return client;
}

async function signedIn(): Promise<Client> {
  const client = await stranger();
  await client.auth.signInAnonymously();
  return client;
}

async function joined(joining: Promise<Room>): Promise<Room> {
  const room = await joining;
  rooms.push(room);
  await new Promise((stated) => room.onStateChange.once(stated));
  return room;
}

const statusOf = (room: Room) => room.state.table.status as string;

const moveOf = async (room: Room) => {
  const { commands } = await room.request('legal');
  const { type, ...fields } = commands[0];
  await room.request(type, fields);
};

test('two lines play: the match has begun, and the SDK has nothing to warn of', async () => {
  const client = await signedIn();
  const room = await joined(client.joinOrCreate('borneo', { bots: 2 }));
  expect(statusOf(room)).toBe('playing');
  await until(() => room.state.decisions[0]?.seat === 0, 'my turn');
  const { version } = room.state;
  await moveOf(room);
  await room.request('chat', { text: 'hello' });
  await until(() => room.state.version > version, 'the move');
  expect(warned).not.toHaveBeenCalled();
});

test('who signs in again stays the same guest, and may take another name', async () => {
  const client = await signedIn();
  const first = await client.auth.getUserData();
  expect(first).toEqual({ user: { id: expect.any(String), name: 'Guest', anonymous: true } });
  const changes: unknown[] = [];
  client.auth.onChange(({ user }) => void changes.push(user));
  await until(() => changes.length === 1, 'the user');
  const { user, token } = await client.auth.signInAnonymously({ name: ' Zoé ', level: 3 });
  expect(user).toEqual({ ...first.user, name: 'Zoé' });
  expect(changes).toEqual([first.user, user]);
  expect(token).toMatch(/^~ey/);
  await client.auth.signOut();
  const other = await (await signedIn()).auth.getUserData();
  expect(other.user.id).not.toBe(user.id);
});

test('a refused sign-in says why, by a code', async () => {
  const client = await stranger();
  await expect(client.auth.signInAnonymously({ name: '\u200b' })).rejects.toMatchObject({
    code: 400,
    message: 'name-not-allowed',
  });
  await expect(client.auth.signInAnonymously({ name: 7 })).rejects.toThrow('bad-payload');
  client.auth.token = '~forged';
  await expect(client.auth.getUserData()).rejects.toMatchObject({ code: 401, message: 'unauthenticated' });
  await expect(client.auth.signInWithEmailAndPassword('a@example.org', 'secret')).rejects.toThrow(
    'not-found',
  );
  const preflight = await ask(running.port, '/auth/anonymous', {
    method: 'OPTIONS',
    headers: { Origin: 'http://localhost:5173' },
  });
  expect(preflight.headers).toMatchObject({
    'access-control-allow-origin': 'http://localhost:5173',
    'access-control-allow-credentials': 'true',
    'access-control-allow-headers': expect.stringContaining('Authorization'),
  });
});

test('messages come to those who ask for them, and to all who came another way', async () => {
  const client = await signedIn();
  const heard: (string | number)[] = [];
  const listen = (room: Room) => room.onMessage('*', (type: string | number) => void heard.push(type));
  const asking = await client.create('borneo', { bots: 1, messages: true });
  listen(asking);
  rooms.push(asking);
  await until(() => heard.includes('welcome'), 'a welcome');
  const plain = await signedIn();
  plain.auth.token = plain.auth.token?.slice(1) ?? '';
  heard.length = 0;
  const room = await plain.joinById(asking.roomId, {});
  listen(room);
  rooms.push(room);
  await until(() => heard.includes('welcome'), 'a welcome to the other');
});

test('a program that returns is as quiet as before', async () => {
  const client = await signedIn();
  const room = await joined(client.joinOrCreate('borneo', { bots: 2, clock: 'none' }));
  jest.spyOn(console, 'info').mockImplementation(() => undefined);
  Object.assign(room.reconnection, { enabled: true, minUptime: 0, delay: 5, minDelay: 5 });
  const returned = new Promise<void>((done) => room.onReconnect(() => done()));
  const seen = matchMaker.getLocalRoomById(room.roomId)?.clients.get(room.sessionId);
  (seen?.ref as WebSocket | undefined)?.terminate();
  await returned;
  await until(() => room.state.decisions[0]?.seat === 0, 'my turn');
  await moveOf(room);
  expect(warned).not.toHaveBeenCalled();
});

test('create leaves the start to the host; startWhenFull begins with the last seat', async () => {
  const host = await signedIn();
  const waiting = await joined(host.create('borneo', { bots: 2 }));
  expect(statusOf(waiting)).toBe('lobby');
  const table = await joined(host.create('borneo', { seats: 3, startWhenFull: true }));
  const second = await joined((await signedIn()).joinById(table.roomId));
  expect(statusOf(second)).toBe('lobby');
  await joined((await signedIn()).joinById(table.roomId));
  await until(() => statusOf(second) === 'playing', 'the start');
  const withBots = await joined(host.create('borneo', { seats: 3, bots: 1, startWhenFull: true }));
  await withBots.request('set-seat', { seat: 1, occupant: 'bot' });
  await until(() => statusOf(withBots) === 'playing', 'the start with bots');
});

test('joinOrCreate starts no table at which somebody may still sit down', async () => {
  const client = await signedIn();
  const room = await joined(client.joinOrCreate('cabo-da-roca', { seats: 3, bots: 1 }));
  expect(statusOf(room)).toBe('lobby');
});

test('in development a stranger plays as a guest, as in the playground', async () => {
  const room = await joined((await stranger()).joinOrCreate('rotterdam', { bots: 1 }));
  expect(room.state.table.seats[0]).toMatchObject({ name: 'Guest', occupant: 'player' });
});

interface Entry {
  roomId: string;
  name: string;
  clients: number;
  maxClients: number;
  locked: boolean;
  metadata: { status: string; names: (string | null)[] };
}

/** Somebody who watches the lobby as Colyseus’ documents show it. */
async function watchLobby(
  client: Client,
  options: object = {},
): Promise<{ list: Map<string, Entry>; room: Room }> {
  const list = new Map<string, Entry>();
  const room = await client.joinOrCreate('lobby', options);
  rooms.push(room);
  const stated = new Promise<void>((done) =>
    room.onMessage('rooms', (entries: Entry[]) => {
      list.clear();
      for (const entry of entries) list.set(entry.roomId, entry);
      done();
    }),
  );
  room.onMessage('+', ([id, entry]: [string, Entry]) => void list.set(id, entry));
  room.onMessage('-', (id: string) => void list.delete(id));
  await stated;
  return { list, room };
}

test('the lobby streams the public tables to anybody, as Colyseus’ own does', async () => {
  const host = await signedIn();
  const first = await joined(host.create('dockers', { seats: 4, bots: 1 }));
  await joined(host.create('dockers', { seats: 4, visibility: 'private' }));
  const { list, room } = await watchLobby(await stranger());
  expect(list.get(first.roomId)).toMatchObject({
    name: 'dockers',
    clients: 2,
    maxClients: 4,
    locked: false,
    metadata: { status: 'lobby', names: ['Guest', null, null, expect.any(String)] },
  });
  expect([...list.values()].filter(({ name }) => name === 'dockers')).toHaveLength(1);
  const second = await joined((await signedIn()).create('dockers', { seats: 3 }));
  await until(() => list.has(second.roomId), 'the new table');
  await first.request('set-seat', { seat: 1, occupant: 'bot' });
  await first.request('set-seat', { seat: 2, occupant: 'bot' });
  await first.request('start');
  await until(() => list.get(first.roomId)?.metadata.status === 'playing', 'the start');
  expect(list.get(first.roomId)).toMatchObject({ clients: 4, locked: true });
  await second.request('close-table');
  await until(() => !list.has(second.roomId), 'the end');
  // What it does not know neither disconnects nor changes anything.
  const size = list.size;
  room.send('surprise', { x: 1 });
  room.send('filter', { metadata: { status: { $ne: 1 } } });
  room.send('filter', { name: 'dockers', metadata: { status: 'playing' } });
  await until(() => list.size < size || list.size === 1, 'the filter');
  expect([...list.keys()]).toEqual([first.roomId]);
  expect(warned).not.toHaveBeenCalled();
});

test('who watches the lobby by a filter hears of nothing else; all watch one room', async () => {
  const one = await watchLobby(await stranger(), { filter: { name: 'rotterdam' } });
  const other = await watchLobby(await stranger());
  expect(one.room.roomId).toBe(other.room.roomId);
  const table = await joined((await signedIn()).create('borneo', {}));
  await until(() => other.list.has(table.roomId), 'the table');
  expect([...one.list.values()].every(({ name }) => name === 'rotterdam')).toBe(true);
  await expect((await stranger()).join('lobby', { filter: 'all' })).rejects.toThrow('bad-payload');
  await expect((await stranger()).join('lobby', { surprise: 1 })).rejects.toThrow('bad-payload');
});
