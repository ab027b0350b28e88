// Devices over HTTP: signing in, the list, and how a device that is signed out loses its sockets and streams.

import { Client } from '@colyseus/sdk';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { until } from '../../rooms/testing/player.ts';
import { HttpPlayer } from '../testing/http-player.ts';
import { secondDevice } from '../testing/second-device.ts';
import { type Answered, ask, type Running, startServer } from '../testing/start.ts';

let running: Running;
beforeAll(async () => {
  running = await startServer({ rooms: true, environment: { RATE_LIMITS: 'off' } });
});
afterAll(() => running.stop());

interface Ticket {
  readonly token: string;
  readonly id: string;
  readonly name: string;
  readonly device: string;
  readonly refreshToken: string;
}

interface Facts {
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  readonly isThis: boolean;
}

const anybody = () => new HttpPlayer(running.port, '');
const as = ({ token }: { readonly token: string }) => new HttpPlayer(running.port, token);
const ticketIn = (answer: Answered) => answer.json() as unknown as Ticket;

async function enrolled(name: string, device = 'Laptop'): Promise<Ticket> {
  const made = await anybody().post('/guests', { name, device });
  expect(made.status).toBe(201);
  return ticketIn(made);
}

/** A second device of the same player. */
async function second(first: Ticket, name: string): Promise<Ticket> {
  const made = await secondDevice([running.port, running.port], first, name);
  expect(made.status).toBe(201);
  return ticketIn(made);
}

const devicesOf = async (ticket: Ticket) =>
  (await as(ticket).get('/me/devices')).json()['devices'] as readonly Facts[];

test('a guest with a device refreshes, renames, and finds the new name on the other device', async () => {
  const laptop = await enrolled('Zoé', '  Firefox  on Linux ');
  const phone = await second(laptop, 'Phone');
  expect(phone).toMatchObject({ id: laptop.id, name: 'Zoé' });
  const listed = await devicesOf(phone);
  expect(listed.map(({ name, kind, isThis }) => [name, kind, isThis]).sort()).toEqual([
    ['Firefox on Linux', 'device', false],
    ['Phone', 'device', true],
  ]);
  const renamed = await as(laptop).post('/guests', { name: 'Zoë' });
  expect([renamed.status, renamed.json()['id']]).toEqual([201, laptop.id]);
  const next = ticketIn(await anybody().post('/me/devices/refresh', { refreshToken: phone.refreshToken }));
  expect(next.name).toBe('Zoë');
  expect((await as(next).post('/guests/renew', {})).json()['name']).toBe('Zoë');
});

test('a token without a device is exchanged once for one; an access token of a device is not', async () => {
  const old = await HttpPlayer.guest(running.port, 'Ann');
  const laptop = ticketIn(await old.post('/me/devices', { name: 'Laptop' }));
  expect(laptop.name).toBe('Ann');
  const seats = async (player: HttpPlayer) => (await player.get('/me/seats')).status;
  expect([await seats(old), await seats(as(laptop))]).toEqual([200, 200]);
  const again = await as(laptop).post('/me/devices', { name: 'Thief' });
  expect([again.status, again.json()['code']]).toEqual([403, 'not-renewable']);
  const keys = (await devicesOf(laptop)).find(({ kind }) => kind === 'keys');
  expect((await as(laptop).send('DELETE', `/me/devices/${keys?.id}`)).status).toBe(204);
  expect([await seats(old), await seats(as(laptop))]).toEqual([401, 200]);
});

test('bad input is refused', async () => {
  const laptop = await enrolled('Zoé');
  const codeOf = (answer: Answered) => [answer.status, answer.json()['code']];
  const refresh = (body: object) => anybody().post('/me/devices/refresh', body);
  expect(codeOf(await refresh({}))).toEqual([400, 'bad-payload']);
  expect(codeOf(await refresh({ refreshToken: 'x' }))).toEqual([401, 'unauthenticated']);
  expect(codeOf(await refresh({ refreshToken: laptop.token }))).toEqual([401, 'unauthenticated']);
  expect(codeOf(await refresh({ ...laptop }))).toEqual([400, 'bad-payload']);
  expect(codeOf(await anybody().post('/guests', { name: 'Zoé', device: '\u200B' }))).toEqual([
    400,
    'name-not-allowed',
  ]);
  expect(codeOf(await as(laptop).post('/me/devices/invite', { refreshToken: laptop.token }))).toEqual([
    403,
    'not-renewable',
  ]);
  expect(codeOf(await as(laptop).send('DELETE', '/me/devices/unknown'))).toEqual([404, 'not-found']);
  expect(codeOf(await as(laptop).send('DELETE', '/me/devices/%20'))).toEqual([404, 'not-found']);
  const bob = await enrolled('Bob');
  expect(codeOf(await as(bob).send('DELETE', `/me/devices/${laptop.device}`))).toEqual([404, 'not-found']);
  expect(codeOf(await anybody().get('/me/devices'))).toEqual([401, 'unauthenticated']);
});

