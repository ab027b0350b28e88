// A player who uses the drawing: picks on the board, among one's own things and of the verbs beside the question until a
// command of the wanted type is offered to be confirmed. The list of all answers is not used.
import type { Locator, Page } from 'playwright-core';
import { createRng, pick } from '../../shared/kernel/rng.ts';
import enAction from '../action/lang/en.json' with { type: 'json' };
import frAction from '../action/lang/fr.json' with { type: 'json' };
import type { Language } from '../lib/language.ts';
import enTable from '../table/lang/en.json' with { type: 'json' };
import frTable from '../table/lang/fr.json' with { type: 'json' };

const TEXTS = { en: { ...enAction, ...enTable }, fr: { ...frAction, ...frTable } } as const;

export type Means = 'pointer' | 'keyboard';

/** The names of a game's commands, by type. */
type CommandNames = Readonly<Record<string, string>>;

const CHOICES = '.table-board [data-can], .table-own [data-can], .action-verbs [data-can]';
/** For elements that may disappear before they are clicked. */
const CLICK_MS = 2_000;
const PAUSE_MS = 10;
/** Generous: other suites run on the same cores. */
const PATIENCE_MS = 60_000;
/** More than any command needs. */
const PICKS = 16;
/** Bounded, so that a command that cannot be composed fails the test. */
const ATTEMPTS = 80;

/** The contents of the page at one moment. */
interface Seen {
  /** The type of the command that can be confirmed. */
  readonly confirm: string | null;
  readonly isLooking: boolean;
  /** What was picked, as the action bar names it. */
  readonly picks: readonly string[];
  /** By the place among all choices: those that are not picked yet. */
  readonly free: readonly { readonly index: number; readonly label: string }[];
}

export class BoardPlayer {
  readonly page: Page;
  readonly #means: Means;
  readonly #names: CommandNames;
  readonly #texts: (typeof TEXTS)[Language];
  readonly #luck = createRng('6'.repeat(32));

  constructor(page: Page, language: Language, means: Means, names: CommandNames) {
    this.page = page;
    this.#means = means;
    this.#names = names;
    this.#texts = TEXTS[language];
  }

