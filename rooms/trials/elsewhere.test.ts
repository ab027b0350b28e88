// What works at one table is useless at another: reservations, tokens, invitations, cursors, decisions, ids.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { invitedBy, seatAndStart, TestPlayer, until } from '../testing/player.ts';
import { FRAME, RawClient, type Reservation, reserve } from '../testing/raw-client.ts';
import { startTableServer, type TableServer } from '../testing/table-server.ts';
import { TestVisitor } from '../testing/visitor.ts';

let server: TableServer;
let tables = 0;
beforeAll(async () => {
  server = await startTableServer({ limits: { reconnectSeconds: 60 } });
});
afterAll(() => server.close());

async function start(options: object = {}): Promise<TestPlayer> {
  tables += 1;
  const clients = server.clients([`a${tables}`, `b${tables}`, `c${tables}`]);
  const [ann] = await seatAndStart(clients, 'borneo', options);
  if (ann === undefined) throw new Error('no player came');
  return ann;
}

/** The answer to a client with these credentials. */
async function admitted(place: Reservation, token?: string): Promise<boolean> {
  const client = await RawClient.connect(server.url, place, token);
  client.acknowledge();
  const isIn = client.frames[0]?.[0] === FRAME.join;
  client.socket.terminate();
  return isIn;
}

async function device(name: string, matchId: string): Promise<{ client: RawClient; place: Reservation }> {
  const place = await reserve(server.url, name, `joinById/${matchId}`);
  if (typeof place === 'string') throw new Error(place);
  const client = await RawClient.connect(server.url, place);
  client.acknowledge();
  await until(() => client.frames.some(([kind]) => kind === FRAME.state), 'the state');
  return { client, place };
}

const back = async (matchId: string, reconnectionToken: string) =>
  await reserve(server.url, undefined, `reconnect/${matchId}`, { reconnectionToken });

test('a reservation is invalid at any other table, and remains valid at its own', async () => {
  const [one, other] = [await start(), await start()];
  const place = await reserve(server.url, 'guest', `joinById/${one.matchId}`, { spectate: true });
  if (typeof place === 'string') throw new Error(place);
  expect(await admitted({ ...place, roomId: other.matchId })).toBe(false);
  expect(other.state.table['spectators']).toBe(0);
  expect(await admitted(place)).toBe(true);
});

test('a reconnection token works at its own table only', async () => {
  const [other, one] = [await start(), await start()];
  const { client, place } = await device(`c${tables}`, one.matchId);
  const token = client.reconnectionToken;
  client.socket.terminate();
  await until(() => one.state.table.seats[2]?.connected === false, 'the drop');
  expect(await back(other.matchId, token)).toBe('reservation-expired');
  expect(await admitted({ ...place, roomId: other.matchId }, token)).toBe(false);
  expect(other.state.table.seats.map(({ connected }) => connected)).toEqual([true, true, true]);
  expect(await admitted(place, token)).toBe(true);
});

test('an invitation opens only the table it was made for', async () => {
  const open = async () => {
    tables += 1;
    const host = server.client(`a${tables}`);
    return new TestPlayer(await host.create('borneo', { visibility: 'private', clock: 'none' }));
  };
  const [one, other] = [await open(), await open()];
  const [first, second] = [await invitedBy(one), await invitedBy(other)];
  const secret = String(first.invitation).split('.')[1];
  for (const invitation of [first.invitation, `${other.matchId}.${secret}`]) {
    expect(await reserve(server.url, 'guest', `joinById/${other.matchId}`, { invitation })).toBe(
      'invitation-required',
    );
  }
  expect(await reserve(server.url, 'guest', `joinById/${other.matchId}`, second)).toMatchObject({
    roomId: other.matchId,
  });
});

test('a cursor, a decision and a command’s id of one match mean nothing at another', async () => {
  const [one, other] = [
    await start({ options: { firstSeat: 0 } }),
    await start({ options: { firstSeat: 0 } }),
  ];
  const { type, payload } = await one.choose();
  expect(await one.send(type, { ...payload, commandId: 'mine' })).toEqual({ version: 1 });
  // The other match is a move behind: news it does not have yet are not invented, and the gap is reported.
  const told = async (matchId: string, since: number) => {
    const visitor = new TestVisitor('looker');
    const room = await server.service.open(matchId, { id: 'waker', name: 'waker' });
    room.http.visit(visitor, undefined, await room.http.recall(visitor, since));
    room.http.leave(visitor);
    return visitor.lines.map(({ type: kind, version }) => [kind, version]);
  };
  expect(await told(one.matchId, 1)).toEqual([['full', 1]]);
  expect((await told(other.matchId, 1)).map(([kind]) => kind)).toEqual(['gap', 'full']);
  expect(await other.room.request('news-since', { version: 1 })).toMatchObject({ news: [] });
  // The same id is unused there, and answers the decision of that match only.
  expect(other.state.version).toBe(0);
  expect(await other.send(type, { ...payload, commandId: 'mine' })).toEqual({ version: 1 });
  const next = one.state.decisions[0];
  expect((await other.refused(type, { ...payload, decision: (next?.id ?? 0) + 1_000 })).code).toBe(
    'not-your-turn',
  );
});

test('a reconnection token expires; the seat does not', async () => {
  await server.close();
  server = await startTableServer({ limits: { reconnectSeconds: 1 } });
  const ann = await start();
  const { client, place } = await device(`c${tables}`, ann.matchId);
  const token = client.reconnectionToken;
  client.socket.terminate();
  await until(() => ann.state.table.seats[2]?.connected === false, 'the drop');
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect([await back(ann.matchId, token), await admitted(place, token)]).toEqual([
    'reservation-expired',
    false,
  ]);
  const again = await device(`c${tables}`, ann.matchId);
  await until(() => ann.state.table.seats[2]?.connected === true, 'the return');
  again.client.socket.terminate();
});
