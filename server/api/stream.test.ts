// Streams of JSON lines over real connections: the truth first, no gaps, resuming, and their bounds.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { until } from '../../rooms/testing/player.ts';
import { PROTOCOL_VERSION } from '../../shared/protocol/version.ts';
import { HttpPlayer, type HttpStream } from '../testing/http-player.ts';
import { type Running, startServer } from '../testing/start.ts';

let running: Running;
let people = 0;
beforeAll(async () => {
  running = await startServer({
    rooms: true,
    environment: { RATE_LIMITS: 'off', MAX_CONNECTIONS_PER_ADDRESS: '8', TABLE_SLEEP_SECONDS: '1' },
    limits: { heartbeatSeconds: 0.1, streamsPerPlayer: 5 },
    roomLimits: { streamsPerPlayerAndMatch: 2, callSeconds: 1, maxUnsentBytes: 64 * 1024, chatLength: 500 },
  });
});
afterAll(() => running.stop());

const guest = () => {
  people += 1;
  return HttpPlayer.guest(running.port, `p${people}`);
};

async function start(game = 'borneo'): Promise<{ id: string; players: HttpPlayer[] }> {
  const players = await Promise.all([guest(), guest(), guest()]);
  const [host, ...others] = players as [HttpPlayer, ...HttpPlayer[]];
  const made = (await host.post('/tables', { game, seats: 3, clock: 'none' })).json();
  const { matchId: id } = made['table'] as { matchId: string };
  for (const other of others) await other.post(`/tables/${id}/seat`);
  expect((await host.post(`/tables/${id}/start`)).status).toBe(204);
  return { id, players };
}

/** The seat that is asked plays its first legal command. */
async function move(id: string, players: readonly HttpPlayer[]): Promise<number> {
  for (const player of players) {
    const { decision, commands } = (await player.get(`/matches/${id}/legal`)).json() as {
      decision: number | null;
      commands: object[];
    };
    if (decision === null) continue;
    return Number((await player.post(`/matches/${id}/commands`, commands[0])).json()['version']);
  }
  throw new Error('no seat is asked');
}

const opened = async (stream: HttpStream) => {
  await until(() => stream.lines.length > 0 || stream.status >= 400, 'the first line');
  return stream;
};
const versions = (stream: HttpStream) => stream.of('news').map((line) => line.version);

test('begins with the truth, sends every version, and a heartbeat while nothing happens', async () => {
  const { id, players } = await start();
  const [ann, bob] = players as [HttpPlayer, HttpPlayer];
  const own = await opened(ann.stream(id));
  const foreign = await opened((await guest()).stream(id));
  expect(own.lines[0]).toMatchObject({ type: 'full', protocol: PROTOCOL_VERSION, seat: 0, version: 0 });
  expect(foreign.lines[0]).toMatchObject({ type: 'full', seat: null, seatView: null });
  for (let n = 1; n <= 5; n++) expect(await move(id, players)).toBe(n);
  await bob.post(`/tables/${id}/chat`, { text: 'Bonjour !' });
  await until(() => own.of('chat').length === 1 && foreign.of('chat').length === 1, 'the chat');
  expect(versions(own)).toEqual([1, 2, 3, 4, 5]);
  expect(versions(foreign)).toEqual([1, 2, 3, 4, 5]);
  expect(own.of('chat')[0]).toMatchObject({ seat: 1, text: 'Bonjour !' });
  await until(() => own.beats >= 3, 'heartbeats');
  own.close();
  await until(() => foreign.of('table').at(-1) !== undefined, 'a table line');
  foreign.close();
});

test('resumes where it broke off, and reports a gap', async () => {
  const { id, players } = await start('toy');
  const [ann] = players as [HttpPlayer];
  const first = await opened(ann.stream(id));
  await move(id, players);
  await until(() => versions(first).length === 1, 'the news');
  first.close();
  await move(id, players);
  await move(id, players);
  const second = await opened(ann.stream(id, '?since=1'));
  await until(() => second.of('full').length === 1, 'the truth');
  expect(second.lines.map((line) => [line.type, line.version])).toEqual([
    ['news', 2],
    ['news', 3],
    ['full', 3],
  ]);
  second.close();
  const third = await opened(ann.stream(id, '?since=999'));
  expect(third.lines.map((line) => line.type)).toEqual(['gap', 'full']);
  third.close();
});

