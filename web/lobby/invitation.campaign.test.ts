// A host who opens the page on the server's own machine gets an invitation that others can follow.
import { expect, test } from '@jest/globals';
import { addressesOf } from '../../server/process/terminal.ts';
import { expectSound } from '../testing/check.ts';
import { openSite } from '../testing/site.ts';

/** As with `npm start`: on all addresses. */
const site = openSite({ HOST: '0.0.0.0' });

test('an invitation from localhost leads to the address in the network', async () => {
  const host = await site()?.visit('/', { width: 360, height: 740 });
  if (host === undefined) return;
  const { page } = host;
  await page.getByRole('button', { name: 'Invite friends: Borneo' }).click();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.type('Ann');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Link' }).waitFor();
  const { network } = addressesOf(Number(new URL(page.url()).port), '0.0.0.0');
  await page.locator(network.length === 0 ? '[data-reach=nobody]' : '[data-reach=network]').waitFor();
  const link = await page.getByRole('textbox', { name: 'Link' }).inputValue();
  expect(link.startsWith(`${network[0] ?? new URL('/', page.url()).href}join#`)).toBe(true);
  await expectSound(page, 'invitation on localhost, narrow');
});
