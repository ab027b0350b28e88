// The first turns of a match of Borneo by the keyboard alone, and where the focus goes.
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { expectSound } from './check.ts';
import { Hand } from './hand.ts';
import { playedMatch } from './matches.ts';
import { openSite } from './site.ts';

const site = openSite();
const ANSWERS = 3;

test('from the first page into a match, and some answers in it, without a pointer', async () => {
  const here = site();
  if (here === undefined) return;
  const { page } = await here.visit('/', { language: 'en', remembered: { guides: false } });
  const hand = new Hand(page, 'en');
  await page.getByRole('button', { name: 'Play now: Borneo' }).waitFor();
  await tabTo(page, /^Play now: Borneo$/);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await tabTo(page, /^Your name$/);
  await page.keyboard.type('Zoé');
  await page.keyboard.press('Enter');
  const bar = page.getByRole('region', { name: 'What is asked of you' });
  const confirm = bar.getByRole('button', { name: /^Confirm/ });
  for (let answers = 0; answers < ANSWERS; answers++) {
    await hand.isAsked();
    while ((await confirm.count()) === 0) {
      // The next thing that can be picked, on the board or in the bar.
      await page.keyboard.press('n');
      await page.keyboard.press('Enter');
      await page.waitForTimeout(20);
    }
    await confirm.and(page.locator(':enabled')).waitFor();
    const question = await bar.textContent();
    await page.keyboard.press('c');
    while ((await confirm.count()) > 0 && (await bar.textContent()) === question)
      await page.waitForTimeout(20);
  }
  await page.keyboard.press('l');
  await page
    .getByText(/^\s*Zoé (places|attacks|transfers|plays|completes|leaves)/)
    .filter({ visible: true })
    .first()
    .waitFor();
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
  // All answers are one key away.
  await page.keyboard.press('a');
  await page.waitForFunction(() => document.activeElement?.matches('.action-option') === true);
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

/** The focused element is identified by its name, as for a player who does not see the page. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const { activeElement } = document;
      const label = activeElement instanceof HTMLInputElement ? activeElement.labels?.[0]?.textContent : null;
      return activeElement?.getAttribute('aria-label') ?? label ?? activeElement?.textContent ?? '';
    });
    if (name.test(focused.trim())) return;
  }
  throw new Error(`${name} cannot be reached with the Tab key`);
}
