// Somebody is kept away from the chat on, which the settings show and undo.
import { expect, test } from '@jest/globals';
import { guest, quayside } from '../../client/index.ts';
import { expectSound } from '../testing/check.ts';
import { openSite } from '../testing/site.ts';

const site = openSite();

test('a person is kept away in the chat, and admitted again in the settings', async () => {
  const here = site();
  if (here === undefined) return;
  const { url } = here;
  const token = await guest({ url, name: 'Zoé' });
  const table = await quayside({ url, token }).create('borneo', { seats: 3, bots: 1, clock: 'none' });
  const bob = quayside({ url, token: await guest({ url, name: 'Bob' }) });
  const other = await bob.joinById('borneo', table.id);
  await table.start();
  await other.request('chat', { text: 'nothing nice' });
  const remembered = { token, guides: false };
  const { page } = await here.visit(`/table/${table.id}`, { width: 1440, height: 900, remembered });
  await page.locator('.table-board .piece').first().waitFor();
  await page.keyboard.press('c');
  const line = page.locator('.chat-line', { hasText: 'nothing nice' });
  if (!(await line.isVisible())) await page.getByRole('button', { name: /^Chat/ }).first().click();
  await line.waitFor();
  await page.getByText('Hide or mute a person').click();
  await expectSound(page, 'people in the chat');
  await page.getByRole('button', { name: 'Keep away Bob' }).click();
  await line.waitFor({ state: 'detached' });
  await page.goto(`${url}/settings`);
  const part = page.getByRole('region', { name: 'People whom you do not want to meet' });
  await part.getByText('kept away from your tables').waitFor();
  await expectSound(page, 'settings with people kept away');
  await part.getByRole('button', { name: 'Undo Bob' }).click();
  await part.getByText('Nobody.').waitFor();
  expect(await quayside({ url, token }).myBlocks()).toEqual([]);
  other.close();
  table.close();
});
