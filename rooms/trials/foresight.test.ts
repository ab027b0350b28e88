// Previews over sockets: only the asking client receives them, and they change nothing.
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { PreviewAnswer } from '../../shared/protocol/legal.ts';
import { comeBack, seatAndStart, type TestPlayer, until } from '../testing/player.ts';
import { startTableServer, type TableServer } from '../testing/table-server.ts';

let server: TableServer;
let tables = 0;
let ann: TestPlayer;
let bob: TestPlayer;
let cleo: TestPlayer;

beforeAll(async () => {
  server = await startTableServer({ limits: { commandsPerSecond: 1, commandBurst: 20 } });
});

afterAll(async () => {
  await server.close();
});

beforeEach(async () => {
  tables += 1;
  const clients = server.clients([`a${tables}`, `b${tables}`, `c${tables}`]);
  [ann, bob, cleo] = await seatAndStart(clients, 'borneo', { options: { firstSeat: 0 } });
});

const COMMAND = { type: 'place-merchant', decision: 0, company: 'red' };

const foresee = async (player: TestPlayer, payload: object) =>
  (await player.room.request('preview', payload)) as PreviewAnswer;

test('a preview shows what then happens', async () => {
  const preview = await foresee(ann, COMMAND);
  expect(preview).toMatchObject({ version: 1, complete: true, stop: null });
  const { type, ...fields } = COMMAND;
  await ann.room.request(type, fields);
  await until(() => ann.news.some(({ version }) => version === 1), 'the news');
  expect(ann.news.find(({ version }) => version === 1)?.events).toEqual(preview.events);
  const { phase, slots } = preview.view as { phase: string; slots: { columns: object[] }[] };
  expect(ann.state.view).toMatchObject({ phase });
  expect(slots.length).toBeGreaterThan(0);
});

test('nothing is played, stored or sent to others', async () => {
  const told = [ann, bob, cleo].map(({ news }) => news.length);
  const before = [ann, bob, cleo].map(({ state }) => JSON.stringify(state));
  await foresee(ann, COMMAND);
  await foresee(ann, { ...COMMAND, commandId: 'one' });
  // Later news would come after whatever the preview caused.
  expect(await bob.room.request('news-since', { version: -1 })).toMatchObject({
    news: [{ version: 0 }],
  });
  expect([ann, bob, cleo].map(({ news }) => news.length)).toEqual(told);
  expect([ann, bob, cleo].map(({ state }) => JSON.stringify(state))).toEqual(before);
  expect(await server.store.journal(ann.matchId)).toEqual([]);
  // The id of a preview is not used up.
  const { type, ...fields } = COMMAND;
  expect(await ann.room.request(type, { ...fields, company: 'blue', commandId: 'one' })).toEqual({
    version: 1,
  });
});

test.each<[string, object]>([
  ['an unknown command', { type: 'unheard-of', decision: 0 }],
  ['a request to the table', { type: 'chat', text: 'hello' }],
  ['a field too many', { ...COMMAND, surely: 1 }],
  ['a malformed id', { ...COMMAND, commandId: 'with blanks' }],
  ['no decision', { type: 'place-merchant', company: 'red' }],
  ['another seat’s decision', { ...COMMAND, decision: 1 }],
  ['a stale decision', { ...COMMAND, decision: 8 }],
  ['another phase', { type: 'defend', decision: 0, cards: [] }],
  ['what the rules forbid', { ...COMMAND, company: 'no-such-company' }],
])('%s is refused like the command itself', async (_what, payload) => {
  const { type, ...fields } = payload as typeof COMMAND;
  for (const player of [ann, bob]) {
    const foreseen = await player.refused('preview', payload);
    // A request to the table is no command.
    const sent = type === 'chat' ? 'no-such-command' : type;
    expect(foreseen).toEqual(await player.refused(sent, fields));
  }
  expect(ann.state.version).toBe(0);
});

test('malformed requests are refused', async () => {
  for (const payload of [{}, { type: 7 }, { type: 'x'.repeat(65) }, 'place-merchant', [COMMAND], null])
    expect((await ann.refused('preview', payload as object)).code).toBe('bad-payload');
});

test('a spectator has no previews', async () => {
  const watcher = await comeBack(server.client('watcher'), ann.matchId, { spectate: true });
  expect((await watcher.refused('preview', COMMAND)).code).toBe('not-a-player');
});

test('previews count against the rate of requests', async () => {
  const answers = await Promise.allSettled(Array.from({ length: 30 }, () => foresee(ann, COMMAND)));
  const refused = answers.filter((answer) => answer.status === 'rejected');
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]).toMatchObject({ reason: { reason: { code: 'rate-limited' } } });
  expect((await ann.refused('place-merchant', { decision: 0, company: 'red' })).code).toBe('rate-limited');
});

test('legal commands by type and fields', async () => {
  const all = (await ann.room.request('legal')) as { decision: number; commands: object[] };
  expect(await ann.room.request('legal', { type: 'place-merchant', fields: { company: 'red' } })).toEqual({
    decision: all.decision,
    commands: [COMMAND],
    unasked: [],
    complete: true,
  });
  expect(await ann.room.request('legal', { type: 'place-merchant' })).toEqual({ ...all, complete: true });
  expect(await ann.room.request('legal', { type: 'defend' })).toMatchObject({ commands: [], complete: true });
  expect((await ann.refused('legal', { type: 'unheard-of' })).code).toBe('unknown-command');
  for (const wish of [
    { type: 'place-merchant', fields: { firm: 'red' } },
    { type: 'place-merchant', fields: 'red' },
    { type: 'place-merchant', fields: ['red'] },
    { fields: { company: 'red' } },
    { type: 7 },
    { sort: 'place-merchant' },
  ])
    expect((await ann.refused('legal', wish)).code).toBe('bad-payload');
});
