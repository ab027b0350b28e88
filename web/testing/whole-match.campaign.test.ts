// A whole match of Borneo against bots, through the user interface alone.
import { expect, jest, test } from '@jest/globals';
import type { Language } from '../lib/language.ts';
import { faultsOf } from './check.ts';
import { Hand } from './hand.ts';
import { heapOf } from './memory.ts';
import { openSite } from './site.ts';

jest.setTimeout(600_000);

/** Up to sixty news, with what is folded, and what the browser keeps of code that ran for the first time. */
const GROWTH = 6 * 2 ** 20;

const site = openSite();

test.each<[Language, number, number]>([
  ['fr', 1280, 800],
  ['en', 360, 740],
])('in %s, %i pixels wide, from the first page to the result', async (language, width, height) => {
  const here = site();
  if (here === undefined) return;
  const { page } = await here.visit('/', { language, width, height });
  const hand = new Hand(page, language);
  const faults = new Set<string>();
  const look = async (screen: string) => {
    for (const fault of await faultsOf(page, screen)) faults.add(fault);
  };
  await page.getByRole('heading', { level: 3, name: 'Borneo' }).waitFor();
  await look('home');
  await hand.playNow('Borneo', 'Zoé');
  await look('the first decision');
  // Memory is measured several times, however long the match is.
  let answers = 0;
  for (let more = 6; more > 0; answers += more) {
    more = await hand.play(6);
    await look('the match');
  }
  await look('the result');
  expect(await hand.isOver()).toBe(true);
  expect(answers).toBeGreaterThan(15);
  await page.getByRole('link', { name: language === 'fr' ? 'Revoir la partie' : 'Look back' }).click();
  await page.getByRole('slider').waitFor();
  await look('replay');
  expect([...faults]).toEqual([]);
});

// Without axe, which leaves its own things in the page.
test('a page that is open for a whole match does not grow', async () => {
  const here = site();
  if (here === undefined) return;
  const { page } = await here.visit('/', { language: 'en' });
  const hand = new Hand(page, 'en');
  await hand.playNow('Borneo', 'Zoé');
  await hand.play(8);
  const before = await heapOf(page);
  expect(await hand.play()).toBeGreaterThan(10);
  expect((await heapOf(page)) - before).toBeLessThan(GROWTH);
});
