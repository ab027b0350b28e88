// The first turns of a match of Borneo by the keyboard alone.
import { test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { Hand } from './hand.ts';
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
  await page
    .getByText(/^\s*Zoé (places|attacks|transfers|plays|completes|leaves)/)
    .first()
    .waitFor();
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
