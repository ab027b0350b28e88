// The board in a real browser: playable by keyboard alone, and accessible.
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { guest, quayside } from '../../../client/index.ts';
import { expectSound } from '../../testing/check.ts';
import { openSite, type Site } from '../../testing/site.ts';

const site = openSite();

/** A table with bots that begins with our placement. */
async function seated({ url }: Site, options: object = {}) {
  const token = await guest({ url, name: 'Ann' });
  const table = await quayside({ url, token }).create('borneo', {
    seats: 3,
    bots: 2,
    clock: 'none',
    options: { firstSeat: 0, ...options },
  });
  await table.start();
  return { token, table };
}

const nameOfFocus = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.tagName);

test('a merchant is placed by Tab, arrow keys and Enter', async () => {
  const here = site();
  if (here === undefined) return;
  const { token, table } = await seated(here);
  const { page } = await here.visit(`/table/${table.id}`, {
    remembered: { token, name: 'Ann', guides: false },
  });
  const companies = page.getByRole('group', { name: 'Companies' });
  await companies.getByRole('button', { name: 'Red Company: place at rank 1' }).waitFor();
  // One stop for the whole group.
  expect(await companies.locator('button[tabindex="0"]').count()).toBe(1);
  await companies.locator('button[tabindex="0"]').focus();
  expect(await nameOfFocus(page)).toBe('Red Company: place at rank 1');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  expect(await nameOfFocus(page)).toBe('Yellow Company: place at rank 1');
  await page.locator('.piece-bubble', { hasText: 'Yellow Company: place at rank 1' }).waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  const blue = companies.locator('[data-company="blue"] .bor-company');
  await page.locator('.bor[data-time="foreseen"]').waitFor();
  expect(await blue.getAttribute('aria-pressed')).toBe('true');
  // Its control is still there, so that it can be taken back.
  expect(
    await page.evaluate(() =>
      document.activeElement?.closest('[data-company]')?.getAttribute('data-company'),
    ),
  ).toBe('blue');
  await expectSound(page, 'board of Borneo, foreseen');
  await page.keyboard.press('Enter');
  await page.locator('.bor[data-time="now"]').waitFor();
  expect(await blue.getAttribute('aria-pressed')).toBe('false');
});

test('a long press explains a place, and does not choose it', async () => {
  const here = site();
  if (here === undefined) return;
  const { token, table } = await seated(here);
  const remembered = { token, name: 'Ann', guides: false };
  const { page } = await here.visit(`/table/${table.id}`, { remembered, width: 360, height: 740 });
  const red = page.getByRole('button', { name: 'Red Company: place at rank 1' });
  await red.waitFor();
  const touch = { pointerType: 'touch', bubbles: true };
  await red.dispatchEvent('pointerdown', touch);
  await page.locator('.piece-bubble', { hasText: 'Red Company: place at rank 1' }).waitFor();
  await red.dispatchEvent('pointerup', touch);
  await red.dispatchEvent('click');
  expect(await red.getAttribute('aria-pressed')).toBe('false');
  // A short one chooses it.
  await red.dispatchEvent('pointerdown', touch);
  await red.dispatchEvent('pointerup', touch);
  await red.dispatchEvent('click');
  await page.locator('.bor[data-time="foreseen"]').waitFor();
});
