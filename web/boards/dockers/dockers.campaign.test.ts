// Comptoir des Antilles at its own board: a whole match against bots, answered in the action bar beside it.
import { expect, jest, test } from '@jest/globals';
import { guest, quayside } from '../../../client/index.ts';
import type { Language } from '../../lib/language.ts';
import { faultsOf } from '../../testing/check.ts';
import { Hand } from '../../testing/hand.ts';
import { openSite } from '../../testing/site.ts';

jest.setTimeout(120_000);

const site = openSite();

test.each<[Language, number, number]>([
  ['fr', 1280, 800],
  ['en', 360, 740],
])('in %s, %i pixels wide', async (language, width, height) => {
  const here = site();
  if (here === undefined) return;
  const { url } = here;
  const token = await guest({ url, name: 'Zoé' });
  const table = await quayside({ url, token }).create('dockers', {
    seats: 3,
    bots: 2,
    clock: 'none',
    options: { targetPrimes: 30 },
  });
  await table.start();
  table.close();
  const remembered = { token, name: 'Zoé', guides: false };
  const { page } = await here.visit(`/table/${table.id}`, { language, width, height, remembered });
  await page.locator('.doc-board').waitFor();
  const hand = new Hand(page, language);
  const faults = new Set<string>();
  for (let more = 4; more > 0; ) {
    more = await hand.play(4);
    for (const fault of await faultsOf(page, 'the match')) faults.add(fault);
  }
  expect(await hand.isOver()).toBe(true);
  expect([...faults]).toEqual([]);
});
