// A server dies with hundreds of players on it, and all of them come back within the same second.
import { Client } from '@colyseus/sdk';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { TestPlayer, until } from '../../rooms/testing/player.ts';
import { HttpPlayer } from '../testing/http-player.ts';
import { kill } from '../testing/process.ts';
import { Processes } from '../testing/processes.ts';

const TABLES = 50;
const SEATS = 5;
/** Enough for all to return, even on a busy machine. */
const PATIENCE_MS = 120_000;

jest.setTimeout(300_000);

const here = new Processes({ MAX_CONNECTIONS_PER_ADDRESS: '500' });
beforeEach(() => {
  // The SDK reports connections that break while they open.
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  jest.restoreAllMocks();
});

interface Seated {
  readonly person: HttpPlayer;
  readonly matchId: string;
  readonly seat: number;
}

interface Sent {
  readonly mover: Seated;
  readonly body: object;
  /** `undefined`: the server died first. */
  version: number | undefined;
}

/** A running match with its players, and its first move. */
async function table(people: readonly HttpPlayer[]): Promise<Seated[]> {
  const [host, ...others] = people;
  if (host === undefined) throw new Error('no player came');
  const made = (await host.post('/tables', { game: 'borneo', seats: SEATS, clock: 'none' })).json();
  const { matchId } = made['table'] as { matchId: string };
  for (const other of others) await other.post(`/tables/${matchId}/seat`);
  expect((await host.post(`/tables/${matchId}/start`)).status).toBe(204);
  return people.map((person, seat) => ({ person, matchId, seat }));
}

async function choose(seated: readonly Seated[], commandId: string): Promise<Sent> {
  for (const mover of seated) {
    const answer = await mover.person.get(`/matches/${mover.matchId}/legal`);
    const { decision, commands } = answer.json() as { decision: number | null; commands: object[] };
    if (decision !== null) return { mover, body: { ...commands[0], commandId }, version: undefined };
  }
  throw new Error('no seat is asked');
}

const send = async ({ mover: { person, matchId }, body }: Sent) =>
  Number((await person.post(`/matches/${matchId}/commands`, body)).json()['version']);

/** Retries until it is admitted, waiting longer each time, as clients should. */
async function comeBack({ person, matchId }: Seated): Promise<{ player: TestPlayer; tries: number }> {
  const client = new Client(`http://127.0.0.1:${here.port}`);
  client.auth.token = person.token;
  for (let tries = 1; ; tries++) {
    const room = await client.joinById(matchId, {}).catch(() => undefined);
    if (room !== undefined) return { player: new TestPlayer(room), tries };
    if (tries > 8) throw new Error(`not let in after ${tries} tries`);
    await new Promise((resolve) => setTimeout(resolve, 100 * 2 ** tries * (0.5 + Math.random())));
  }
}

test('250 players come back to 50 tables at once: all get their seats back, nothing acknowledged is lost', async () => {
  await here.listen({ RATE_LIMITS: 'off' });
  const tables = await Promise.all(
    Array.from({ length: TABLES }, async (_, n) => {
      const names = Array.from({ length: SEATS }, (_none, seat) => `p${n}-${seat}`);
      return await table(await Promise.all(names.map((name) => HttpPlayer.guest(here.port, name))));
    }),
  );
  const first = await Promise.all(tables.map((seated) => choose(seated, 'first')));
  for (const version of await Promise.all(first.map(send))) expect(version).toBe(1);
  const second = await Promise.all(tables.map((seated) => choose(seated, 'second')));
  const flights = second.map(async (sent) => {
    sent.version = await send(sent).catch(() => undefined);
  });
  await Promise.race(flights);
  await kill(here.server);
  await Promise.all(flights);

  // The bounds of a public server hold for the crowd, too, which comes from one address here.
  await here.listen();
  const waits: number[] = [];
  const back = await Promise.all(
    tables.flat().map(async (seated) => {
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 1_000));
      const asked = performance.now();
      const { player, tries } = await comeBack(seated);
      await until(() => player.matchId !== '' && player.state?.view !== undefined, 'the view', PATIENCE_MS);
      waits.push(performance.now() - asked);
      return { ...seated, player, tries };
    }),
  );
  expect(back.map(({ player }) => player.seat)).toEqual(back.map(({ seat }) => seat));
  waits.sort((a, b) => a - b);
  process.stderr.write(
    `return of ${back.length}: p50 ${waits[Math.floor(waits.length / 2)]?.toFixed()} ms, ` +
      `p99 ${waits[Math.floor(waits.length * 0.99)]?.toFixed()} ms, ` +
      `${back.filter(({ tries }) => tries > 1).length} let in later than at once\n`,
  );
  // What was acknowledged is there; what was not is sent again, and counts once.
  await Promise.all(
    second.map(async (sent, n) => {
      const seen = back.filter(({ matchId }) => matchId === sent.mover.matchId);
      for (const { player } of seen) expect(player.state.version).toBeGreaterThanOrEqual(sent.version ?? 1);
      expect(await send(sent)).toBe(2);
      expect(await send(first[n] as Sent)).toBe(1);
      await until(() => seen.every(({ player }) => player.state.version === 2), 'the move');
    }),
  );
  expect(back.map(({ player }) => player.left)).toEqual(back.map(() => undefined));
  expect(here.server.out()).not.toMatch(/"level":50/);
  for (const { player } of back) player.room.connection.close();
});