test('a player may have several streams; one too many closes the oldest', async () => {
  const { id, players } = await start('toy');
  const [ann] = players as [HttpPlayer];
  const streams: HttpStream[] = [];
  for (let n = 0; n < 3; n++) streams.push(await opened(ann.stream(id)));
  await until(() => streams[0]?.closed === true, 'the oldest to be closed');
  expect(streams[0]?.last).toEqual({ type: 'closing', reason: 'superseded' });
  await move(id, players);
  for (const stream of streams.slice(1)) await until(() => versions(stream).length === 1, 'the news');
  for (const stream of streams) stream.close();
});

test('counts as presence; the seat is kept when it ends', async () => {
  const { id, players } = await start('toy');
  const [ann, bob] = players as [HttpPlayer, HttpPlayer];
  const watching = await opened(ann.stream(id));
  const stream = await opened(bob.stream(id));
  const connected = () => {
    const line = watching.lines.findLast((item) => item['table'] !== undefined);
    return (line?.['table'] as { seats: { connected: boolean }[] } | undefined)?.seats[1]?.connected;
  };
  // Presence by earlier requests ends after a second; the stream stays.
  await new Promise((resolve) => setTimeout(resolve, 1200));
  expect(connected()).toBe(true);
  stream.close();
  await until(() => connected() === false, 'the absence');
  watching.close();
});

test('a reader that stops is disconnected at the limit; others continue', async () => {
  const { id, players } = await start('toy');
  const [ann, bob] = players as [HttpPlayer, HttpPlayer];
  const slow = await opened(bob.stream(id));
  const quick = await opened(ann.stream(id));
  slow.pause();
  const text = '💬'.repeat(200);
  const cut = () => running.captured.text().includes('slow consumer disconnected');
  for (let n = 0; n < 300 && !cut(); n++) {
    await Promise.all(Array.from({ length: 50 }, () => ann.post(`/tables/${id}/chat`, { text })));
  }
  expect(cut()).toBe(true);
  slow.resume();
  await until(() => slow.closed, 'the end of the slow one');
  expect(quick.closed).toBe(false);
  await move(id, players);
  await until(() => versions(quick).length === 1, 'the news');
  quick.close();
  // Some megabytes go into the system's own buffers first.
}, 180_000);

test('limited per player and per address', async () => {
  const streams: HttpStream[] = [];
  const tables = [await start('toy'), await start('toy'), await start('toy')];
  const [first] = tables as [(typeof tables)[0]];
  const [ann] = first.players as [HttpPlayer];
  for (const { id } of tables) for (let n = 0; n < 2; n++) streams.push(await opened(ann.stream(id)));
  expect(streams.map((stream) => stream.status)).toEqual([200, 200, 200, 200, 200, 429]);
  for (const { players } of tables.slice(1)) {
    const [host] = players as [HttpPlayer];
    for (const { id } of tables.slice(0, 2)) streams.push(await opened(host.stream(id)));
  }
  expect(streams.slice(6).map((stream) => stream.status)).toEqual([200, 200, 200, 429]);
  for (const stream of streams) stream.close();
  let again = await opened(ann.stream(first.id));
  for (let tries = 0; again.status === 429 && tries < 100; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    again = await opened(ann.stream(first.id));
  }
  expect(again.status).toBe(200);
  again.close();
});

test('HEAD describes the stream and opens nothing', async () => {
  const { id, players } = await start('toy');
  const [ann] = players as [HttpPlayer];
  const answer = await ann.send('HEAD', `/matches/${id}/stream`);
  expect([answer.status, answer.headers['content-type']]).toEqual([
    200,
    'application/x-ndjson; charset=utf-8',
  ]);
});

test('a sleeping match is woken, with the same news', async () => {
  const { id, players } = await start('toy');
  const [ann] = players as [HttpPlayer];
  await move(id, players);
  await until(() => roomsOpen() === 0, 'sleep');
  const stream = await opened(ann.stream(id, '?since=0'));
  await until(() => stream.of('full').length === 1, 'the truth');
  expect(stream.lines.map((line) => [line.type, line.version])).toEqual([
    ['news', 1],
    ['full', 1],
  ]);
  stream.close();
});

let rooms = 0;
function roomsOpen(): number {
  void running.quayside.metrics.text().then((text) => {
    rooms = Number(/^quayside_rooms (\d+)/m.exec(text)?.[1] ?? -1);
  });
  return rooms;
}

test('announces the end when the server shuts down', async () => {
  const { id, players } = await start('toy');
  const [ann] = players as [HttpPlayer];
  const stream = await opened(ann.stream(id));
  await running.stop();
  await until(() => stream.closed, 'the end');
  expect(stream.last).toEqual({ type: 'closing', reason: 'shutting-down' });
});
