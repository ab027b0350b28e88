// The client opens in a real browser.
import { expect, test } from '@jest/globals';
import { openSite } from './site.ts';

const site = openSite();

test('the first screen', async () => {
  const { page } = (await site()?.visit('/', { language: 'fr', width: 360 })) ?? {};
  if (page === undefined) return;
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('fr');
});
