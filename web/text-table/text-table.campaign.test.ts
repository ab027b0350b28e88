// Every game is played at the text table by roles and names: the four, and one without a board.
import { expect, test } from '@jest/globals';
import type { GameId } from '../../client/index.ts';
import { below, createRng } from '../../shared/kernel/rng.ts';
import { TextPlayer } from '../testing/by-text.ts';
import { expectSound } from '../testing/check.ts';
import { playedMatch } from '../testing/matches.ts';
import { openSite } from '../testing/site.ts';

const site = openSite();
const TURNS = 4;
const remembered = { 'text-table': true, guides: false };

test('a whole match of a game without a drawing, in French', async () => {
  const here = site();
  if (here === undefined) return;
  const { id, token } = await playedMatch({ url: here.url, game: 'salvage' as GameId, turns: 0 });
  const { page } = await here.visit(`/table/${id}`, { language: 'fr', remembered: { token, ...remembered } });
  const luck = createRng('1'.repeat(32));
  const player = new TextPlayer(page, 'fr', (bound) => below(luck, bound));
  let turns = 0;
  while ((await player.turn()) === 'acted') turns++;
  expect(turns).toBeGreaterThan(3);
  await page.getByRole('heading', { level: 2 }).first().waitFor();
});

test.each(['borneo', 'cabo-da-roca', 'dockers', 'rotterdam'] as const)(
  '%s on a phone, in English',
  async (game) => {
    const here = site();
    if (here === undefined) return;
    const { id, token } = await playedMatch({ url: here.url, game, turns: 0 });
    const habits = { language: 'en', width: 360, height: 740, remembered: { token, ...remembered } } as const;
    const { page } = await here.visit(`/table/${id}`, habits);
    const luck = createRng('2'.repeat(32));
    const player = new TextPlayer(page, 'en', (bound) => below(luck, bound));
    for (let turn = 0; turn < TURNS; turn++) expect(await player.turn()).toBe('acted');
    await expectSound(page, game);
  },
);
