// Nothing at a table moves by itself: whole matches of all games, and a page on which something does.
import { expect, jest, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { shiftsOn, sumOf } from './shifts.ts';
import { openSite } from './site.ts';
import { MATCHES, steadiness } from './steady-match.ts';

jest.setTimeout(600_000);

/** Of all shifts of a whole match together; a page is called good with 0.1 for the worst five seconds. */
const MOST = 0.5;
/** On a phone whatever moves is a larger part of the page. */
const MOST_NARROW = 0.7;
/** All of the sea stays in view while tiles are laid. */
const GROWING_SEA = 0.3;
const WIDE = { language: 'fr', width: 1280, height: 800 } as const;
const NARROW = { language: 'en', width: 360, height: 740 } as const;

const PAUSE_MS = 20;

const site = openSite();

const each = MATCHES.flatMap((match) => {
  const growth = match.game === 'cabo-da-roca' ? GROWING_SEA : 0;
  return [
    { match, name: 'wide', habits: WIDE, bound: MOST + growth },
    { match, name: 'narrow', habits: NARROW, bound: MOST_NARROW + growth },
  ];
});
test.each(each)(
  'a match of $match.game, $name: nothing moves by itself',
  async ({ match, habits, bound }) => {
    const here = site();
    if (here === undefined) return;
    const { visitor, answers, shifts } = await steadiness({ ...here, match, habits, most: 50 });
    expect(visitor.faults).toEqual([]);
    await visitor.close();
    expect(answers).toBeGreaterThan(5);
    const worst = shifts.toSorted((one, other) => other.value - one.value).slice(0, 3);
    const sum = sumOf(shifts);
    expect(sum < bound ? [] : [sum, worst]).toEqual([]);
  },
);

test('what moves without a reason is noticed', async () => {
  const here = site();
  if (here === undefined) return;
  const plant = (page: Page) => page.evaluate(keepMoving);
  const { visitor } = await steadiness({ ...here, match: MATCHES[0], habits: WIDE, most: 1, plant });
  let shifts = await shiftsOn(visitor.page);
  while (sumOf(shifts) <= MOST) {
    await visitor.page.waitForTimeout(PAUSE_MS);
    shifts = await shiftsOn(visitor.page);
  }
  await visitor.close();
  expect(shifts.flatMap(({ moved }) => moved).join()).toContain('body');
});

/** Runs in the page: everything goes down, and up again. */
function keepMoving(): void {
  const table = document.querySelector<HTMLElement>('.table');
  let isDown = false;
  setInterval(() => {
    isDown = !isDown;
    table?.style.setProperty('margin-top', isDown ? '160px' : '0');
  }, 50);
}