  get #over(): Locator {
    return this.page.getByRole('link', { name: this.#texts.replay });
  }

  /** Resolves when the result is shown. */
  async hasEnded(): Promise<void> {
    await this.#over.waitFor({ timeout: PATIENCE_MS });
  }

  /** Resolves when something can be picked, or the match is over. */
  async isAsked(): Promise<void> {
    await this.page.locator(CHOICES).or(this.#over).first().waitFor({ timeout: PATIENCE_MS });
  }

  /** Composes a command of this type on the board, up to its preview. False: it did not succeed. */
  async compose(type: string): Promise<boolean> {
    const useless = new Set<string>();
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (await this.#attempt(type, useless)) return true;
      if ((await this.#over.count()) > 0) return false;
      await this.page.keyboard.press('x');
    }
    return false;
  }

  /** Commands that answer no decision are outside the board. */
  async composeInMenu(type: string): Promise<void> {
    const more = this.page.getByLabel(this.#texts['more-label']);
    const item = this.page.getByRole('button', { name: this.#names[type] ?? type, exact: true });
    for (const control of [more, item]) {
      if (this.#means === 'pointer') await control.click({ timeout: PATIENCE_MS });
      else {
        await control.focus({ timeout: PATIENCE_MS });
        await this.page.keyboard.press('Enter');
      }
    }
    await this.page.locator('.action-confirm').waitFor({ timeout: PATIENCE_MS });
  }

  /** `useless`: picks that led to other commands. */
  async #attempt(wanted: string, useless: Set<string>): Promise<boolean> {
    let latest: string | undefined;
    for (let picks = 0; picks < PICKS; picks++) {
      const { confirm, picks: picked, free } = await this.#seen();
      const isOther = confirm === null ? this.#isOfOtherType(picked, wanted) : confirm !== wanted;
      if (isOther) {
        if (latest !== undefined) useless.add(latest);
        return false;
      }
      if (confirm !== null) return true;
      const hopeful = free.filter(({ label }) => !useless.has(label));
      if (hopeful.length === 0) break;
      const { index, label } = pick(this.#luck, hopeful);
      latest = label;
      await this.#choose(this.page.locator(CHOICES).nth(index));
    }
    // A pick that is useless alone may be the missing one.
    useless.clear();
    return false;
  }

  #isOfOtherType(picked: readonly string[], wanted: string): boolean {
    const own = this.#names[wanted];
    const others = Object.values(this.#names).filter((name) => name !== own);
    const [type] = picked;
    return type !== undefined && others.includes(type);
  }

  /** Elements come and go with other players' moves: a missing one is no error. */
  async #choose(choice: Locator): Promise<void> {
    const isThere = async (act: Promise<void>) =>
      await act.then(
        () => true,
        (error: unknown) => {
          if (!(error instanceof Error) || error.name !== 'TimeoutError') throw error;
          return false;
        },
      );
    if (this.#means === 'pointer') await isThere(choice.click({ timeout: CLICK_MS }));
    else if (await isThere(choice.focus({ timeout: CLICK_MS }))) await this.page.keyboard.press('Enter');
    await this.page.waitForTimeout(PAUSE_MS);
  }

  /** The preview must have arrived first. */
  async #seen(): Promise<Seen> {
    for (const end = Date.now() + PATIENCE_MS; Date.now() < end; ) {
      const seen = await this.page.evaluate(see, [CHOICES, this.#texts.looking] as const);
      if (!seen.isLooking) return seen;
      await this.page.waitForTimeout(PAUSE_MS);
    }
    throw new Error('the preview does not come');
  }

  /** Sends it. False: it could no longer be sent. */
  async confirm(): Promise<boolean> {
    const confirm = this.page.locator('.action-confirm');
    const question = await this.#question();
    if (this.#means === 'keyboard') await this.page.keyboard.press('c');
    else if (!(await this.#clickWhileThere(confirm))) return false;
    for (const end = Date.now() + PATIENCE_MS; Date.now() < end; ) {
      const now = await this.#question();
      const isSending = now.includes(this.#texts.sending);
      if (!isSending && ((await confirm.count()) === 0 || now !== question)) return true;
      await this.page.waitForTimeout(PAUSE_MS);
    }
    throw new Error('the answer is not taken');
  }

  /** False: it has gone. */
  async #clickWhileThere(button: Locator): Promise<boolean> {
    for (const end = Date.now() + PATIENCE_MS; Date.now() < end; ) {
      if (await button.click({ timeout: CLICK_MS }).then(yes, no)) return true;
      if ((await button.count()) === 0) return false;
    }
    throw new Error('the button cannot be clicked');
  }

  async #question(): Promise<string> {
    return (await this.page.locator('.table-action').allTextContents()).join();
  }
}

const yes = () => true;
const no = () => false;

/** Runs in the page. */
function see([choices, looking]: readonly [string, string]): Seen {
  const text = (element: Element) => (element.textContent ?? '').replace(/\s+/g, ' ').trim();
  const confirm = document.querySelector<HTMLElement>('.action-confirm:not(:disabled)');
  return {
    confirm: confirm?.dataset['command'] ?? null,
    isLooking: [...document.querySelectorAll('.action-outlook')].some((one) => one.textContent === looking),
    picks: [...document.querySelectorAll('.action-pick')].map((one) => text(one).replace(/ ×$/, '')),
    free: [...document.querySelectorAll(choices)].flatMap((one, index) =>
      one.hasAttribute('data-picked') || one.getClientRects().length === 0
        ? []
        : [{ index, label: one.getAttribute('aria-label') ?? text(one) }],
    ),
  };
}
