// Plays at the text table as a blind person does: by roles and names only.
import type { Locator, Page } from 'playwright-core';
import type { Language } from '../lib/language.ts';
import enTable from '../table/lang/en.json' with { type: 'json' };
import frTable from '../table/lang/fr.json' with { type: 'json' };
import enText from '../text-table/lang/en.json' with { type: 'json' };
import frText from '../text-table/lang/fr.json' with { type: 'json' };

const WORDS = {
  en: { actions: enText.actions, bar: enTable.action, confirm: /^Confirm/, optional: /\(optional\)/ },
  fr: { actions: frText.actions, bar: frTable.action, confirm: /^Valider/, optional: /\(facultatif\)/ },
} as const;

/** A page that shows nothing to do for so long is stuck. */
const PATIENCE_MS = 60_000;
const LOOK_MS = 30;
/** More picks than any command needs. */
const MOST_PICKS = 40;

type Turn = 'acted' | 'over';

export class TextPlayer {
  readonly #page: Page;
  readonly #words: (typeof WORDS)[Language];
  /** A number from 0 up to the bound. */
  readonly #below: (bound: number) => number;
  #hasSeen = false;

  constructor(page: Page, language: Language, below: (bound: number) => number) {
    this.#page = page;
    this.#words = WORDS[language];
    this.#below = below;
  }

  /** Waits to be asked, picks what is offered, and confirms. */
  async turn(): Promise<Turn> {
    if ((await this.#wait()) === 'over') return 'over';
    for (let n = 0; n < MOST_PICKS; n++) {
      const confirm = this.#confirm;
      const open = await this.#openGroup();
      if (open === undefined && (await this.#region.count()) === 0) return 'over';
      if (await confirm.isVisible()) {
        // Optional parts are added occasionally.
        if (open === undefined || this.#below(3) > 0) {
          if (await confirm.isEnabled()) {
            await confirm.click();
            // Until it is taken, the button stays.
            await confirm.waitFor({ state: 'hidden', timeout: PATIENCE_MS });
            return 'acted';
          }
        }
      }
      if (open === undefined) await this.#page.waitForTimeout(LOOK_MS);
      else await this.#pickIn(open);
    }
    throw new Error(`no answer came about:\n${await this.#region.ariaSnapshot()}`);
  }

  get #region(): Locator {
    return this.#page.getByRole('region', { name: this.#words.actions });
  }

  get #confirm(): Locator {
    return this.#page
      .getByRole('region', { name: this.#words.bar })
      .getByRole('button', { name: this.#words.confirm });
  }

  async #wait(): Promise<Turn> {
    const until = Date.now() + PATIENCE_MS;
    while (Date.now() < until) {
      const isThere = (await this.#region.count()) > 0;
      this.#hasSeen ||= isThere;
      if ((await this.#region.getByRole('button').count()) > 0 || (await this.#confirm.isVisible()))
        return 'acted';
      // At the end the result takes its place.
      if (this.#hasSeen && !isThere) return 'over';
      await this.#page.waitForTimeout(LOOK_MS);
    }
    throw new Error(`nothing to do came:\n${await this.#page.locator('body').ariaSnapshot()}`);
  }

  /** One that must be answered; else any. */
  async #openGroup(): Promise<Locator | undefined> {
    const groups = await this.#region.getByRole('group').all();
    for (const group of groups) {
      const name = (await group.ariaSnapshot()).split('\n')[0] ?? '';
      if (!this.#words.optional.test(name)) return group;
    }
    return groups[this.#below(Math.max(1, groups.length))];
  }

  async #pickIn(group: Locator): Promise<void> {
    const buttons = group.getByRole('button');
    const count = await buttons.count();
    if (count > 0) await buttons.nth(this.#below(count)).click();
  }
}
