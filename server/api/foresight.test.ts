// Previews, and legal commands by type and fields, over HTTP.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { HttpPlayer } from '../testing/http-player.ts';
import { type Running, startServer } from '../testing/start.ts';

let running: Running;
let ann: HttpPlayer;
let id: string;
let command: Record<string, unknown>;

beforeAll(async () => {
  running = await startServer({ rooms: true });
  ann = await HttpPlayer.guest(running.port, 'Ann');
  const made = (
    await ann.post('/tables', { game: 'borneo', seats: 3, bots: 2, options: { firstSeat: 0 } })
  ).json();
  id = (made['table'] as { matchId: string }).matchId;
  await ann.post(`/tables/${id}/start`);
  const legal = (await ann.get(`/matches/${id}/legal`)).json() as { commands: Record<string, unknown>[] };
  command = legal.commands[0] ?? {};
});

afterAll(() => running.stop());

const at = (what: string) => `/matches/${id}/${what}`;

test('a preview has the views of the next version, and the match stays at this one', async () => {
  const preview = await ann.post(at('preview'), command);
  expect([preview.status, preview.json()]).toMatchObject([
    200,
    { version: 1, complete: true, stop: null, view: { version: 1 }, seatView: { hand: expect.anything() } },
  ]);
  expect((await ann.get(`/matches/${id}`)).json()).toMatchObject({ version: 0 });
  // What it takes is what the command takes, with its id.
  expect((await ann.post(at('preview'), { ...command, commandId: 'one' })).json()).toEqual(preview.json());
});

test('a refusal is the problem document of the command', async () => {
  for (const body of [
    { ...command, surely: 1 },
    { ...command, decision: 8 },
    { type: 'ready', ready: true },
    { type: 'defend', decision: 0, cards: [] },
    {},
  ]) {
    const [foreseen, real] = [await ann.post(at('preview'), body), await ann.post(at('commands'), body)];
    expect(foreseen.status).toBeGreaterThanOrEqual(400);
    expect([foreseen.status, foreseen.json()]).toEqual([real.status, real.json()]);
  }
});

test('type and fields in the URL', async () => {
  const { type, decision: _, ...fields } = command;
  const query = (wish: Record<string, string>) => `${at('legal')}?${new URLSearchParams(wish)}`;
  const found = await ann.get(query({ type: String(type), fields: JSON.stringify(fields) }));
  expect(found.json()).toEqual({ decision: 0, commands: [command], unasked: [], complete: true });
  const code = async (wish: Record<string, string>) => {
    const answer = await ann.get(query(wish));
    return [answer.status, answer.json()['code']];
  };
  expect(await code({ type: 'unheard-of' })).toEqual([400, 'unknown-command']);
  for (const wish of [
    { type: String(type), fields: '{' },
    { type: String(type), fields: '[]' },
    { type: String(type), fields: '{"firm":"red"}' },
    { type: String(type), fields: JSON.stringify({ company: 'x'.repeat(4_000) }) },
    { fields: JSON.stringify(fields) },
    { kind: String(type) },
  ])
    expect(await code(wish)).toEqual([400, 'bad-payload']);
});
