// The action bar in a real browser: pick, preview, confirm; by keyboard alone; explanations the first time
// only.
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import tableTexts from '../table/lang/en.json' with { type: 'json' };
import { expectSound } from '../testing/check.ts';
import { playedMatch } from '../testing/matches.ts';
import { openSite, type Site } from '../testing/site.ts';

const site = openSite();

async function seated(here: Site, game: 'borneo' | 'cabo-da-roca', remembered: object = {}): Promise<Page> {
  const { id, token } = await playedMatch({ url: here.url, game, turns: 0 });
  const { page } = await here.visit(`/table/${id}`, { remembered: { token, guides: false, ...remembered } });
  await bar(page).getByRole('button', { name: 'What does this mean?' }).waitFor();
  return page;
}

const bar = (page: Page) => page.getByRole('region', { name: tableTexts.action });

test('by keyboard alone: pick an option, preview, undo, pick, confirm', async () => {
  const here = site();
  if (here === undefined) return;
  const page = await seated(here, 'borneo', { 'text-table': true });
  const option = page.getByRole('group', { name: 'Company' }).getByRole('button').first();
  const confirm = bar(page).getByRole('button', { name: 'Confirm: Place a merchant' });
  await option.waitFor();
  await page.keyboard.press('n');
  await page.keyboard.press('Enter');
  await confirm.waitFor();
  await bar(page)
    // Where others came first, it is not the first rank.
    .getByText(/places .* at rank \d/)
    .waitFor();
  await page.keyboard.press('u');
  await confirm.waitFor({ state: 'detached' });
  await option.focus();
  await page.keyboard.press('Enter');
  await confirm.waitFor();
  await page.keyboard.press('c');
  await confirm.waitFor({ state: 'detached' });
  await page.getByText('Merchants to place').first().waitFor();
});

test('without confirmation, what is unambiguous is sent at once', async () => {
  const here = site();
  if (here === undefined) return;
  const page = await seated(here, 'borneo', { confirms: false, 'text-table': true });
  const rounds = page.getByText('Placement round').locator('..');
  expect(await rounds.textContent()).toContain('1');
  await page.getByRole('group', { name: 'Company' }).getByRole('button').first().click();
  await rounds.filter({ hasText: '2' }).waitFor();
});

test('a decision is explained the first time, and again on request', async () => {
  const here = site();
  if (here === undefined) return;
  const page = await seated(here, 'borneo', { guides: true });
  const guide = page.getByRole('region', { name: 'The first time' });
  await guide.getByRole('button', { name: 'Got it' }).click();
  await guide.waitFor({ state: 'detached' });
  await page.reload();
  const again = bar(page).getByRole('button', { name: 'What does this mean?' });
  await again.waitFor();
  expect(await guide.count()).toBe(0);
  await again.click();
  await guide.waitFor();
});

test('the keys are shown, and can be turned off', async () => {
  const here = site();
  if (here === undefined) return;
  const page = await seated(here, 'borneo');
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keys' });
  await keys.getByRole('row', { name: /Confirm your answer/ }).waitFor();
  await expectSound(page, 'keys');
  await keys.getByRole('checkbox').uncheck();
  await page.keyboard.press('Escape');
  await page.keyboard.press('n');
  expect(await page.evaluate(() => document.activeElement?.matches('[data-can], .action-option'))).toBe(
    false,
  );
});

test('commands that answer no decision are separate, and marked as final', async () => {
  const here = site();
  if (here === undefined) return;
  const page = await seated(here, 'cabo-da-roca');
  expect(await page.getByRole('button', { name: 'Resign', exact: true }).isVisible()).toBe(false);
  await bar(page).getByText('More', { exact: true }).click();
  await bar(page).getByRole('button', { name: 'Resign', exact: true }).click();
  await bar(page).getByText('This cannot be undone.').waitFor();
  await bar(page).getByRole('button', { name: 'Undo' }).click();
  await bar(page).getByText('This cannot be undone.').waitFor({ state: 'detached' });
});

test('the rules open at the requested rule', async () => {
  const here = site();
  if (here === undefined) return;
  const { page } = await here.visit('/rules/borneo/BOR-6.3', { width: 360, language: 'fr' });
  await page.getByText('BOR-6.3', { exact: true }).waitFor();
  await page.waitForFunction(() => document.activeElement?.id === 'BOR-6.3');
  await expectSound(page, 'rules');
});
