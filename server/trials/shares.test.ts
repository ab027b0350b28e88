// What one person or one address can fill: seats in lobbies, places to watch, and queues. Real sockets and requests from
// several addresses, as a proxy reports them.
import { Client, type Room } from '@colyseus/sdk';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { RoomLimits } from '../../rooms/room-limits.ts';
import { TestPlayer, until } from '../../rooms/testing/player.ts';
import { HttpPlayer } from '../testing/http-player.ts';
import { type Running, startServer } from '../testing/start.ts';

const LIMITS = {
  lobbiesPerPlayer: 3,
  lobbiesPerAddress: 5,
  analysesWaiting: 7,
  analysesPerAddress: 7,
  analysisPatienceSeconds: 600,
  historyPerAddress: 6,
} satisfies Partial<RoomLimits>;

let running: Running;

beforeAll(async () => {
  // Without threads for captains an analysis waits.
  const environment = { TRUST_PROXY: '1', BOT_THREADS: '0' };
  running = await startServer({ rooms: true, environment, roomLimits: LIMITS });
});

afterAll(async () => {
  await running.stop();
});

interface Person {
  readonly player: HttpPlayer;
  readonly sdk: Client;
  /** For requests. */
  readonly from: Record<string, string>;
}

async function person(name: string, address: string): Promise<Person> {
  const from = { 'X-Forwarded-For': address };
  const player = await HttpPlayer.guest(running.port, name, from);
  const sdk = new Client(running.url, { headers: { ...from, Authorization: `Bearer ${player.token}` } });
  return { player, sdk, from };
}

/** Each at a table of its own, from an address of its own. */
async function lobbies(count: number): Promise<{ readonly host: HttpPlayer; readonly id: string }[]> {
  return await Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const { player, from } = await person(`Host ${n}`, `198.51.100.${n}`);
      const made = await player.post('/tables', { game: 'borneo', seats: 3, clock: 'none' }, from);
      return { host: player, id: (made.json()['table'] as { matchId: string }).matchId };
    }),
  );
}

/** The SDK warns of messages that nobody reads. */
async function listening(joined: Promise<Room>): Promise<Room> {
  const room = await joined;
  room.onMessage('*', () => undefined);
  return room;
}

const join = (sdk: Client, id: string, options: object = {}) => listening(sdk.joinById(id, options));

const codeOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'done',
    (error: Error) => error.message,
  );

const leaveAll = (rooms: readonly Room[]) => Promise.all(rooms.map((room) => room.leave()));

test('one person waits in a few lobbies of others only, over sockets and HTTP, asked for at once or in turn', async () => {
  const tables = await lobbies(12);
  const { sdk, player, from } = await person('Squatter', '203.0.113.1');
  const rooms: Room[] = [];
  const joined = await Promise.all(
    tables.slice(0, 8).map(({ id }) => codeOf(join(sdk, id).then((room) => rooms.push(room)))),
  );
  expect(joined.filter((code) => code === 'done')).toHaveLength(3);
  expect(joined.filter((code) => code === 'too-many-lobbies')).toHaveLength(5);
  const [free] = tables.slice(8);
  const sit = () => player.post(`/tables/${free?.id}/seat`, {}, from);
  expect((await sit()).json()).toMatchObject({ status: 429, code: 'too-many-lobbies' });
  const watching = await join(sdk, free?.id ?? '', { spectate: true });
  expect(await codeOf(watching.request('take-seat', {}))).not.toBe('done');
  // Changing seats is no further lobby, nor is a table of one's own.
  expect(await rooms[0]?.request('take-seat', { seat: 2 })).toEqual({ seat: 2 });
  const own = await listening(sdk.create('borneo', { seats: 3, clock: 'none' }));
  await rooms.pop()?.leave();
  await until(async () => (await sit()).status === 200, 'a seat after another one was left');
  await player.send('DELETE', `/tables/${free?.id}/seat`, undefined, from);
  await leaveAll([...rooms, watching, own]);
});

test('one address waits in some lobbies of others only, however many guests it has', async () => {
  const tables = await lobbies(10);
  const near = await Promise.all([1, 2, 3, 4].map((n) => person(`Near ${n}`, '203.0.113.2')));
  const rooms: Room[] = [];
  const codes = await Promise.all(
    tables
      .slice(0, 8)
      .map(({ id }, n) => codeOf(join(near[n >> 1]?.sdk ?? never(), id).then((room) => rooms.push(room)))),
  );
  expect(codes.filter((code) => code === 'done')).toHaveLength(5);
  expect(codes.filter((code) => code === 'too-many-lobbies')).toHaveLength(3);
  // A club sits together.
  const [club] = rooms;
  const friend = near.at(-1);
  rooms.push(await join(friend?.sdk ?? never(), club?.roomId ?? ''));
  const far = await person('Far', '203.0.113.3');
  rooms.push(await join(far.sdk, tables[9]?.id ?? ''));
  await leaveAll(rooms);
});

test('seats count until the match begins', async () => {
  const tables = await lobbies(4);
  const { player, from } = await person('Regular', '203.0.113.4');
  const sit = async (id: string | undefined) => (await player.post(`/tables/${id}/seat`, {}, from)).status;
  for (const { id } of tables.slice(0, 3)) expect(await sit(id)).toBe(200);
  expect(await sit(tables[3]?.id)).toBe(429);
  const [first] = tables;
  await first?.host.send('PUT', `/tables/${first.id}/seats/2`, { occupant: 'bot' });
  expect((await first?.host.post(`/tables/${first.id}/start`))?.status).toBe(204);
  expect(await sit(tables[3]?.id)).toBe(200);
});

