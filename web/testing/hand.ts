// A player at the screen: picks options by name, previews, and confirms.
import type { Locator, Page } from 'playwright-core';
import { createRng, pick } from '../../shared/kernel/rng.ts';
import enAction from '../action/lang/en.json' with { type: 'json' };
import frAction from '../action/lang/fr.json' with { type: 'json' };
import type { Language } from '../lib/language.ts';
import enLobby from '../lobby/lang/en.json' with { type: 'json' };
import frLobby from '../lobby/lang/fr.json' with { type: 'json' };
import enTable from '../table/lang/en.json' with { type: 'json' };
import frTable from '../table/lang/fr.json' with { type: 'json' };

const TEXTS = {
  en: { ...enLobby, ...enAction, ...enTable },
  fr: { ...frLobby, ...frAction, ...frTable },
} as const;

/** Generous: other suites run on the same cores. */
const PATIENCE_MS = 120_000;
/** For elements that may disappear before they are clicked. */
const CLICK_MS = 3_000;
/** Attempts before a choice is started again. */
const PICKS = 30;

export class Hand {
  readonly page: Page;
  readonly #texts: (typeof TEXTS)[Language];
  readonly #luck = createRng('3'.repeat(32));
  readonly #bar: Locator;
  readonly #confirm: Locator;
  readonly #options: Locator;
  /** Opens the list of all answers. */
  readonly #closed: Locator;
  readonly #over: Locator;
  #answers = 0;

  constructor(page: Page, language: Language) {
    page.setDefaultTimeout(PATIENCE_MS);
    this.page = page;
    this.#texts = TEXTS[language];
    this.#bar = page.getByRole('region', { name: this.#texts.action });
    this.#confirm = this.#bar.getByRole('button', { name: named(this.#texts['confirm-what']) });
    this.#options = this.#bar.getByRole('group').getByRole('button');
    this.#closed = this.#bar.locator('.action-all[aria-expanded="false"]');
    this.#over = page.getByRole('link', { name: this.#texts.replay });
  }

  /** From the first page to a table with bots. */
  async playNow(game: string, name: string): Promise<void> {
    await this.page.getByRole('button', { name: fill(this.#texts['play-now-of'], { game }) }).click();
    await this.#introduce(name);
    await this.#bar.waitFor();
  }

  /** From the first page to a table for people. Resolves with the link to it. */
  async inviteFriends(game: string, name: string): Promise<string> {
    const { page } = this;
    await page.getByRole('button', { name: fill(this.#texts['invite-of'], { game }) }).click();
    await this.#introduce(name);
    const field = page.getByRole('textbox', { name: this.#texts.link });
    for (;;) {
      const link = await field.inputValue();
      if (link.includes('#')) return link;
      await page.waitForTimeout(20);
    }
  }

  async follow(link: string, name: string): Promise<void> {
    await this.page.goto(link);
    await this.#introduce(name);
    await this.page.getByRole('heading', { name: this.#texts.seats }).waitFor();
  }

  /** Once all seats are taken. */
  async start(): Promise<void> {
    await this.page.getByRole('button', { name: this.#texts.start, disabled: false }).click();
    await this.#bar.waitFor();
  }

  async #introduce(name: string): Promise<void> {
    await this.page.getByLabel(this.#texts.name, { exact: true }).fill(name);
    await this.page.getByRole('button', { name: this.#texts.continue }).click();
  }

  /** Resolves after this many answers. */
  async hasAnswered(count: number): Promise<void> {
    while (this.#answers < count) await this.page.waitForTimeout(20);
  }

  /** The ranking as it is shown at the end: a row of cells each. */
  async result(): Promise<string[][]> {
    const rows = await this.page.getByRole('table', { name: this.#texts.scores }).getByRole('row').all();
    return await Promise.all(rows.slice(1).map((row) => row.locator('th, td').allTextContents()));
  }

  /** Resolves when there is something to pick. */
  async isAsked(): Promise<void> {
    await this.#options.first().or(this.#closed).first().waitFor();
    await this.#openList();
    await this.#options.first().waitFor();
  }

  /** It stays open. */
  async #openList(): Promise<void> {
    if (await this.#closed.isVisible())
      await this.#closed.click({ timeout: CLICK_MS }).catch(() => undefined);
  }

  async isOver(): Promise<boolean> {
    return (await this.#over.count()) > 0;
  }

  /** Plays until the match is over, or this many answers are given. Resolves with their number. */
  async play(most = Number.POSITIVE_INFINITY): Promise<number> {
    let answers = 0;
    for (let picks = 0; answers < most; ) {
      await this.#confirm.or(this.#options.first()).or(this.#closed).or(this.#over).first().waitFor();
      if (await this.isOver()) break;
      if (await this.#closed.isVisible()) await this.#openList();
      if (await this.#isReady()) {
        if (!(await this.#answer())) continue;
        answers += 1;
        this.#answers += 1;
        picks = 0;
      } else if (++picks % PICKS === 0) await this.page.keyboard.press('x');
      else await this.#pick();
    }
    return answers;
  }

  /** Nothing here waits for elements that may have disappeared. */
  async #isReady(): Promise<boolean> {
    return await this.#confirm.evaluateAll((all) => all.some((button) => !button.hasAttribute('disabled')));
  }

  /** False if another was faster, such as the clock. */
  async #answer(): Promise<boolean> {
    const before = await this.#question();
    const isSent = await this.#confirm.click({ timeout: CLICK_MS }).then(
      () => true,
      () => false,
    );
    // The decision closes, or the previewed choice disappears.
    while (isSent && (await this.#isReady()) && (await this.#question()) === before)
      await this.page.waitForTimeout(10);
    return isSent;
  }

  async #question(): Promise<string> {
    return (await this.#bar.allTextContents()).join();
  }

  /** Options come and go with other players' moves: a missing one is no error. */
  async #pick(): Promise<void> {
    const options = await this.#options.all();
    if (options.length === 0) return void (await this.page.waitForTimeout(10));
    await pick(this.#luck, options)
      .click({ timeout: CLICK_MS })
      .catch(() => undefined);
  }
}

/** A name from a text with placeholders; all kinds of spaces are equal. */
function named(text: string): RegExp {
  const parts = text
    .split(/\{\w+\}/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s/g, '\\s'));
  return new RegExp(`^${parts.join('.*')}$`);
}

function fill(text: string, fields: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => fields[name] ?? '');
}
