// The tables of a player: who sits there, and whose turn it is, whether the match is in memory or asleep.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { HttpPlayer } from '../testing/http-player.ts';
import { ask, type Running, startServer } from '../testing/start.ts';

let running: Running;
let ann: HttpPlayer;
let bob: HttpPlayer;
beforeAll(async () => {
  running = await startServer({
    rooms: true,
    environment: { RATE_LIMITS: 'off' },
    roomLimits: { botPauseMs: 0, sleepAfterSeconds: 1, callSeconds: 1 },
  });
  ann = await HttpPlayer.guest(running.port, 'Ann');
  bob = await HttpPlayer.guest(running.port, 'Bob');
});
afterAll(() => running.stop());

interface Mine {
  readonly matchId: string;
  readonly asked: readonly number[] | null;
  readonly deadline: number | null;
  readonly names: readonly (string | null)[];
}

async function opened(options: object): Promise<string> {
  const made = (await ann.post('/tables', { game: 'toy', seats: 3, ...options })).json();
  return (made['table'] as { matchId: string }).matchId;
}

async function mine(player: HttpPlayer, id: string): Promise<Mine | undefined> {
  const { seats } = (await player.get('/me/seats')).json() as unknown as { seats: Mine[] };
  return seats.find(({ matchId }) => matchId === id);
}

async function move(id: string): Promise<boolean> {
  for (const player of [ann, bob]) {
    const { decision, commands } = (await player.get(`/matches/${id}/legal`)).json() as {
      decision?: number | null;
      commands?: object[];
    };
    if (decision === undefined || decision === null) continue;
    return (await player.post(`/matches/${id}/commands`, commands?.[0])).status === 200;
  }
  return false;
}

async function decided(id: string) {
  const { table, ...full } = (await ann.get(`/matches/${id}`)).json() as {
    table: object;
    decisions: { seat: number; deadline: number | null }[];
  };
  expect(table).toBeDefined();
  return full.decisions;
}

async function asleep(): Promise<void> {
  const rooms = async () => (await ask(running.port, '/metrics')).text.match(/^quayside_rooms (\d+)$/m)?.[1];
  while ((await rooms()) !== '0') await new Promise((done) => setTimeout(done, 50));
}

test('names by seat with those of bots; no seat is asked in the lobby', async () => {
  const id = await opened({ bots: 1, clock: 'none' });
  const told = await mine(ann, id);
  expect(told).toMatchObject({ asked: null, deadline: null, names: ['Ann', null, expect.any(String)] });
  const { tables } = (await bob.get('/tables?game=toy')).json() as { tables: Mine[] };
  expect(tables.find(({ matchId }) => matchId === id)?.names).toEqual(told?.names);
});

test.each(['none', 'days'])('whose turn it is, awake and asleep, with the clock "%s"', async (clock) => {
  const id = await opened({ seats: 2, clock });
  await bob.post(`/tables/${id}/seat`);
  await ann.post(`/tables/${id}/start`);
  for (const moves of [0, 1]) {
    if (moves > 0) expect(await move(id)).toBe(true);
    const decisions = await decided(id);
    const asked = decisions.map(({ seat }) => seat);
    expect(asked.length).toBeGreaterThan(0);
    const own = (seat: number) => decisions.find((one) => one.seat === seat)?.deadline ?? null;
    expect(await mine(ann, id)).toMatchObject({ asked, deadline: own(0) });
    expect(await mine(bob, id)).toMatchObject({ asked, deadline: own(1) });
    await asleep();
    expect(await mine(ann, id)).toMatchObject({ asked, deadline: own(0) });
    expect(await mine(bob, id)).toMatchObject({ asked, deadline: own(1) });
  }
});