test('a device that is signed out loses its socket and its stream; the seat and the others stay', async () => {
  const laptop = await enrolled('Zoé');
  const phone = await second(laptop, 'Phone');
  const sdk = (ticket: Ticket) =>
    new Client(running.url, { headers: { Authorization: `Bearer ${ticket.token}` } });
  const made = (await as(phone).post('/tables', { game: 'toy', seats: 3, clock: 'none' })).json();
  const { matchId } = made['table'] as { matchId: string };
  const stream = as(laptop).stream(matchId);
  const other = as(phone).stream(matchId);
  const room = await sdk(laptop).joinById(matchId);
  const said: unknown[] = [];
  room.onMessage('closing', (payload) => said.push(payload));
  room.onMessage('*', () => undefined);
  room.reconnection.enabled = false;
  const left = new Promise<number>((resolve) => room.onLeave(resolve));
  await until(() => stream.lines.length > 0 && other.lines.length > 0, 'the streams');
  const { reconnectionToken } = room;
  expect((await as(phone).send('DELETE', `/me/devices/${laptop.device}`)).status).toBe(204);
  expect(await left).toBe(4105);
  expect(said).toEqual([{ reason: 'signed-out' }]);
  await until(() => stream.closed, 'the end of the stream');
  expect(stream.last).toEqual({ type: 'closing', reason: 'signed-out' });
  expect(other.closed).toBe(false);
  await expect(sdk(laptop).joinById(matchId)).rejects.toMatchObject({ message: 'unauthenticated' });
  await expect(sdk(laptop).reconnect(reconnectionToken)).rejects.toMatchObject({ code: 410 });
  expect((await as(laptop).get('/me/seats')).status).toBe(401);
  expect((await as(phone).get(`/tables/${matchId}`)).json()).toMatchObject({ seat: 0 });
  other.close();
});

test('a connection that broke before its device was signed out does not come back', async () => {
  const laptop = await enrolled('Zoé');
  const phone = await second(laptop, 'Phone');
  const sdk = new Client(running.url, { headers: { Authorization: `Bearer ${laptop.token}` } });
  const room = await sdk.create('toy', { seats: 3, clock: 'none' });
  room.onMessage('*', () => undefined);
  room.reconnection.enabled = false;
  const left = new Promise<number>((resolve) => room.onLeave(resolve));
  room.connection.close(4010);
  await left;
  await as(phone).send('DELETE', `/me/devices/${laptop.device}`);
  await expect(sdk.reconnect(room.reconnectionToken)).rejects.toBeDefined();
  const unused = await ask(running.port, `/matchmake/joinById/${room.roomId}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${laptop.token}`, 'Content-Type': 'application/json' },
    body: '{}',
  });
  expect(unused.json()).toMatchObject({ error: 'unauthenticated' });
});

test('the devices of a person are exported, and end with the person', async () => {
  const laptop = await enrolled('Zoé');
  const phone = await second(laptop, 'Phone');
  expect((await as(phone).get('/me/export')).json()['devices']).toMatchObject(
    expect.arrayContaining([expect.objectContaining({ kind: 'device', name: 'Laptop' })]),
  );
  expect((await as(phone).send('DELETE', '/me')).status).toBe(200);
  for (const ticket of [laptop, phone]) {
    expect((await as(ticket).get('/me/seats')).status).toBe(401);
    expect((await anybody().post('/me/devices/refresh', { refreshToken: ticket.refreshToken })).status).toBe(
      401,
    );
  }
});
