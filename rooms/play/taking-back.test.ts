// Taking back with the leave of the others: who is asked, what ends the question, and what it leaves behind.
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { UNDO_QUESTIONS } from '../../shared/protocol/undo.ts';
import { comeBack, seatAndStart, TestPlayer, until } from '../testing/player.ts';
import { startTableServer, type TableServer } from '../testing/table-server.ts';

let server: TableServer;
let tables = 0;
const open: TestPlayer[] = [];
/** For the tests of one block: a process runs one server at a time. */
const served = (limits: Parameters<typeof startTableServer>[0] = {}) => {
  beforeAll(async () => {
    server = await startTableServer(limits);
  });
  afterAll(() => server.close());
};
afterEach(async () => {
  for (const player of open.splice(0)) if (player.left === undefined) await player.room.leave(false);
});

const nameOf = (n: number) => `${'abc'[n]}${tables}`;

async function start(options: object = {}, people = 3): Promise<TestPlayer[]> {
  tables += 1;
  const names = Array.from({ length: people }, (_, n) => nameOf(n));
  const wish = { seats: 3, options: { firstSeat: 0 }, ...options };
  const table = await seatAndStart(server.clients(names), 'borneo', wish);
  open.push(...table);
  return table;
}

/** Places the next merchant. */
async function place(table: readonly TestPlayer[]): Promise<TestPlayer> {
  await until(() => table.some(({ decision }) => decision !== undefined), 'a decision');
  const actor = table.find(({ decision }) => decision !== undefined) as TestPlayer;
  const version = await actor.playAny();
  await until(() => table.every(({ state }) => state.version === version), `version ${version}`);
  return actor;
}

const questionOf = ({ state }: TestPlayer) => state.table.undoQuestion;
const settled = (table: readonly TestPlayer[]) =>
  until(() => table.every((player) => questionOf(player) === undefined), 'the end of the question');

/** Two have placed a merchant; the first asks to take it back. */
async function asked(options?: object) {
  const table = await start(options);
  const [actor, next] = [await place(table), await place(table)];
  const third = table.find((player) => player !== actor && player !== next) as TestPlayer;
  const { asked: seats } = (await actor.room.request('ask-undo', { to: 0 })) as { asked: number[] };
  expect(seats).toEqual([next.seat, third.seat].toSorted());
  await until(() => table.every((player) => questionOf(player) !== undefined), 'the question');
  return { table, actor, next, third, question: questionOf(actor)?.id ?? -1 };
}

describe('asked by one, and answered by all:', () => {
  served({ limits: { sleepAfterSeconds: 1 } });

  test('everybody who is here agrees: the others’ commands go, too', async () => {
    const { table, actor, next, third, question } = await asked();
    expect(await actor.send('undoable')).toEqual({
      to: 0,
      versions: [1, 2],
      asks: [next.seat, third.seat].toSorted(),
    });
    expect(questionOf(third)).toMatchObject({ seat: actor.seat, versions: [1, 2], agreed: [] });
    await next.send('answer-undo', { question, agree: true });
    // Twice is as good as once, and the asker's own leave is worth nothing.
    await next.send('answer-undo', { question, agree: true });
    await actor.send('answer-undo', { question, agree: true });
    await until(() => questionOf(third)?.agreed.length === 1, 'one who agrees');
    expect(questionOf(third)?.agreed).toEqual([next.seat]);
    await third.send('answer-undo', { question, agree: true });
    await until(() => table.every(({ state }) => state.version === 3), 'version 3');
    await settled(table);
    const agreed = [0, 1, 2];
    for (const { news } of table)
      expect(news.at(-1)).toMatchObject({
        seat: actor.seat,
        by: 'player',
        events: [{ type: 'taken-back', seat: actor.seat, versions: [1, 2], agreed }],
      });
    expect(actor.decision).toBeDefined();
    const journal = await server.store.journal(actor.matchId);
    expect(journal.at(-1)).toMatchObject({ seat: actor.seat, command: { type: 'undo', to: 0, agreed } });
    expect((await next.refused('answer-undo', { question, agree: true })).code).toBe('stale-question');
  });

  test.each(['third', 'actor'] as const)('the %s says no, and nothing is taken back', async (who) => {
    const { table, question, ...others } = await asked();
    await others[who].send('answer-undo', { question, agree: false });
    await settled(table);
    expect((await others.next.refused('answer-undo', { question, agree: true })).code).toBe('stale-question');
    expect(others.actor.state.version).toBe(2);
  });

  test('playing on ends it', async () => {
    const { table, question, third } = await asked();
    await place(table);
    await settled(table);
    expect((await third.refused('answer-undo', { question, agree: true })).code).toBe('stale-question');
  });

  test('one question at a time, and only its own number is answered', async () => {
    const { actor, next, third, question } = await asked();
    expect((await next.refused('ask-undo', { to: 1 })).code).toBe('question-open');
    // A client that does not look at `asks` sends this instead, and changes nothing.
    expect((await actor.refused('undo', { to: 0 })).code).toBe('decided-since');
    expect((await third.refused('answer-undo', { question: question + 1, agree: true })).code).toBe(
      'stale-question',
    );
    const watcher = await comeBack(server.client('watcher'), next.matchId, { spectate: true });
    open.push(watcher);
    expect(questionOf(watcher)).toMatchObject({ id: question, agreed: [] });
    expect((await watcher.refused('answer-undo', { question, agree: true })).code).toBe('not-a-player');
    expect((await watcher.refused('ask-undo', { to: 0 })).code).toBe('not-a-player');
  });

  test('who comes back finds it; who leaves is still asked', async () => {
    const { third, next, question } = await asked();
    await third.room.leave(false);
    await next.send('answer-undo', { question, agree: true });
    expect(next.state.version).toBe(2);
    const again = await comeBack(server.client(nameOf(third.seat ?? -1)), next.matchId);
    open.push(again);
    expect(questionOf(again)).toMatchObject({ id: question, agreed: [next.seat] });
    await again.send('answer-undo', { question, agree: true });
    await until(() => next.state.version === 3, 'version 3');
  });

  test('at most three times a match, by every seat', async () => {
    const { table, actor, next, question } = await asked();
    for (let n = 1; n <= UNDO_QUESTIONS; n++) {
      await next.send('answer-undo', { question: question + n - 1, agree: false });
      await settled(table);
      if (n < UNDO_QUESTIONS) await actor.send('ask-undo', { to: 0 });
    }
    expect((await actor.refused('ask-undo', { to: 0 })).code).toBe('question-limit');
    expect((await actor.refused('undoable')).code).toBe('question-limit');
    const { asked: others } = (await next.room.request('ask-undo', { to: 1 })) as { asked: number[] };
    expect(others).toHaveLength(2);
  });

  test('a question does not outlive its process, but it was asked', async () => {
    const { table, actor } = await asked();
    for (const player of table) await player.room.leave(false);
    await until(() => server.service.stats().rooms === 0, 'sleep');
    const again = await comeBack(server.client(nameOf(actor.seat ?? -1)), actor.matchId);
    open.push(again);
    expect(questionOf(again)).toBeUndefined();
    expect((await server.store.load(actor.matchId))?.table.undoQuestions).toEqual([actor.seat]);
    // Nobody else is here: what the others decided stands.
    expect((await again.refused('undoable')).code).toBe('decided-since');
    expect((await again.refused('ask-undo', { to: 0 })).code).toBe('decided-since');
  });
});

