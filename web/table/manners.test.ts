// The manners of the table in a real browser: what is read, asked and told keeps its place and the player's.
import { expect, jest, test } from '@jest/globals';
import { expectSound } from '../testing/check.ts';
import { playedMatch } from '../testing/matches.ts';
import { openSite } from '../testing/site.ts';

jest.setTimeout(120_000);
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
  expect(new URL(page.url()).pathname).toBe(`/table/${id}`);
  expect(await page.locator('.table-board .piece').first().isVisible()).toBe(true);
  expect(await page.getByText('Connection lost.').count()).toBe(0);
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
});

test('by keys, the focus stays with the question, whatever disappears', async () => {
  const here = site();
  if (here === undefined) return;
  const { id, token } = await playedMatch({ url: here.url, turns: 1 });
  const { page } = await here.visit(`/table/${id}`, { remembered: { token } });
  const isAtQuestion = () =>
    page.waitForFunction(() => document.activeElement?.matches('.action-sentence') === true);
  await page.getByRole('button', { name: 'Got it' }).focus();
  await page.keyboard.press('Enter');
  await isAtQuestion();
  expect(await page.locator('.action-keys').textContent()).toBe('n next choice? all keys');
  // From the question it is not far to the first option.
  const option = () => page.evaluate(() => document.activeElement?.matches('.action-option') === true);
  for (let presses = 0; !(await option()); presses++) {
    expect(presses).toBeLessThan(3);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await page.locator('.action-confirm:enabled').waitFor();
  await page.keyboard.press('n');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Confirm.*c$/);
  await expectSound(page, 'keys are told');
  await page.keyboard.press('Enter');
  await isAtQuestion();
});

test('the news are one stop of the Tab key, with arrows from line to line', async () => {
  const here = site();
  if (here === undefined) return;
  const { id, token } = await playedMatch({ url: here.url, turns: 4 });
  const { page } = await here.visit(`/table/${id}`, { remembered: { token, guides: false } });
  const lines = page.getByRole('button', { name: /^Move \d+: show/ });
  await lines.first().waitFor();
  expect(await page.locator('.news [tabindex="0"]').count()).toBe(1);
  await page.keyboard.press('l');
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  const newest = await lines.last().textContent();
  expect(await focused()).toBe(newest);
  await page.keyboard.press('ArrowUp');
  expect(await focused()).toBe(await lines.nth(-2).textContent());
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('.news ol'))).toBeNull();
  await page.keyboard.press('Shift+Tab');
  expect(await focused()).toBe(newest);
  await expectSound(page, 'news');
});
