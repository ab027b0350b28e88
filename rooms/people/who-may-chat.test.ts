// Speakers at a table can be distinguished, and the host can mute them.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { invitedBy, TestPlayer, until } from '../testing/player.ts';
import { startTableServer, type TableServer } from '../testing/table-server.ts';

let server: TableServer;
beforeAll(async () => {
  server = await startTableServer({ limits: { maxSpectators: 10, tablesPerMinute: 1000 } });
});
afterAll(() => server.close());

interface Line {
  readonly seat: number | null;
  readonly name: string;
  readonly text: string;
}

const linesOf = (player: TestPlayer) => player.chat as unknown as Line[];

async function open(name: string, options: object = {}): Promise<TestPlayer> {
  const host = new TestPlayer(
    await server.client(encodeURIComponent(name)).create('borneo', { clock: 'none', ...options }),
  );
  await invitedBy(host);
  return host;
}

async function join(host: TestPlayer, name: string, options: object = {}): Promise<TestPlayer> {
  const player = new TestPlayer(
    await server.client(encodeURIComponent(name)).joinById(host.matchId, options),
  );
  await until(() => player.matchId !== '', 'welcome');
  return player;
}

async function say(speaker: TestPlayer, listener: TestPlayer, text: string): Promise<Line> {
  await speaker.send('chat', { text });
  await until(() => linesOf(listener).some((line) => line.text === text), 'the line');
  const line = linesOf(listener).find((candidate) => candidate.text === text);
  if (line === undefined) throw new Error('not heard');
  return line;
}

test('no two names at a table look alike, with or without a seat', async () => {
  const host = await open('Ann');
  const guest = await join(host, 'Аnn');
  const watcher = await join(host, 'ANN', { spectate: true });
  const other = await join(host, 'A\u200bnn', { spectate: true });
  expect([host.state.table.seats[0]?.name, host.state.table.seats[1]?.name]).toEqual(['Ann', 'Аnn (2)']);
  const said = [];
  for (const [n, speaker] of [host, guest, watcher, other].entries())
    said.push(await say(speaker, host, `line ${n}`));
  expect(said.map(({ seat, name }) => [seat, name])).toEqual([
    [0, 'Ann'],
    [1, 'Аnn (2)'],
    [null, 'ANN (3)'],
    [null, 'A\u200bnn (4)'],
  ]);
});

test('a seat chats under the name it shows, even if the token has a new one', async () => {
  const host = await open('Ann');
  const guest = await join(host, 'bob');
  // The same player with a renewed token.
  const room = await server.service.open(host.matchId, { id: '', name: '' });
  const renewed = {
    identity: { id: 'id-bob', name: 'Ann' },
    language: 'en',
    invitation: undefined,
    address: '',
  } as const;
  expect(await room.http.ask(renewed, 'chat', { text: 'I give up' })).toMatchObject({ ok: true });
  await until(() => linesOf(guest).length === 1, 'the line');
  expect(linesOf(guest)[0]).toMatchObject({ seat: 1, name: 'bob' });
});

test('a spectator keeps a name until a player with the same name takes a seat', async () => {
  const host = await open('host');
  const watcher = await join(host, 'Eve', { spectate: true });
  expect((await say(watcher, host, 'one')).name).toBe('Eve');
  const eve = await join(host, 'eve');
  expect(host.state.table.seats[1]?.name).toBe('eve');
  expect((await say(eve, host, 'two')).name).toBe('eve');
  expect((await say(watcher, host, 'three')).name).toBe('Eve (2)');
  expect((await say(watcher, host, 'four')).name).toBe('Eve (2)');
});

test('only the host mutes spectators, one or all of them', async () => {
  const host = await open('host');
  const guest = await join(host, 'guest');
  const loud = await join(host, 'loud', { spectate: true });
  const quiet = await join(host, 'quiet', { spectate: true });
  const { name } = await say(loud, host, 'LOUD');
  for (const spectator of [guest, loud])
    expect((await spectator.refused('mute', { seat: null, muted: true })).code).toBe('not-host');
  expect((await host.refused('mute', { seat: null, name: 'nobody', muted: true })).code).toBe(
    'unknown-spectator',
  );
  expect((await host.refused('mute', { seat: 1, name, muted: true })).code).toBe('bad-payload');
  await host.send('mute', { seat: null, name, muted: true });
  expect((await loud.refused('chat', { text: 'let me' })).code).toBe('muted');
  await say(quiet, host, 'thank you');
  await host.send('mute', { seat: null, name, muted: false });
  await say(loud, host, 'I am back');
  await host.send('mute', { seat: null, muted: true });
  expect(host.state.table['spectatorsMuted']).toBe(true);
  expect((await quiet.refused('chat', { text: 'why me' })).code).toBe('muted');
  await say(guest, host, 'players speak');
  await host.send('mute', { seat: null, muted: false });
  await say(quiet, host, 'and so do we');
});

test('leaving and retaking a seat does not unmute', async () => {
  const host = await open('host');
  const guest = await join(host, 'loud');
  await host.send('mute', { seat: 1, muted: true });
  expect((await guest.refused('chat', { text: 'one' })).code).toBe('muted');
  await guest.send('leave-seat');
  expect((await guest.refused('chat', { text: 'two' })).code).toBe('muted');
  await guest.send('take-seat', {});
  expect((await guest.refused('chat', { text: 'three' })).code).toBe('muted');
  await host.send('mute', { seat: 1, muted: false });
  await say(guest, host, 'four');
});

test('a host without a seat is a spectator who may always chat', async () => {
  const room = await server.client('keeper').create('borneo', { clock: 'none', spectate: true });
  const host = new TestPlayer(room);
  await until(() => host.matchId !== '', 'welcome');
  await host.send('mute', { seat: null, muted: true });
  expect((await say(host, host, 'my table')).seat).toBeNull();
});
