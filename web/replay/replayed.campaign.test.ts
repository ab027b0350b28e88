// A finished match is replayed in a real browser.
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { expectSound } from '../testing/check.ts';
import { playedMatch } from '../testing/matches.ts';
import { openSite } from '../testing/site.ts';

const site = openSite();

const slider = (page: Page) => page.getByRole('slider', { name: /^Position/ });
const isAt = (page: Page, version: number) =>
  page.waitForURL((url) => url.searchParams.get('version') === String(version));

test('steps by buttons, keys and slider; a link leads to a moment, in any view', async () => {
  const here = site();
  if (here === undefined) return;
  const { id } = await playedMatch({ url: here.url, visibility: 'private' });
  const { page } = await here.visit(`/replay/${id}`, { language: 'fr' });
  // The reader has no seat, no invitation and no name.
  await page.getByRole('heading', { level: 1, name: 'Revoir : Borneo' }).waitFor();
  await page.getByRole('button', { name: 'Un coup en avant' }).click();
  await page.getByRole('button', { name: 'Un coup en avant' }).click();
  await isAt(page, 2);
  await page.getByRole('button', { name: 'Un coup en arrière' }).click();
  await isAt(page, 1);
  await page.keyboard.press('End');
  const last = Number(await slider(page).getAttribute('max'));
  await isAt(page, last);
  await page.getByText('La partie est terminée').first().waitFor();
  await slider(page).fill('7');
  await isAt(page, 7);
  await expect(slider(page).getAttribute('aria-valuetext')).resolves.toMatch(/^Coup 7 sur \d+\s: \p{L}/u);
  await expectSound(page, 'replay, wide');
  // All hands are open, then only one, then none.
  const hands = page.getByRole('heading', { name: /^Devant / });
  await page.getByRole('combobox', { name: 'Vu par' }).selectOption('all');
  await hands.nth(2).waitFor();
  // In words too.
  await page.getByRole('checkbox', { name: 'Afficher en texte' }).check();
  await page
    .getByRole('heading', { name: /^Devant /, level: 2 })
    .nth(2)
    .waitFor();
  await expectSound(page, 'replay, in words');
  await page.getByRole('checkbox', { name: 'Afficher en texte' }).uncheck();
  await page.getByRole('combobox', { name: 'Vu par' }).selectOption('1');
  await page.waitForURL(/as=1/);
  expect(await hands.count()).toBe(1);
  // The points at the end are those of the result.
  await page.getByText('Les points sous forme de tableau').click();
  const rows = page.getByRole('row');
  const end = rows.filter({ has: page.getByRole('button', { name: String(last), exact: true }) });
  await end.getByRole('button').click();
  await isAt(page, last);
  // Such a link leads there again.
  const again = await here.visit(new URL(page.url()).pathname + new URL(page.url()).search, {
    language: 'en',
    width: 360,
    theme: 'dark',
  });
  await again.page
    .getByText('The match is over')
    .or(again.page.getByText('The game is over'))
    .first()
    .waitFor();
  expect(await slider(again.page).inputValue()).toBe(String(last));
  expect(await again.page.getByRole('combobox', { name: 'Seen by' }).inputValue()).toBe('1');
  await expectSound(again.page, 'replay, narrow');
});

test('a match that cannot be replayed is explained', async () => {
  const here = site();
  if (here === undefined) return;
  const { id } = await playedMatch({ url: here.url, turns: 2 });
  for (const [path, text] of [
    [`/replay/${id}?as=all`, 'The other hands are shown when it is over'],
    ['/replay/nothing', 'There is no such match here'],
  ] as const) {
    const visitor = await here.visit(path);
    // The browser notes every refused request.
    visitor.excuse(/^console: Failed to load resource/);
    await visitor.page.getByText(text).waitFor();
    await expectSound(visitor.page, path);
  }
  // The public part of a running match can be seen, up to the present.
  const { page } = await here.visit(`/replay/${id}`);
  await page.getByText('The points over time are shown once the match is over.').waitFor();
  expect(Number(await slider(page).inputValue())).toBeGreaterThan(1);
});
