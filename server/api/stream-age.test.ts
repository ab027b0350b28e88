// Streams expire and are reopened: nothing is missed, and a peer that disappeared is detected.
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { type Games, quayside, type StreamLine } from '../../client/index.ts';
import { until } from '../../rooms/testing/player.ts';
import { HttpPlayer } from '../testing/http-player.ts';
import { startSilentProxy } from '../testing/silent-proxy.ts';
import { type Running, startServer } from '../testing/start.ts';

const CALL_SECONDS = 3;

let running: Running;
let isOver = false;
const followers: Promise<void>[] = [];
beforeAll(async () => {
  running = await startServer({
    rooms: true,
    environment: { RATE_LIMITS: 'off' },
    limits: { heartbeatSeconds: 0.1, streamSeconds: 0.8 },
    roomLimits: { callSeconds: CALL_SECONDS },
  });
});
afterEach(async () => {
  isOver = true;
  await Promise.all(followers.splice(0));
  isOver = false;
});
afterAll(() => running.stop());

async function start(): Promise<{ id: string; players: HttpPlayer[] }> {
  const guests = ['Ann', 'Bob', 'Zoé'].map((name) => HttpPlayer.guest(running.port, name));
  const [host, ...others] = (await Promise.all(guests)) as [HttpPlayer, ...HttpPlayer[]];
  const made = (await host.post('/tables', { game: 'borneo', seats: 3, clock: 'none' })).json();
  const { matchId: id } = made['table'] as { matchId: string };
  for (const other of others) await other.post(`/tables/${id}/seat`);
  expect((await host.post(`/tables/${id}/start`)).status).toBe(204);
  return { id, players: [host, ...others] };
}

type Lines = StreamLine<Games['borneo']>[];

/** Everything that the typed client receives until the test ends. */
async function follow(id: string, { token }: HttpPlayer): Promise<Lines> {
  const lines: Lines = [];
  const table = await quayside({ url: running.url, token }).joinById('borneo', id);
  const following = (async () => {
    for await (const line of table.lines()) {
      if (isOver) return;
      lines.push(line);
    }
  })();
  followers.push(following);
  await until(() => lines.length > 0, 'the first line');
  return lines;
}

const expiries = (lines: Lines) =>
  lines.filter((line) => line.type === 'closing' && line.reason === 'expired').length;
const presence = (lines: Lines, seat: number) =>
  lines.flatMap((line) => ('table' in line ? [line.table.seats[seat]?.connected] : []));

async function move(id: string, players: readonly HttpPlayer[]): Promise<void> {
  for (const player of players) {
    const { commands } = (await player.get(`/matches/${id}/legal`)).json() as { commands: object[] };
    if (commands.length === 0) continue;
    const made = await player.post(`/matches/${id}/commands`, commands[0]);
    expect([made.status, made.text]).toEqual([200, expect.stringContaining('version')]);
    return;
  }
  throw new Error('no seat is asked');
}

test('an expired stream is renewed: every version arrives once, and its player counts as present throughout', async () => {
  const { id, players } = await start();
  const heard = await Promise.all(players.map((player) => follow(id, player)));
  const [ann] = heard as [Lines];
  // Until players are present only because of their streams.
  const begun = performance.now();
  await until(() => performance.now() - begun > CALL_SECONDS * 1000, 'calls to be forgotten');
  await until(() => heard.every((lines) => expiries(lines) >= 4), 'streams that come of age');
  for (const seat of [0, 1, 2]) expect(presence(ann, seat)).not.toContain(false);
  for (let version = 1; version <= 20; version++) await move(id, players);
  const versions = (lines: Lines) => lines.flatMap((line) => (line.type === 'news' ? [line.version] : []));
  await until(() => heard.every((lines) => versions(lines).includes(20)), 'the last version');
  for (const lines of heard) {
    expect(versions(lines)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    expect(lines.some(({ type }) => type === 'gap')).toBe(false);
  }
}, 180_000);

test('a player behind a proxy who disappears without closing counts as absent soon', async () => {
  const { id, players } = await start();
  const [ann, bob] = players as [HttpPlayer, HttpPlayer];
  const proxy = await startSilentProxy(running.url);
  const watching = await follow(id, ann);
  const lost = new HttpPlayer(Number(new URL(proxy.url).port), bob.token).stream(id);
  await until(() => lost.lines.length > 0, 'the first line');
  const present = () => presence(watching, 1).at(-1);
  expect(present()).toBe(true);
  proxy.lose();
  await until(() => present() === false, 'the absence');
  await proxy.close();
}, 180_000);
