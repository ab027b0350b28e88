// All rules beside the table in a real browser: who reads stays at the table.
import { expect, test } from '@jest/globals';
import { expectSound } from '../testing/check.ts';
import { playedMatch } from '../testing/matches.ts';
import { openSite } from '../testing/site.ts';

const site = openSite();

test.each([
  [1280, 800],
  [360, 740],
])('rules are read beside the table, which stays open: %i × %i', async (width, height) => {
  const here = site();
  if (here === undefined) return;
  const { id, token } = await playedMatch({ url: here.url, turns: 0 });
  const { page } = await here.visit(`/table/${id}`, { width, height, remembered: { token, guides: false } });
  await page.locator('.table-board .piece').first().waitFor();
  if (width < 900) await page.getByRole('button', { name: 'Rules, text, leave' }).click();
  await page.getByRole('button', { name: 'Rules', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Borneo: the rules' });
  await panel.getByText('Aim of the game.').waitFor();
  await expectSound(page, 'all rules');
  // References are followed within the book.
  await panel.getByRole('button', { name: 'Rule BOR-8.1', exact: true }).first().click();
  await page.waitForFunction(() => document.activeElement?.id === 'BOR-8.1');
  await panel.getByRole('searchbox', { name: 'Search the rules' }).fill('monopoly value');
  await panel
    .getByRole('status')
    .getByText(/^\d+ places?$/)
    .waitFor();
  await expectSound(page, 'found rules');
  await panel.getByRole('search').getByRole('button').first().click();
  await page.waitForFunction(() => document.activeElement?.matches('.rules-text [data-marked]'));
  expect(new URL(page.url()).pathname).toBe(`/table/${id}`);
  expect(await page.locator('.table-board .piece').first().isVisible()).toBe(true);
  expect(await page.getByText('Connection lost.').count()).toBe(0);
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
});
