// An order of placing porters that has no effect is not asked for: at the board and at the text table.
import { expect, jest, test } from '@jest/globals';
import { layScene } from '../../testing/scenes.ts';
import { sentBy } from '../../testing/sent.ts';
import { openSite } from '../../testing/site.ts';

jest.setTimeout(120_000);
const site = openSite();

test.each([
  ['at the board', { width: 1280, height: 800 }, {}],
  ['on a phone', { width: 390, height: 844 }, {}],
  ['at the text table', { width: 1280, height: 800 }, { 'text-table': true }],
])('the Governor, %s: one answer for each set of quays', async (_where, size, preferred) => {
  const here = site();
  if (here === undefined) return;
  // The first turn: four open quays, and no ship that fills up.
  const { token, id, seat, version } = await layScene(here.running, {
    game: 'dockers',
    type: 'play-relation',
  });
  const remembered = { token, guides: false, ...preferred };
  const { page } = await here.visit(`/table/${id}`, { ...size, remembered });
  const options = page.locator('.action-option');
  // At the text table all answers are always shown.
  const all = page.getByRole('button', { name: 'All answers' });
  await all.or(options.first()).first().waitFor();
  if (await all.isVisible()) await all.click();
  await options.getByText('The Governor').click();
  const quays = options.filter({ hasText: 'each of quays' });
  await quays.first().waitFor();
  expect(await quays.allTextContents()).toEqual([
    'a porter at each of quays 1, 2 and 3',
    'a porter at each of quays 1, 2 and 4',
    'a porter at each of quays 1, 3 and 4',
    'a porter at each of quays 2, 3 and 4',
  ]);
  await quays.nth(2).click();
  const confirm = page.getByRole('button', { name: 'Confirm' });
  await confirm.waitFor();
  await confirm.click();
  while ((await sentBy(here.running, id, seat, version)).length === 0) await page.waitForTimeout(50);
});
