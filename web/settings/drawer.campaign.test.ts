// Settings at the table in a real browser: changed without leaving it, and in every open tab.
import { expect, test } from '@jest/globals';
import { expectSound } from '../testing/check.ts';
import { playedMatch } from '../testing/matches.ts';
import { openSite } from '../testing/site.ts';

const site = openSite();

test.each([
  [1280, 800],
  [360, 740],
])('settings are changed at the table, and reach another tab at once: %i × %i', async (width, height) => {
  const here = site();
  if (here === undefined) return;
  const { id, token } = await playedMatch({ url: here.url, turns: 0 });
  const remembered = { token, guides: false };
  const { page, context } = await here.visit(`/table/${id}`, { width, height, remembered });
  await page.locator('.table-board .piece').first().waitFor();
  const other = await context.newPage();
  await other.goto(`${here.url}/settings`);
  await other.getByRole('radio', { name: 'Dark' }).waitFor();
  if (width < 900) await page.getByRole('button', { name: 'Rules, text, leave' }).click();
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  const drawer = page.getByRole('dialog', { name: 'Settings' });
  await drawer.getByRole('radio', { name: 'Dark' }).check();
  await drawer.getByRole('radio', { name: 'Slow' }).check();
  await expectSound(page, 'settings at the table');
  await other.locator('html[data-theme="dark"]').waitFor({ state: 'attached' });
  await other.locator('input:checked ~ span', { hasText: 'Slow' }).waitFor();
  await drawer.getByRole('radio', { name: 'Français' }).check();
  await other.locator('html[lang="fr"]').waitFor({ state: 'attached' });
  await page.keyboard.press('Escape');
  await page.locator('dialog[open]').waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe(`/table/${id}`);
  await page.locator('.table-board .piece').first().waitFor();
});
