// Checks for every screen: axe finds nothing, and no sideways scrolling.
import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

export async function expectSound(page: Page, screen: string): Promise<void> {
  expect(await faultsOf(page, screen)).toEqual([]);
}

export async function faultsOf(page: Page, screen: string): Promise<string[]> {
  // Legacy mode: the other one opens another page, which this browser's context would count as a visitor.
  const { violations } = await new AxeBuilder({ page }).withTags(STANDARDS).setLegacyMode().analyze();
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary = '' }) =>
        `${id}: ${target.join(' ')} (${failureSummary.split('\n')[1]?.trim()})`,
    ),
  );
  const wide = (await tooWide(page)).map((element) => `too wide: ${element}`);
  return [...found, ...wide].map((fault) => `${screen}: ${fault}`);
}

/** Elements wider than the window, which make the page scroll. */
async function tooWide(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const out = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1,
    );
    return out
      .slice(0, 5)
      .map((element) => `${element.tagName.toLowerCase()}.${element.getAttribute('class')}`);
  });
}
