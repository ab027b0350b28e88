// Plays the first match of a game in a browser: by pointer and by keys, on the drawing and as text, with a pause.
import { expect, jest, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import enTexts from '../first-match/lang/en.json' with { type: 'json' };
import frTexts from '../first-match/lang/fr.json' with { type: 'json' };
import { expectSound } from './check.ts';
import { openSite, type Site } from './site.ts';
import type { Habits, Visitor } from './visitor.ts';

const TEXTS = { en: enTexts, fr: frTexts };
/** Picks that may lead nowhere before a test gives up. */
const TRIES = 40;
/** Steps after which the player leaves, and comes back. */
const PAUSE_AFTER = 7;
const AXE_EVERY = 15;

interface Way {
  readonly name: string;
  readonly habits: Habits & { readonly language: 'en' | 'fr' };
  /** Picks the next thing that is on offer. */
  readonly pick: (page: Page, tries: number) => Promise<void>;
  readonly confirm: (page: Page) => Promise<void>;
  readonly goOn: (page: Page) => Promise<void>;
}

const WAYS: readonly Way[] = [
  {
    name: 'by pointer, in English',
    habits: { language: 'en', width: 1440, height: 900 },
    pick: async (page, tries) => {
      const open = page.locator('.piece[data-can]:not([data-picked]), .action-verb:not([data-picked])');
      const count = await open.count();
      if (count > 0) await open.nth(tries % count).click();
    },
    confirm: async (page) => page.locator('.action-confirm:enabled').click(),
    goOn: async (page) => page.locator('.coach > .button').click(),
  },
  {
    name: 'by keys on a phone, in French',
    habits: { language: 'fr', width: 390, height: 844, theme: 'dark' },
    pick: async (page) => {
      await page.keyboard.press('n');
      await page.keyboard.press('Enter');
    },
    confirm: async (page) => page.keyboard.press('c'),
    goOn: async (page) => {
      await page.locator('.coach > .button').focus();
      await page.keyboard.press('Enter');
    },
  },
  {
    name: 'as text, in English',
    habits: { language: 'en', remembered: { 'text-table': true } },
    pick: async (page, tries) => {
      const open = page.locator('.action-option:not([aria-pressed="true"])');
      const count = await open.count();
      if (count > 0) await open.nth(tries % count).click();
    },
    confirm: async (page) => page.locator('.action-confirm:enabled').click(),
    goOn: async (page) => page.locator('.coach > .button').click(),
  },
];

export function firstMatchOf(game: string): void {
  jest.setTimeout(240_000);
  const site = openSite();
  test.each(WAYS)('$name: from the first page to the result', async (way) => {
    const here = site();
    if (here === undefined) return;
    const visitor = await entered(here, game, way);
    const sentences = await played(visitor.page, game, way);
    expect(sentences.length).toBeGreaterThanOrEqual(20);
    expect(new Set(sentences).size).toBe(sentences.length);
    await expectSound(visitor.page, 'the end of a first match');
    const kept = await visitor.page.evaluate(() => ({
      progress: JSON.parse(localStorage.getItem('quayside.first-matches') ?? '{}') as object,
      guided: JSON.parse(localStorage.getItem('quayside.guided') ?? '[]') as string[],
    }));
    expect(kept.progress).toEqual({ [game]: { step: 0, isPlayed: true } });
    expect(kept.guided.filter((name) => name.startsWith(`${game}/`)).length).toBeGreaterThan(3);
    await expectSameInOtherLanguage(visitor.page, way.habits.language);
    await visitor.page.locator('.outcome .button[data-main]').click();
    await visitor.page.waitForURL(`**/new/${game}`);
  });
}

/** The result stays, in the other words. */
async function expectSameInOtherLanguage(page: Page, spoken: 'en' | 'fr'): Promise<void> {
  const other = spoken === 'en' ? 'fr' : 'en';
  await page.evaluate((language) => {
    localStorage.setItem('quayside.language', JSON.stringify(language));
    dispatchEvent(new StorageEvent('storage', { key: 'quayside.language' }));
  }, other);
  await page.locator('.outcome .button[data-main]', { hasText: TEXTS[other].real }).waitFor();
}

const offerOf = (game: string) => `a.first-match-offer[href="/first-match/${game}"]`;

async function entered(here: Site, game: string, { habits }: Way): Promise<Visitor> {
  const visitor = await here.visit('/', habits);
  await visitor.page.locator(offerOf(game)).click();
  return visitor;
}

/** Resolves with everything that was said. */
async function played(page: Page, game: string, way: Way): Promise<string[]> {
  const sentences: string[] = [];
  for (;;) {
    const said = await nextAfter(page, sentences.at(-1), TEXTS[way.habits.language].watch);
    if (said === undefined) return sentences;
    sentences.push(said);
    if (sentences.length % AXE_EVERY === 0) await expectSound(page, said);
    if (sentences.length === PAUSE_AFTER) await resumed(page, game, said);
    if ((await page.locator('.coach > .button').count()) > 0) await way.goOn(page);
    else await answered(page, way, said);
  }
}

/** Undefined: the result is shown. */
async function nextAfter(page: Page, before: string | undefined, watch: string): Promise<string | undefined> {
  const found = await page.waitForFunction(
    ([last, meanwhile]) => {
      if (document.querySelector('.outcome') !== null) return { text: undefined };
      const text = document.querySelector('.coach .action-sentence')?.textContent ?? last;
      return text === last || text === meanwhile ? false : { text };
    },
    [before, watch] as const,
  );
  return ((await found.jsonValue()) as { readonly text?: string }).text;
}

/** Left by its own way out, and resumed from the first page. */
async function resumed(page: Page, game: string, said: string): Promise<void> {
  await page.goto(new URL('/', page.url()).href);
  await page.locator(offerOf(game)).click();
  await page.locator('.coach .action-sentence', { hasText: said }).waitFor();
}

async function answered(page: Page, way: Way, said: string): Promise<void> {
  const confirm = page.locator('.action-confirm:enabled');
  for (let tries = 0; (await confirm.count()) === 0; tries++) {
    if (tries > TRIES) throw new Error(`nothing answers: ${said}`);
    await way.pick(page, tries);
    // The preview of what was picked.
    await page.waitForTimeout(20);
  }
  await way.confirm(page);
}
