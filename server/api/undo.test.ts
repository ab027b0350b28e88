// Taking back over HTTP, by hand and with the typed client.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { quayside } from '../../client/index.ts';
import { HttpPlayer } from '../testing/http-player.ts';
import { type Running, startServer } from '../testing/start.ts';

/** Bots must not decide before the player has taken back. */
const NEVER_MS = 600_000;
let running: Running;
let ann: HttpPlayer;

beforeAll(async () => {
  running = await startServer({ rooms: true, roomLimits: { botPauseMs: NEVER_MS } });
  ann = await HttpPlayer.guest(running.port, 'Ann');
});

afterAll(() => running.stop());

async function placed(): Promise<{ id: string; at: (what: string) => string }> {
  const wish = { game: 'borneo', seats: 3, bots: 2, options: { firstSeat: 0 }, clock: 'none' };
  const made = (await ann.post('/tables', wish)).json() as { table: { matchId: string } };
  const { matchId: id } = made.table;
  const at = (what: string) => `/matches/${id}/${what}`;
  expect((await ann.post(`/tables/${id}/start`)).status).toBe(204);
  expect((await ann.get(at('undoable'))).json()['code']).toBe('nothing-to-undo');
  const { commands } = (await ann.get(at('legal'))).json() as { commands: object[] };
  expect((await ann.post(at('commands'), commands[0])).json()).toEqual({ version: 1 });
  return { id, at };
}

test('the latest command is offered, taken back once, and played again', async () => {
  const { at } = await placed();
  expect((await ann.get(at('undoable'))).json()).toEqual({ to: 0, versions: [1], asks: [] });
  for (const _ of [1, 2]) {
    const undone = await ann.post(at('undo'), { to: 0, commandId: 'back' });
    expect([undone.status, undone.json()]).toEqual([200, { version: 2 }]);
  }
  const late = await ann.post(at('undo'), { to: 0 });
  expect([late.status, late.json()['code']]).toEqual([409, 'nothing-to-undo']);
  expect((await ann.post(at('undo'), {})).json()['code']).toBe('bad-payload');
  const { decision, commands } = (await ann.get(at('legal'))).json() as {
    decision: number;
    commands: object[];
  };
  expect(decision).toBe(16);
  expect((await ann.post(at('commands'), commands[0])).json()).toEqual({ version: 3 });
  const { versions } = (await ann.get(at('history?views=false'))).json() as {
    versions: { version: number; events: { type: string }[] }[];
  };
  expect(versions.map(({ events }) => events.at(0)?.type).slice(1)).toEqual([
    'merchant-placed',
    'taken-back',
    'merchant-placed',
  ]);
});

test('the typed client asks, and takes back', async () => {
  const { id } = await placed();
  const table = await quayside({ url: running.url, token: ann.token }).joinById('borneo', id);
  expect(await table.undoable()).toEqual({ ok: true, to: 0, versions: [1], asks: [] });
  expect(await table.undo(0)).toEqual({ ok: true, version: 2 });
  expect(await table.undo(0)).toMatchObject({ ok: false, code: 'nothing-to-undo' });
  table.close();
});
