// Hints: who gets one, what the captain is asked, and that nothing changes.
import { afterEach, expect, test } from '@jest/globals';
import { borneo } from '../../shared/games/borneo/index.ts';
import { builtInOf } from '../../shared/kernel/built-in.ts';
import { createRng } from '../../shared/kernel/rng.ts';
import type { HintAnswer } from '../../shared/protocol/advice.ts';
import { TestPlayer, until } from '../testing/player.ts';
import { startTableServer, type TableServer, type TableServerOptions } from '../testing/table-server.ts';
import type { Captains, CaptainsQuestion } from './captains.ts';

const game = builtInOf(borneo);
let server: TableServer;
afterEach(() => server.close());

const asked: CaptainsQuestion[] = [];
/** These captains answer at once, like mates. */
const captains: Partial<Captains> = {
  choose: (question) => {
    asked.push(question);
    const { all, own, seat, seed } = question;
    return Promise.resolve(game.greedy(all as never, own as never, seat, createRng(seed)));
  },
};

async function started(options: object, setup: TableServerOptions = { captains }): Promise<TestPlayer> {
  asked.length = 0;
  server = await startTableServer(setup);
  const table = { clock: 'none', seats: 3, bots: 2, options: { firstSeat: 0 }, ...options };
  const host = new TestPlayer(await server.client('host').create('borneo', table));
  await until(() => host.matchId !== '', 'welcome');
  await host.send('start');
  await until(() => host.decision !== undefined, 'the first decision');
  return host;
}

const hintFor = async (player: TestPlayer) => (await player.send('hint')) as unknown as HintAnswer;

test('a hint is a legal command, ready to be sent; asking for it changes nothing', async () => {
  const host = await started({ hints: true });
  expect(host.state.table.hints).toBe(true);
  const before = host.state;
  const { version, decision, command } = await hintFor(host);
  expect([version, decision]).toEqual([0, host.decision?.id]);
  expect(command).toMatchObject({ decision });
  expect(host.state).toEqual(before);
  expect(await server.store.journal(host.matchId)).toEqual([]);
  const { type, ...fields } = command;
  expect(await host.send(type, fields)).toEqual({ version: 1 });
});

test('the captain gets what the seat may know and nothing else', async () => {
  const host = await started({ hints: true });
  await hintFor(host);
  const [question] = asked;
  const { all, own, ...rest } = question ?? {};
  expect(Object.keys(rest).sort()).toEqual(['editionHash', 'game', 'rulesVersion', 'seat', 'seed', 'weight']);
  const { decisions: _told, ...view } = JSON.parse(JSON.stringify(all));
  expect(Object.keys(view).sort()).toEqual(expect.arrayContaining(Object.keys(host.state.view ?? {})));
  const row = await server.store.load(host.matchId);
  // The question's seed is not the match's.
  expect(question?.seed).not.toBe(row?.seed);
  expect(JSON.stringify([all, own])).not.toContain(row?.seed);
  const mine = host.state.table.seats[0]?.priv?.seatView;
  expect(JSON.parse(JSON.stringify(own))).toMatchObject({ ...mine });
});

test('hints are refused unless the host allowed them', async () => {
  const host = await started({});
  expect(host.state.table.hints).toBe(false);
  expect((await host.refused('hint')).code).toBe('no-hints');
  expect(asked).toEqual([]);
});

test('spectators and seats that are not asked get none', async () => {
  const host = await started({ hints: true, bots: 1 }, { captains }).catch(() => undefined);
  // With an open seat it does not start.
  expect(host).toBeUndefined();
  await server.close();
  const player = await started({ hints: true });
  const watcher = new TestPlayer(await server.client('watcher').joinById(player.matchId, { spectate: true }));
  await until(() => watcher.matchId !== '', 'the watcher');
  expect((await watcher.refused('hint')).code).toBe('not-a-player');
  expect((await player.refused('hint', { seat: 1 })).code).toBe('bad-payload');
  await player.send('hand-over', { playing: false });
  await until(() => player.over, 'the end', 60_000);
  expect((await player.refused('hint')).code).toBe('game-over');
}, 90_000);

test('one at a time, and a limited number per minute', async () => {
  const waiting: ((command: undefined) => void)[] = [];
  const choose: Captains['choose'] = (_, asker) => {
    expect(asker).toBe('person');
    return new Promise<undefined>((resolve) => void waiting.push(resolve));
  };
  const host = await started({ hints: true }, { captains: { choose }, limits: { hintsPerMinute: 2 } });
  const first = host.refused('hint');
  await until(() => waiting.length === 1, 'the first question');
  expect((await host.refused('hint')).code).toBe('rate-limited');
  waiting[0]?.(undefined);
  expect((await first).code).toBe('no-captain');
  const second = host.refused('hint');
  await until(() => waiting.length === 2, 'the second question');
  waiting[1]?.(undefined);
  await second;
  expect((await host.refused('hint')).code).toBe('rate-limited');
  expect(waiting).toHaveLength(2);
});

test('a hint that comes too late is refused', async () => {
  let answer: ((command: { type: string }) => void) | undefined;
  const choose = () =>
    new Promise<{ type: string }>((resolve) => {
      answer = resolve;
    });
  const host = await started({ hints: true }, { captains: { choose } });
  const late = host.refused('hint');
  await until(() => answer !== undefined, 'the question');
  await host.playAny();
  answer?.({ type: 'skip-company' });
  expect((await late).code).toBe('stale-decision');
});
