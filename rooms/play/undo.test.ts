// Taking back, over sockets: everybody sees it, it is stored, and it is refused with its reason.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { seatAndStart, TestPlayer, until } from '../testing/player.ts';
import { startTableServer, type TableServer } from '../testing/table-server.ts';

let server: TableServer;
let tables = 0;
beforeAll(async () => {
  server = await startTableServer({ limits: { sleepAfterSeconds: 1 } });
});
afterAll(() => server.close());

async function start(options: object = {}): Promise<TestPlayer[]> {
  tables += 1;
  return await seatAndStart(server.clients([`a${tables}`, `b${tables}`, `c${tables}`]), 'borneo', options);
}

function askedAt(table: readonly TestPlayer[]): TestPlayer {
  const actor = table.find((player) => player.decision !== undefined);
  if (actor === undefined) throw new Error('no seat is asked');
  return actor;
}

const seen = (player: TestPlayer) => {
  const { version: _version, decisions, view } = player.state;
  return { view: { ...view, version: 0 }, asked: decisions.map(({ seat, kind }) => [seat, kind]) };
};
const reached = (table: readonly TestPlayer[], version: number) =>
  until(() => table.every(({ state }) => state.version === version), `version ${version}`);

test('a misplaced merchant is taken back and placed again: a version of its own, for everybody', async () => {
  const table = await start();
  const [before] = table.map(seen);
  const actor = askedAt(table);
  const other = table.find((player) => player !== actor) as TestPlayer;
  expect((await actor.refused('undoable')).code).toBe('nothing-to-undo');
  await actor.playAny();
  await reached(table, 1);
  expect(await actor.send('undoable')).toEqual({ to: 0, versions: [1], asks: [] });
  expect((await other.refused('undo', { to: 0 })).code).toBe('decided-since');
  const payload = { to: 0, commandId: 'back' };
  const answers = await Promise.all([1, 2, 3].map(() => actor.room.request('undo', payload)));
  expect(answers).toEqual([{ version: 2 }, { version: 2 }, { version: 2 }]);
  await reached(table, 2);
  for (const player of table) expect(seen(player)).toEqual(before);
  const taken = { type: 'taken-back', seat: actor.seat, versions: [1] };
  for (const { news } of table)
    expect(news.at(-1)).toMatchObject({ version: 2, seat: actor.seat, by: 'player', events: [taken] });
  expect(await actor.refused('undo', { to: 0 })).toMatchObject({ code: 'nothing-to-undo', rule: null });
  await askedAt(table).playAny();
  await reached(table, 3);

  // It is in the journal, and so is what was taken back.
  for (const player of table) await player.room.leave(false);
  await until(() => server.service.stats().rooms === 0, 'sleep');
  const journal = await server.store.journal(actor.matchId);
  expect(journal.map(({ command }) => command.type)).toEqual(['place-merchant', 'undo', 'place-merchant']);
  const again = new TestPlayer(await server.client(`a${tables}`).joinById(actor.matchId, {}));
  await until(() => again.matchId !== '', 'welcome');
  expect(again.state.version).toBe(3);
  const { news } = (await again.room.request('news-since', { version: 1 })) as { news: TestPlayer['news'] };
  expect(news.map(({ events }) => events[0]?.type)).toEqual(['taken-back', 'merchant-placed']);
});

test('a player who may not is told why', async () => {
  const table = await start({ undo: 'off' });
  const actor = askedAt(table);
  await actor.playAny();
  expect(await actor.refused('undo', { to: 0 })).toMatchObject({ code: 'undo-off' });
  expect((await actor.refused('undoable')).code).toBe('undo-off');
  expect((await actor.refused('undo', { to: -1 })).code).toBe('bad-payload');
  const watcher = new TestPlayer(await server.client('watcher').joinById(actor.matchId, { spectate: true }));
  expect((await watcher.refused('undo', { to: 0 })).code).toBe('not-a-player');
  expect((await watcher.refused('undoable')).code).toBe('not-a-player');
});
