// Bots at one table: which refusals are their fault, and which are not.
import { afterEach, expect, test } from '@jest/globals';
import type { Game } from '../../shared/kernel/game.ts';
import { TestPlayer, until } from '../testing/player.ts';
import { builtInShelf, startTableServer, type TableServer } from '../testing/table-server.ts';

let server: TableServer;

afterEach(async () => {
  await server.close();
});

const lines = (message: string) => server.log.filter((line) => line.message === message);

/** A table of bots and one player who only watches. */
async function botTable(game: string, options: object): Promise<TestPlayer> {
  const host = new TestPlayer(
    await server.client('host').create(game, { clock: 'none', ...options, bots: 3, seats: 4 }),
  );
  await until(() => host.matchId !== '', 'welcome');
  await host.send('hand-over', { playing: false });
  await host.send('start');
  return host;
}

test('a bot overtaken by another one in a market chooses again, without an error', async () => {
  server = await startTableServer();
  const host = await botTable('rotterdam', { options: { maxRounds: 25 } });
  await until(() => host.over, 'the end', 150_000);
  expect(lines('bot overtaken').length).toBeGreaterThan(0);
  expect(new Set(lines('bot overtaken').map(({ level }) => level))).toEqual(new Set(['debug']));
  expect(server.log.filter(({ level }) => level === 'error')).toEqual([]);
}, 180_000);

test('a bot whose choice is illegal in the current position is an error, and the match continues', async () => {
  const foolish = (game: Game): Game =>
    game.id === 'borneo' ? { ...game, greedy: () => ({ type: 'place-merchant', company: 'none' }) } : game;
  server = await startTableServer({ shelf: builtInShelf(foolish) });
  const host = await botTable('borneo', {});
  await until(() => host.state.version >= 2, 'moves');
  expect(lines('bot refused')[0]).toMatchObject({ level: 'error' });
  expect(lines('bot overtaken')).toEqual([]);
});
