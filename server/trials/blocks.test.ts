// People who do not want to hear or meet one another: what they asked for lasts over tables, over either transport.
import { Client, type Room } from '@colyseus/sdk';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { TestPlayer, until } from '../../rooms/testing/player.ts';
import { HttpPlayer } from '../testing/http-player.ts';
import { type Running, startServer } from '../testing/start.ts';

let running: Running;
beforeAll(async () => {
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  running = await startServer({ rooms: true, environment: { RATE_LIMITS: 'off' } });
});
afterAll(async () => {
  await running.stop();
  jest.restoreAllMocks();
});

interface Person {
  readonly http: HttpPlayer;
  readonly sdk: Client;
}

async function person(name: string): Promise<Person> {
  const http = await HttpPlayer.guest(running.port, name);
  return { http, sdk: new Client(running.url, { headers: { Authorization: `Bearer ${http.token}` } }) };
}

interface Line {
  readonly name: string;
  readonly text: string;
}

/** What somebody hears at a table from now on, what was said before included. */
async function listener(joining: Promise<Room>): Promise<{ room: Room; heard: string[] }> {
  const { room } = new TestPlayer(await joining);
  const heard: string[] = [];
  const welcomed = new Promise<void>((done) =>
    room.onMessage('welcome', ({ chat }: { chat: Line[] }) => {
      heard.push(...chat.map(({ text }) => text));
      done();
    }),
  );
  room.onMessage('chat', ({ text }: Line) => void heard.push(text));
  await welcomed;
  return { room, heard };
}

const refusal = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'admitted',
    ({ message, reason }: { message: string; reason?: { code: string } }) => reason?.code ?? message,
  );

test('who mutes a person hears nothing from them at any table, and nobody else is concerned', async () => {
  const [ann, bob, cleo] = [await person('Ann'), await person('Bob'), await person('Cleo')];
  const host = await listener(ann.sdk.create('borneo', { seats: 3 }));
  const { roomId } = host.room;
  const second = await listener(bob.sdk.joinById(roomId));
  const third = await listener(cleo.sdk.joinById(roomId));
  await second.room.request('chat', { text: 'one' });
  await until(() => host.heard.includes('one'), 'the first line');
  await host.room.request('block', { name: 'Bob', how: 'mute' });
  await second.room.request('chat', { text: 'two' });
  await third.room.request('chat', { text: 'three' });
  await until(() => host.heard.includes('three') && third.heard.includes('three'), 'the last line');
  expect([host.heard, third.heard]).toEqual([
    ['one', 'three'],
    ['one', 'two', 'three'],
  ]);
  // At another table, where what was said before is told to those who come.
  const other = await listener(bob.sdk.create('borneo', { seats: 3 }));
  await other.room.request('chat', { text: 'four' });
  const again = await listener(ann.sdk.joinById(other.room.roomId));
  const stream = ann.http.stream(other.room.roomId);
  await until(() => stream.of('full').length > 0, 'the stream');
  expect([again.heard, stream.of('full')[0]?.['chat']]).toEqual([[], []]);
  const { blocks } = (await ann.http.get('/me/blocks')).json() as {
    blocks: { blockId: string; name: string; how: string }[];
  };
  expect(blocks).toMatchObject([{ name: 'Bob', how: 'mute' }]);
  // Nobody else's entry can be lifted.
  await cleo.http.send('DELETE', `/me/blocks/${blocks[0]?.blockId}`);
  await other.room.request('chat', { text: 'five' });
  await ann.http.send('DELETE', `/me/blocks/${blocks[0]?.blockId}`);
  await other.room.request('chat', { text: 'six' });
  await until(() => again.heard.length > 0, 'the line after it was lifted');
  await until(() => stream.of('chat').length > 0, 'the same line');
  expect([again.heard, stream.of('chat')]).toMatchObject([['six'], [{ text: 'six' }]]);
  stream.close();
});

test('who is blocked gets no seat at any table of that host, and quick match leads neither to the other', async () => {
  const [dan, eve] = [await person('Dan'), await person('Eve')];
  const first = await listener(dan.sdk.create('borneo', { seats: 3 }));
  const guest = await listener(eve.sdk.joinById(first.room.roomId));
  await until(() => first.room.state.table.seats[1]?.occupant === 'player', 'the guest');
  const asked = await dan.http.post(`/tables/${first.room.roomId}/block`, { name: 'Eve', how: 'block' });
  expect(asked.status).toBe(204);
  await until(() => first.room.state.table.seats[1]?.occupant === 'open', 'the free seat');
  expect(await refusal(guest.room.request('take-seat'))).toBe('removed-by-host');
  const second = await listener(dan.sdk.create('borneo', { seats: 4 }));
  expect(await refusal(eve.sdk.joinById(second.room.roomId))).toBe('removed-by-host');
  expect(await refusal(eve.sdk.join('borneo', { seats: 4 }))).toBe('unknown-match');
  // The other way round.
  await listener(eve.sdk.create('borneo', { seats: 5 }));
  expect(await refusal(dan.sdk.join('borneo', { seats: 5 }))).toBe('unknown-match');
  const { blocks } = (await dan.http.get('/me/blocks')).json() as { blocks: { blockId: string }[] };
  await dan.http.send('DELETE', `/me/blocks/${blocks[0]?.blockId}`);
  const seated = await listener(eve.sdk.joinById(second.room.roomId));
  expect(seated.room.roomId).toBe(second.room.roomId);
  const exported = (await dan.http.get('/me/export')).json();
  expect(exported['blocks']).toEqual([]);
});

test('strangers and oneself cannot be blocked', async () => {
  const { sdk, http } = await person('Fay');
  const { room } = await listener(sdk.create('dockers', {}));
  for (const name of ['nobody', 'Fay'])
    expect(await refusal(room.request('block', { name, how: 'mute' }))).toBe('unknown-person');
  expect(await refusal(room.request('block', { name: 'nobody', how: 'hate' }))).toBe('bad-payload');
  expect((await http.get('/me/blocks')).json()).toEqual({ blocks: [] });
});
