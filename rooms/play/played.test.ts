// A command with an id has one effect and one answer, however often and whenever it is sent.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { seatAndStart, TestPlayer, until } from '../testing/player.ts';
import { startTableServer, type TableServer } from '../testing/table-server.ts';

let server: TableServer;
let tables = 0;
beforeAll(async () => {
  server = await startTableServer({ limits: { sleepAfterSeconds: 1 } });
});
afterAll(() => server.close());

async function start(): Promise<TestPlayer[]> {
  tables += 1;
  return await seatAndStart(server.clients([`a${tables}`, `b${tables}`, `c${tables}`]), 'borneo');
}

async function firstMove(table: readonly TestPlayer[]) {
  const asked = table[0]?.state.decisions[0]?.seat;
  const actor = table.find((player) => player.seat === asked);
  if (actor === undefined) throw new Error('no seat is asked');
  const { decision, commands } = (await actor.room.request('legal')) as {
    decision: number;
    commands: { type: string }[];
  };
  const [first, second] = commands.map(({ type, ...fields }) => ({ type, fields: { decision, ...fields } }));
  if (first === undefined || second === undefined) throw new Error('no choice');
  return { actor, first, second };
}

test('sent twenty times at once and again later: one effect, one answer; also after the match has slept', async () => {
  const table = await start();
  const { actor, first, second } = await firstMove(table);
  const payload = { ...first.fields, commandId: 'move-1' };
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => actor.room.request(first.type, payload)),
  );
  expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(new Set(['{"version":1}']));
  expect(actor.state.version).toBe(1);
  expect(await actor.refused(second.type, { ...second.fields, commandId: 'move-1' })).toMatchObject({
    code: 'bad-payload',
    detail: expect.stringContaining('commandId'),
  });
  // Without an id, repeating it is an ordinary command.
  expect((await actor.refused(first.type, first.fields)).code).toBe('stale-decision');
  for (const player of table) await player.room.leave(false);
  await until(() => server.service.stats().rooms === 0, 'sleep');
  const name = `${['a', 'b', 'c'][actor.seat ?? 0]}${tables}`;
  const again = new TestPlayer(await server.client(name).joinById(actor.matchId, {}));
  await until(() => again.matchId !== '', 'welcome');
  expect(await again.room.request(first.type, payload)).toEqual({ version: 1 });
  // Earlier news are still available, with the same numbers.
  const { complete, news } = (await again.room.request('news-since', { version: -1 })) as {
    complete: boolean;
    news: { version: number }[];
  };
  expect([complete, news.map((item) => item.version)]).toEqual([true, [0, 1]]);
});

test('an id is one seat’s own: another seat may use the same', async () => {
  const table = await start();
  const used = new Set<number | null>();
  for (let version = 1; used.size < 2; version++) {
    const { actor, first } = await firstMove(table);
    const commandId = used.has(actor.seat) ? `v${version}` : 'same';
    used.add(actor.seat);
    expect(await actor.room.request(first.type, { ...first.fields, commandId })).toEqual({ version });
    await until(() => table.every((player) => player.state.version === version), 'the next version');
  }
});

test('a command with a part that had no effect is recorded without it, and gets the same answer when repeated', async () => {
  tables += 1;
  const names = ['a', 'b'].map((name) => `${name}${tables}`);
  const table = await seatAndStart(
    names.map((name) => server.client(name)),
    'rotterdam',
  );
  const asked = table[0]?.state.decisions[0];
  const actor = table.find((player) => player.seat === asked?.seat);
  if (asked === undefined || actor === undefined) throw new Error('no seat is asked');
  const fields = { decision: asked.id, start: 'start-1', material: null };
  // There is no card to keep the turn for.
  const payload = { ...fields, keepTurn: true, commandId: 'kept' };
  const repeat = (player: TestPlayer) => player.room.request('place-ship', payload);
  expect([await repeat(actor), await repeat(actor)]).toEqual([{ version: 1 }, { version: 1 }]);
  const [row] = server.store.journals.get(actor.matchId) ?? [];
  expect(row?.command).toMatchObject({ type: 'place-ship', keepTurn: false });
  const other = { ...payload, start: 'start-2' };
  expect((await actor.refused('place-ship', other)).code).toBe('bad-payload');
  const { rooms } = server.service.stats();
  for (const player of table) await player.room.leave(false);
  await until(() => server.service.stats().rooms === rooms - 1, 'sleep');
  const again = new TestPlayer(await server.client(names[actor.seat ?? 0] ?? '').joinById(actor.matchId, {}));
  await until(() => again.matchId !== '', 'welcome');
  expect(await repeat(again)).toEqual({ version: 1 });
});

test('a refused command does not use its id up', async () => {
  const table = await start();
  const { actor, first } = await firstMove(table);
  const wrong = { ...first.fields, decision: 999_999, commandId: 'x' };
  expect((await actor.refused(first.type, wrong)).code).toBe('not-your-turn');
  expect(await actor.room.request(first.type, { ...first.fields, commandId: 'x' })).toEqual({ version: 1 });
});

test.each([
  ['a space', 'a b'],
  ['nothing', ''],
  ['too much', 'x'.repeat(65)],
  ['a number', 7],
])('%s is no id', async (_what, commandId) => {
  const { actor, first } = await firstMove(await start());
  const refusal = await actor.refused(first.type, { ...first.fields, commandId });
  expect(refusal).toMatchObject({ code: 'bad-payload', detail: expect.stringContaining('commandId') });
});
