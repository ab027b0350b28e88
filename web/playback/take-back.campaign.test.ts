// A move is taken back in the browser, by its button and by its key, and made again.
import { expect, test } from '@jest/globals';
import { guest, quayside } from '../../client/index.ts';
import { moveOn } from '../testing/called.ts';
import { expectSound } from '../testing/check.ts';
import { openSite } from '../testing/site.ts';
import { say } from './texts.ts';

/** Nobody else decides meanwhile. */
const site = openSite({ BOT_PAUSE_MS: '60000' });

test.each([
  { width: 1440, height: 900, theme: 'light' },
  { width: 390, height: 844, theme: 'dark' },
] as const)('misplaced, taken back, and placed again: %j', async (window) => {
  const here = site();
  if (here === undefined) return;
  const { url } = here;
  const token = await guest({ url, name: 'Ann' });
  const wish = { seats: 3, bots: 2, clock: 'none', options: { firstSeat: 0 } } as const;
  const table = await quayside({ url, token }).create('borneo', wish);
  await table.start();
  table.close();
  const { page } = await here.visit(`/table/${table.id}`, {
    ...window,
    remembered: { token, name: 'Ann', guides: false },
  });
  const back = page.getByRole('button', { name: say('take-back') });
  await page.locator('.table-board .piece').first().waitFor();
  await moveOn(page);
  await back.waitFor();
  await expectSound(page, `a move that may be taken back, ${window.width}`);
  await back.click();
  await page.getByText('took the last move back', { exact: false }).first().waitFor({ state: 'attached' });
  await moveOn(page);
  await back.waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('u');
  await back.waitFor({ state: 'detached' });
  const entries = await here.running.quayside.deps.store.journal(table.id, { after: 0, most: 100 });
  expect(entries.filter(({ command }) => command.type === 'undo')).toHaveLength(2);
});