describe('whom nobody answers:', () => {
  served({ limits: { undoQuestionSeconds: 0.01, botPauseMs: 600_000 } });

  test('time ends the question', async () => {
    const table = await start();
    const actor = await place(table);
    await place(table);
    await actor.send('ask-undo', { to: 0 });
    const asksAgain = () =>
      actor.room.request('ask-undo', { to: 0 }).then(
        () => true,
        ({ reason }) => reason.code !== 'question-open',
      );
    await until(asksAgain, 'the end of the first question');
    await settled(table);
    expect(actor.state.version).toBe(2);
  });

  test('bots agree: with nobody else here it is taken back at once', async () => {
    const wish = { seats: 3, bots: 2, undo: 'consent', options: { firstSeat: 0 } };
    const player = new TestPlayer(await server.client('ann').create('borneo', wish));
    open.push(player);
    await until(() => player.matchId !== '', 'welcome');
    await player.send('start');
    await until(() => player.decision !== undefined, 'a decision');
    await player.playAny();
    expect(await player.send('ask-undo', { to: 0 })).toEqual({ asked: [] });
    await until(() => player.state.version === 2, 'version 2');
  });
});

describe('what the table chose:', () => {
  served();

  test('with `consent` nothing is taken back without asking', async () => {
    const table = await start({ undo: 'consent' });
    const actor = await place(table);
    expect((await actor.refused('undo', { to: 0 })).code).toBe('undo-by-consent');
    expect(await actor.send('undoable')).toMatchObject({ to: 0, versions: [1] });
    expect((await actor.refused('ask-undo', { to: 7 })).code).toBe('stale-undo');
    await actor.send('ask-undo', { to: 0 });
    for (const other of table.filter((player) => player !== actor))
      await other.send('answer-undo', { question: 0, agree: true });
    await until(() => actor.state.version === 2, 'version 2');
  });

  test('bots wait for the answer, and play on after it', async () => {
    const table = await start();
    const actor = await place(table);
    const next = table.find(({ decision }) => decision !== undefined) as TestPlayer;
    const third = table.find((player) => player !== actor && player !== next) as TestPlayer;
    expect(await actor.send('undoable')).toMatchObject({ asks: [] });
    await actor.send('ask-undo', { to: 0 });
    await next.send('hand-over', { playing: false });
    for (const player of table) await player.room.request('legal');
    expect(third.state.version).toBe(1);
    await third.send('answer-undo', { question: 0, agree: false });
    await until(() => third.state.version > 1, 'the bot');
  });

  test('at a table without taking back nobody asks', async () => {
    const table = await start({ undo: 'off' });
    const actor = await place(table);
    for (const type of ['undo', 'ask-undo'])
      expect((await actor.refused(type, { to: 0 })).code).toBe('undo-off');
    expect(actor.state.table.undoQuestion).toBeUndefined();
  });
});
