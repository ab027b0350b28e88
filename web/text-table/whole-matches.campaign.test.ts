// Whole matches of the four games at the text table, by roles and names.
import { expect, jest, test } from '@jest/globals';
import { below, createRng } from '../../shared/kernel/rng.ts';
import { TextPlayer } from '../testing/by-text.ts';
import { playedMatch } from '../testing/matches.ts';
import { openSite } from '../testing/site.ts';

jest.setTimeout(1_800_000);

const site = openSite();
const WHOLE = [
  ['borneo', {}],
  ['cabo-da-roca', { targetCoins: 300, finalRounds: 1 }],
  ['dockers', { targetPrimes: 50 }],
  ['rotterdam', { maxRounds: 8 }],
] as const;

test.each(WHOLE)('%s', async (game, options) => {
  const here = site();
  if (here === undefined) return;
  const { id, token } = await playedMatch({ url: here.url, game, turns: 0, options });
  const remembered = { token, 'text-table': true, guides: false };
  const { page } = await here.visit(`/table/${id}`, { language: 'fr', remembered });
  const luck = createRng('3'.repeat(32));
  const player = new TextPlayer(page, 'fr', (bound) => below(luck, bound));
  let turns = 0;
  while ((await player.turn()) === 'acted') turns++;
  expect(turns).toBeGreaterThan(5);
});
