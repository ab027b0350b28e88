// A game without a board of its own is played on the one that is drawn from its words: a whole match by pointer, and one
// by keys on a phone.
import { expect, jest, test } from '@jest/globals';
import { type GameId, quayside } from '../../../client/index.ts';
import { BoardPlayer, type Means } from '../../testing/board-player.ts';
import { expectSound } from '../../testing/check.ts';
import { playedMatch } from '../../testing/matches.ts';
import { openSite } from '../../testing/site.ts';
import type { Habits } from '../../testing/visitor.ts';

jest.setTimeout(240_000);
const site = openSite();
const game = 'salvage' as GameId;

test.each<[Means, Habits]>([
  ['pointer', { language: 'fr', width: 1280, height: 800 }],
  ['keyboard', { language: 'en', width: 360, height: 740, theme: 'dark' }],
])('a whole match by %s', async (means, habits) => {
  const here = site();
  if (here === undefined) return;
  const { id, token } = await playedMatch({ url: here.url, game, turns: 0 });
  const language = habits.language ?? 'en';
  const { book } = await quayside({ url: here.url, token }).sentences(game, language);
  const { page } = await here.visit(`/table/${id}`, { ...habits, remembered: { token, guides: false } });
  await page.locator('.pln-board').waitFor();
  const player = new BoardPlayer(page, language, means, book.commands);
  let turns = 0;
  for (await player.isAsked(); await player.compose('send-tug'); await player.isAsked()) {
    if (turns === 0) await expectSound(page, 'the drawn board');
    expect(await player.confirm()).toBe(true);
    turns++;
  }
  await player.hasEnded();
  expect(turns).toBeGreaterThan(3);
});
