// A whole match of Comptoir des Antilles against bots, played on the board with the mouse.
import { expect, jest, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { guest, type HistoryPage, quayside } from '../../../client/index.ts';
import { below, createRng } from '../../../shared/kernel/rng.ts';
import type { Language } from '../../lib/language.ts';
import { faultsOf } from '../../testing/check.ts';
import { openSite } from '../../testing/site.ts';
import type { Dockers } from './pieces.ts';

jest.setTimeout(900_000);

const site = openSite();

const PATIENCE_MS = 120_000;
const CLICK_MS = 3_000;
/** More than any answer needs; then it is begun anew. */
const MOST_PICKS = 14;

const CONFIRM = /^(Confirm|Valider)/;
/** What can be chosen on the board and in front of the player, and is not chosen yet. */
const FREE = '.doc .piece[data-can]:not([data-picked]), .doc-own .piece[data-can]:not([data-picked])';

class BoardPlayer {
  readonly #page: Page;
  readonly #luck = createRng('7'.repeat(32));

  constructor(page: Page) {
    this.#page = page;
  }

  get #confirm() {
    return this.#page.getByRole('button', { name: CONFIRM });
  }

  get #over() {
    return this.#page.locator('.outcome');
  }

  /** Answers one decision; false once the match is over. */
  async answer(): Promise<boolean> {
    for (let picks = 1; ; picks++) {
      await this.#confirm
        .or(this.#page.locator(FREE))
        .or(this.#over)
        .first()
        .waitFor({ timeout: PATIENCE_MS });
      if ((await this.#over.count()) > 0) return false;
      if (await this.#isReady()) {
        await this.#send();
        return true;
      }
      if (picks % MOST_PICKS === 0) await this.#page.keyboard.press('x');
      else await this.#pick();
    }
  }

  async #isReady(): Promise<boolean> {
    return await this.#confirm.evaluateAll((all) => all.some((button) => !button.hasAttribute('disabled')));
  }

  async #send(): Promise<void> {
    const before = await this.#asked();
    await this.#confirm.click({ timeout: CLICK_MS }).catch(() => undefined);
    const end = Date.now() + PATIENCE_MS;
    while ((await this.#isReady()) && (await this.#asked()) === before && Date.now() < end)
      await this.#page.waitForTimeout(10);
  }

  async #asked(): Promise<string> {
    return (await this.#page.locator('.action').allTextContents()).join();
  }

  async #pick(): Promise<void> {
    const all = await this.#page.locator(FREE).all();
    const one = all[below(this.#luck, Math.max(1, all.length))];
    // What others did meanwhile may have taken it away.
    await one?.click({ timeout: CLICK_MS }).catch(() => undefined);
  }
}

test.each<[Language, number, number, number]>([['fr', 1280, 800, 3]])(
  'in %s, on %i × %i pixels',
  async (language, width, height, seats) => {
    const here = site();
    if (here === undefined) return;
    const { url } = here;
    const token = await guest({ url, name: 'Zoé' });
    const harbour = quayside({ url, token });
    const table = await harbour.create('dockers', {
      seats,
      bots: seats - 1,
      clock: 'none',
      options: { firstSeat: 0, targetPrimes: 60 },
    });
    await table.start();
    table.close();
    const remembered = { token, name: 'Zoé', guides: false };
    const { page } = await here.visit(`/table/${table.id}`, { language, width, height, remembered });
    await page.locator('.doc-board').waitFor({ timeout: PATIENCE_MS });
    const player = new BoardPlayer(page);
    const faults = new Set<string>();
    const look = async (when: string) => {
      for (const fault of await faultsOf(page, when)) faults.add(fault);
    };
    await look('the first decision');
    let answers = 0;
    for (; await player.answer(); answers++) if (answers % 15 === 7) await look(`after ${answers} answers`);
    await look('the result');
    expect([...faults]).toEqual([]);
    expect(answers).toBeGreaterThan(10);
    // What the browser sent, as the record tells it.
    const sent = new Map<string, number>();
    for (let from: number | null = 0; from !== null; ) {
      const { versions, next }: HistoryPage<Dockers> = await harbour.past<Dockers>(table.id, {
        from,
        views: false,
      });
      for (const { by, command } of versions)
        if (by === 'player' && command !== null) sent.set(command.type, (sent.get(command.type) ?? 0) + 1);
      from = next;
    }
    console.info(Object.fromEntries(sent));
    // The others depend on what the match brings: auctions need primes, the slate a full ship.
    expect([...sent.keys()]).toEqual(expect.arrayContaining(['play-relation', 'allocate-goods']));
  },
);
