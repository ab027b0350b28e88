// How well bots play: chosen per seat, shown to all, and asked of the captains' threads.
import { afterEach, expect, test } from '@jest/globals';
import { borneo } from '../../shared/games/borneo/index.ts';
import { builtInOf } from '../../shared/kernel/built-in.ts';
import { createRng } from '../../shared/kernel/rng.ts';
import type { CaptainsQuestion } from '../play/captains.ts';
import { TestPlayer, until } from '../testing/player.ts';
import { startTableServer, type TableServer, type TableServerOptions } from '../testing/table-server.ts';

let server: TableServer;
afterEach(() => server.close());

async function open(options: object, setup: TableServerOptions = {}): Promise<TestPlayer> {
  server = await startTableServer(setup);
  const host = new TestPlayer(await server.client('host').create('borneo', { clock: 'none', ...options }));
  await until(() => host.matchId !== '', 'welcome');
  return host;
}

const strengths = (player: TestPlayer) => player.state.table.seats.map(({ strength }) => strength ?? null);

test('bots get the strengths of the table’s options, in the order of their seats, and are mates otherwise', async () => {
  const host = await open({ seats: 5, bots: 3, strengths: ['captain', 'apprentice'] });
  expect(strengths(host)).toEqual([null, null, 'captain', 'apprentice', 'mate']);
  const attempt = server.client('other').create('borneo', { seats: 3, bots: 1, strengths: ['mate', 'mate'] });
  await expect(attempt).rejects.toThrow(/^option-not-allowed: strengths/);
  const unknown = server.client('other').create('borneo', { seats: 3, bots: 1, strengths: ['admiral'] });
  await expect(unknown).rejects.toThrow(/^bad-payload/);
});

test('the host chooses and changes strengths seat by seat; each has different names', async () => {
  const host = await open({ seats: 3 });
  const nameOf = () => host.state.table.seats[1]?.name;
  const names = new Set<string | undefined>();
  for (const strength of ['apprentice', 'mate', 'captain'] as const) {
    await host.send('set-seat', { seat: 1, occupant: 'bot', strength });
    await until(() => strengths(host)[1] === strength, strength);
    names.add(nameOf());
  }
  expect(names.size).toBe(3);
  await host.send('set-seat', { seat: 1, occupant: 'bot' });
  await until(() => strengths(host)[1] === 'mate', 'the usual strength');
  const odd = await host.refused('set-seat', { seat: 1, occupant: 'open', strength: 'mate' });
  expect(odd.code).toBe('bad-payload');
  expect(strengths(host)[1]).toBe('mate');
});

test('a mate plays for an absent player, and that is shown', async () => {
  const host = await open({ seats: 3, bots: 2, strengths: ['captain', 'captain'] });
  await host.send('start');
  await until(() => host.state.version >= 0, 'the start');
  expect(strengths(host)).toEqual([null, 'captain', 'captain']);
  await host.send('hand-over', { playing: false });
  await until(() => strengths(host)[0] === 'mate', 'the substitute');
});

test('captains are asked with what their seat knows, and their answers are played', async () => {
  const game = builtInOf(borneo);
  const asked: CaptainsQuestion[] = [];
  const choose = (question: CaptainsQuestion) => {
    asked.push(question);
    const { all, own, seat, seed } = question;
    return Promise.resolve(game.greedy(all as never, own as never, seat, createRng(seed)));
  };
  const host = await open({ seats: 3, bots: 1, strengths: ['captain'] }, { captains: { choose } });
  const guest = new TestPlayer(await server.client('guest').joinById(host.matchId));
  await until(() => guest.seat === 1, 'the guest');
  await host.send('start');
  for (const player of [host, guest]) await player.send('hand-over', { playing: false });
  await until(() => host.over, 'the end', 60_000);
  expect(asked.length).toBeGreaterThan(10);
  expect(new Set(asked.map(({ seat }) => seat))).toEqual(new Set([2]));
  expect(new Set(asked.map(({ seed }) => seed)).size).toBe(asked.length);
  expect(server.log.filter(({ level }) => level === 'error')).toEqual([]);
}, 90_000);

test('an answer that comes after the match was given up is not played', async () => {
  let answer: (command: { type: string } | undefined) => void = () => undefined;
  let questions = 0;
  const choose = () => {
    questions += 1;
    return new Promise<{ type: string } | undefined>((resolve) => {
      answer = resolve;
    });
  };
  const host = await open({ seats: 3, bots: 2, strengths: ['captain', 'captain'] }, { captains: { choose } });
  await host.send('start');
  await until(() => host.state.version >= 0, 'the start');
  // Until a captain is asked, the host’s substitute plays.
  await host.send('hand-over', { playing: false });
  await until(() => questions === 1, 'a question');
  const { version } = host.state;
  await host.send('abandon', { agree: true });
  await until(() => host.state.table.status === 'abandoned', 'the end');
  answer({ type: 'skip-company' });
  await host.send('language', { language: 'fr' });
  expect(host.state.version).toBe(version);
  expect(server.log.filter(({ level }) => level === 'error')).toEqual([]);
});