test('a player whom the host removes cannot take a seat at this table again, and can elsewhere', async () => {
  const [table, other] = await lobbies(2);
  const { sdk, player, from } = await person('Returner', '203.0.113.5');
  const { host, id } = table ?? never();
  const room = new TestPlayer(await sdk.joinById(id, {}));
  await until(() => room.matchId !== '', 'welcome');
  expect((await host.send('PUT', `/tables/${id}/seats/1`, { occupant: 'open' })).status).toBe(204);
  expect((await room.refused('take-seat', {})).code).toBe('removed-by-host');
  expect((await room.refused('take-seat', { seat: 2 })).code).toBe('removed-by-host');
  expect(await codeOf(join(sdk, id))).toBe('removed-by-host');
  expect((await player.post(`/tables/${id}/seat`, {}, from)).json()).toMatchObject({
    status: 403,
    code: 'removed-by-host',
  });
  // The host may still seat a bot there, and watching is open to everybody.
  const watching = await join(sdk, id, { spectate: true });
  const found = await join(sdk, other?.id ?? '');
  await leaveAll([watching, found]);
});

const spectators = async (id: string, name: string, address: string, count: number) => {
  const people = await Promise.all(Array.from({ length: count }, (_, n) => person(`${name} ${n}`, address)));
  const rooms: Room[] = [];
  for (const { sdk } of people)
    await codeOf(join(sdk, id, { spectate: true }).then((room) => rooms.push(room)));
  return rooms;
};

test('three addresses do not take all places of spectators: some are left to others, over either transport', async () => {
  const [table] = await lobbies(1);
  const { id } = table ?? never();
  const crowds: Room[][] = [];
  for (const n of [1, 2, 3]) crowds.push(await spectators(id, `Crowd ${n}`, `192.0.2.${n}`, 21));
  expect(crowds.map(({ length }) => length)).toEqual([20, 15, 8]);
  const { player, from } = await person('Late', '192.0.2.9');
  const stream = player.stream(id, '', from);
  await until(() => stream.status !== 0, 'an answer');
  expect(stream.status).toBe(200);
  stream.close();
  await leaveAll(crowds.flat());
});

describe('queues', () => {
  let matches: readonly string[] = [];

  /** Over, with some moves. */
  beforeAll(async () => {
    matches = await Promise.all(
      Array.from({ length: 10 }, async (_, n) => {
        const { player, from } = await person(`Gone ${n}`, `198.51.100.${100 + n}`);
        const wish = { game: 'borneo', seats: 3, bots: 2, clock: 'none', options: { firstSeat: 0 } };
        const { matchId } = (await player.post('/tables', wish, from)).json()['table'] as { matchId: string };
        await player.post(`/tables/${matchId}/start`, {}, from);
        const { commands } = (await player.get(`/matches/${matchId}/legal`, from)).json() as {
          commands: object[];
        };
        const moved = await player.post(`/matches/${matchId}/commands`, commands[0], from);
        expect(moved.status).toBe(200);
        expect((await player.post(`/tables/${matchId}/abandon`, {}, from)).json()).toEqual({
          abandoned: true,
        });
        return matchId;
      }),
    );
  });

  test('one address does not fill the queue of analyses, and another one need not wait for all of it', async () => {
    const near = await Promise.all([1, 2, 3, 4].map((n) => person(`Near ${n}`, '203.0.113.20')));
    const far = await person('Far', '203.0.113.21');
    const analyse = async ({ player, from }: Person, id: string | undefined) =>
      (await player.get(`/matches/${id}/analysis`, from)).json();
    const codes: unknown[] = [];
    for (const [n, id] of matches.slice(0, 9).entries())
      codes.push((await analyse(near[n % 4] ?? never(), id))['code'] ?? 'begun');
    expect(codes).toEqual([
      ...Array.from({ length: 4 }, () => 'begun'),
      ...Array.from({ length: 5 }, () => 'rate-limited'),
    ]);
    expect(await analyse(far, matches[9])).toMatchObject({ status: 'waiting' });
  });

  test('pages of history count for an address over sockets as over HTTP', async () => {
    const [near, neighbour] = await Promise.all([1, 2].map((n) => person(`Reader ${n}`, '203.0.113.30')));
    const far = await person('Far reader', '203.0.113.31');
    const [table] = await lobbies(1);
    const { host, id } = table ?? never();
    for (const seat of [1, 2]) await host.send('PUT', `/tables/${id}/seats/${seat}`, { occupant: 'bot' });
    expect((await host.post(`/tables/${id}/start`)).status).toBe(204);
    const [one, two, other] = await Promise.all(
      [near, neighbour, far].map((who) => join(who?.sdk ?? never(), id, { spectate: true })),
    );
    const read = async (room: Room | undefined) => {
      try {
        return (await room?.request('history', {})) && 'read';
      } catch (error) {
        return (error as { reason?: { code?: string } }).reason?.code;
      }
    };
    const codes: unknown[] = [];
    for (let n = 0; n < 3; n++) codes.push(await read(one), await read(two));
    expect(codes).toEqual(Array.from({ length: 6 }, () => 'read'));
    expect([await read(one), await read(two), await read(other)]).toEqual([
      'rate-limited',
      'rate-limited',
      'read',
    ]);
    const { player, from } = near ?? never();
    expect((await player.get(`/matches/${id}/history`, from)).status).toBe(429);
    await leaveAll([one, two, other].flatMap((room) => room ?? []));
  });
});

function never(): never {
  throw new Error('there is one');
}
