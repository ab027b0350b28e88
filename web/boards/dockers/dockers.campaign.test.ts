// A whole match of Comptoir des Antilles against bots, played on the board: once with the mouse, once by keys alone.
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
/** More than there are stops on the page. */
const MOST_TABS = 60;

const CONFIRM = /^(Confirm|Valider)/;
/** What can be chosen on the board and in front of the player, and is not chosen yet. */
const FREE = '.doc .piece[data-can]:not([data-picked]), .doc-own .piece[data-can]:not([data-picked])';

class BoardPlayer {
  readonly #page: Page;
  readonly #byKeys: boolean;
  readonly #luck = createRng('7'.repeat(32));

  constructor(page: Page, byKeys: boolean) {
    this.#page = page;
    this.#byKeys = byKeys;
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
      else if (this.#byKeys) await this.#pickByKeys();
      else await this.#pickByMouse();
    }
  }

  async #isReady(): Promise<boolean> {
    return await this.#confirm.evaluateAll((all) => all.some((button) => !button.hasAttribute('disabled')));
  }

  async #send(): Promise<void> {
    const before = await this.#asked();
    if (this.#byKeys) await this.#page.keyboard.press('c');
    else await this.#confirm.click({ timeout: CLICK_MS }).catch(() => undefined);
    const end = Date.now() + PATIENCE_MS;
    while ((await this.#isReady()) && (await this.#asked()) === before && Date.now() < end)
      await this.#page.waitForTimeout(10);
  }

  async #asked(): Promise<string> {
    return (await this.#page.locator('.action').allTextContents()).join();
  }

  async #pickByMouse(): Promise<void> {
    const all = await this.#page.locator(FREE).all();
    const one = all[below(this.#luck, Math.max(1, all.length))];
    // What others did meanwhile may have taken it away.
    await one?.click({ timeout: CLICK_MS }).catch(() => undefined);
  }

  /** By Tab to a group, by arrows within it. */
  async #pickByKeys(): Promise<void> {
    const { keyboard } = this.#page;
    const groups = 1 + below(this.#luck, 3);
    for (let tabs = 0, stops = 0; tabs < MOST_TABS && stops < groups; tabs++) {
      await keyboard.press('Tab');
      if (await this.#isOnFree()) stops++;
    }
    for (let more = below(this.#luck, 4); more > 0; more--)
      await keyboard.press(below(this.#luck, 3) === 0 ? 'ArrowDown' : 'ArrowRight');
    if (await this.#isOnFree()) await keyboard.press('Enter');
  }

  async #isOnFree(): Promise<boolean> {
    return await this.#page.evaluate((free) => document.activeElement?.matches(free) === true, FREE);
  }
}

test.each<[Language, number, number, 'mouse' | 'keys', number, number]>([
  ['fr', 1280, 800, 'mouse', 3, 120],
  ['en', 360, 740, 'keys', 4, 4],
])('in %s, on %i × %i pixels, by %s', async (language, width, height, hand, seats, maxRounds) => {
  const here = site();
  if (here === undefined) return;
  const { url } = here;
  const token = await guest({ url, name: 'Zoé' });
  const harbour = quayside({ url, token });
  const table = await harbour.create('dockers', {
    seats,
    bots: seats - 1,
    clock: 'none',
    options: { firstSeat: 0, targetPrimes: 60, maxRounds },
  });
  await table.start();
  table.close();
  const remembered = { token, name: 'Zoé', guides: false };
  const { page } = await here.visit(`/table/${table.id}`, { language, width, height, remembered });
  await page.locator('.doc-board').waitFor({ timeout: PATIENCE_MS });
  const player = new BoardPlayer(page, hand === 'keys');
  const faults = new Set<string>();
  const look = async (when: string) => {
    for (const fault of await faultsOf(page, when)) faults.add(fault);
  };
  await look('the first decision');
  let answers = 0;
  for (; await player.answer(); answers++) if (answers % 15 === 7) await look(`after ${answers} answers`);
  await look('the result');
  expect([...faults]).toEqual([]);
  expect(answers).toBeGreaterThan(3);
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
});
