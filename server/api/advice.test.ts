// Hints and analyses over HTTP, with captains that really think.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Analysis } from '../../shared/protocol/advice.ts';
import { hintFor } from '../testing/hint.ts';
import { HttpPlayer } from '../testing/http-player.ts';
import { type Running, startServer } from '../testing/start.ts';

let running: Running;
let ann: HttpPlayer;

beforeAll(async () => {
  running = await startServer({ rooms: true, environment: { BOT_MS: '40' }, roomLimits: { botPauseMs: 0 } });
  ann = await HttpPlayer.guest(running.port, 'Ann');
});

afterAll(() => running.stop());

async function tableOf(options: object): Promise<(what: string) => string> {
  const wish = { game: 'borneo', seats: 3, bots: 2, options: { firstSeat: 0 }, clock: 'none', ...options };
  const made = (await ann.post('/tables', wish)).json() as { table: { matchId: string } };
  const { matchId } = made.table;
  expect((await ann.post(`/tables/${matchId}/start`)).status).toBe(204);
  return (what) => `/matches/${matchId}/${what}`;
}

/** Repeats the request until the answer is as expected. */
async function poll(path: string, isThere: (body: Record<string, unknown>) => boolean): Promise<object> {
  for (let tries = 0; tries < 600; tries++) {
    const answer = await ann.get(path);
    expect(answer.status).toBe(200);
    const body = answer.json();
    if (isThere(body)) return body;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`${path} is never as wanted`);
}

test('a hint is a command that is accepted; a table without hints gives none', async () => {
  const at = await tableOf({ hints: true });
  const hint = await hintFor(ann, at('').split('/')[2] ?? '');
  expect([hint.status, hint.json()]).toMatchObject([200, { version: 0, decision: 0 }]);
  const { command } = hint.json() as { command: object };
  expect((await ann.post(at('commands'), command)).status).toBe(200);
  const without = await tableOf({});
  const refused = await ann.get(without('hint'));
  expect([refused.status, refused.json()['code']]).toEqual([409, 'no-hints']);
  const bob = await HttpPlayer.guest(running.port, 'Bob');
  expect((await bob.get(at('hint'))).json()['code']).toBe('not-a-player');
});

test('a match is analysed once it is over, for anyone with a token', async () => {
  const at = await tableOf({});
  expect((await ann.get(at('analysis'))).json()['code']).toBe('not-finished');
  for (let moves = 0; moves < 6; moves++) {
    await poll(at('legal'), ({ decision }) => decision !== null);
    const { commands } = (await ann.get(at('legal'))).json() as { commands: object[] };
    expect((await ann.post(at('commands'), commands[0])).status).toBe(200);
  }
  await ann.post(at('').replace('matches', 'tables').concat('hand-over'), { playing: false });
  const seen = await poll(at('').slice(0, -1), ({ table }) => Object(table).status === 'finished');
  const { version, table } = seen as { version: number; table: { result: { winners: number[] } } };
  const done = (await poll(at('analysis'), ({ status }) => status === 'done')) as Analysis;
  expect(done.progress).toEqual({ at: version, of: version });
  expect(done.moves.length).toBeGreaterThan(0);
  expect(done.moves.length).toBeLessThanOrEqual(6);
  expect(done.seats).toMatchObject([{ seat: 0, judged: done.moves.length }]);
  const [winner = -1] = table.result.winners;
  const { chances = [] } = done.chances.at(-1) ?? {};
  expect(chances[winner]).toBe(Math.max(...chances));
  const bob = await HttpPlayer.guest(running.port, 'Bob');
  expect((await bob.get(at('analysis'))).json()).toEqual(done);
  expect((await ann.get('/matches/unheard-of/analysis')).status).toBe(404);
}, 180_000);
