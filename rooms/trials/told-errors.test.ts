// Whatever goes wrong, a client gets one of our codes and learns nothing about the server's internals.
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { isTableCode } from '../../shared/protocol/codes.ts';
import { seatAndStart, type TestPlayer, until } from '../testing/player.ts';
import { FRAME, RawClient, type Reservation, reserve } from '../testing/raw-client.ts';
import { startTableServer, type TableServer } from '../testing/table-server.ts';

let server: TableServer;
let ann: TestPlayer;
beforeAll(async () => {
  server = await startTableServer({ limits: { maxSpectators: 50 } });
  const clients = server.clients(['a', 'b', 'c']);
  [ann] = await seatAndStart(clients, 'borneo');
});
afterAll(() => server.close());

/** The text of an error frame: a number, then a string. */
function errorIn(client: RawClient): string {
  const frame = client.frames.find(([kind]) => kind === FRAME.error);
  if (frame === undefined) throw new Error('no error was told');
  const start = frame.findIndex((byte, index) => index > 1 && byte >= 0xa0 && byte < 0xe0);
  return frame.subarray(start + 1).toString();
}

const undecodable: [string, number[]][] = [
  ['an extension without its record', [0xd4, 0x69, 0x00]],
  ['an unknown extension', [0xc7, 0x01, 0x55, 0x00]],
  ['a text that ends too soon', [0xdb, 0x7f, 0xff, 0xff, 0xff, 0x61]],
  ['a list that ends too soon', [0xdd, 0x7f, 0xff, 0xff, 0xff]],
  ['a map that ends too soon', [0xdf, 0x7f, 0xff, 0xff, 0xff]],
  ['a byte that means nothing', [0xc1]],
  ['more than one value', [0x01, 0x02]],
  ['a typed array of nothing', [0xc8, 0x00, 0x01, 0x74, 0x11]],
  ['an error', [0xc7, 0x01, 0x65, 0xc1]],
];

test.each(undecodable)('a request with %s is refused like any bad payload', async (_what, bytes) => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const client = await RawClient.join(server.url, 'watcher', ann.matchId, { spectate: true, language: 'fr' });
  client.acknowledge();
  for (const type of ['legal', 'news-since', 'place-merchant', 'unheard-of'])
    client.request(type, null, Uint8Array.from(bytes));
  client.request('news-since', { version: 0 });
  await until(() => client.answers.length === 5, 'five answers');
  const [last, ...others] = [...client.answers].reverse();
  expect(last).toMatchObject({ status: 0, payload: { complete: true } });
  for (const { status, payload } of others) {
    const { code, message } = payload as { code: string; message: string };
    expect([status, ['bad-payload', 'unknown-command', 'not-a-player'].includes(code)]).toEqual([1, true]);
    expect(message).not.toMatch(/TypeError|Error|undefined|null|msgpack|offset/);
  }
  expect(client.closed).toBeUndefined();
  client.socket.terminate();
});

test.each(undecodable)('a message with %s closes the connection without an answer', async (_what, bytes) => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const client = await RawClient.join(server.url, 'watcher', ann.matchId, { spectate: true });
  client.acknowledge();
  await until(() => client.frames.some(([kind]) => kind === FRAME.state), 'the state');
  const before = client.frames.length;
  client.socket.send(Buffer.from([FRAME.data, 0xa4, ...Buffer.from('chat'), ...bytes]));
  await until(() => client.closed !== undefined || client.frames.length > before, 'an end or an answer');
  expect(client.closed?.reason ?? '').toBe('');
  for (const frame of client.frames.slice(before))
    expect(frame.toString()).not.toMatch(/TypeError|RangeError/);
  client.socket.terminate();
});

test('a client that connects without a reservation, or with a used one, gets a code', async () => {
  const place = (await reserve(server.url, 'late', `joinById/${ann.matchId}`, {
    spectate: true,
  })) as Reservation;
  const attempts: [Reservation, string | undefined][] = [
    [{ ...place, sessionId: 'nobody' }, undefined],
    [{ ...place, sessionId: 'constructor' }, undefined],
    [{ ...place, sessionId: 'nobody' }, 'no-such-token'],
    [{ ...place, roomId: 'nowhere' }, undefined],
  ];
  const used = await RawClient.connect(server.url, place);
  attempts.push([place, undefined], [place, 'no-such-token']);
  for (const [where, token] of attempts) {
    const client = await RawClient.connect(server.url, where, token);
    const told = errorIn(client);
    expect([told, isTableCode(told)]).toEqual(['reservation-expired', true]);
    await until(() => client.closed !== undefined, 'the end');
    expect(client.closed?.reason).toBe('');
  }
  used.socket.terminate();
});

test('an unusable reconnection token is refused with a code', async () => {
  const token = { reconnectionToken: 'no-such-token' };
  expect(await reserve(server.url, 'a', `reconnect/${ann.matchId}`, token)).toBe('reservation-expired');
  expect(await reserve(server.url, 'a', 'reconnect/nowhere', token)).toBe('unknown-match');
});

test('a client refused after its reservation was accepted is told why, by a code', async () => {
  const room = await server.client('host').create('borneo', { clock: 'none', spectators: false });
  const place = (await reserve(server.url, 'guest', `joinById/${room.roomId}`)) as Reservation;
  await room.request('set-seat', { seat: 1, occupant: 'open' });
  await room.request('set-seat', { seat: 1, occupant: 'bot' });
  await room.request('set-seat', { seat: 2, occupant: 'bot' });
  await room.request('start');
  expect(errorIn(await RawClient.connect(server.url, place))).toBe('spectators-not-allowed');
  await room.leave();
});
