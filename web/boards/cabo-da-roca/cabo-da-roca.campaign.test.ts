// A whole match on the board against a bot: with the mouse on a wide screen, by keys alone on a narrow one.
import { expect, jest, test } from '@jest/globals';
import type { Page, WebSocket } from 'playwright-core';
import { guest, quayside } from '../../../client/index.ts';
import { createRng, pick } from '../../../shared/kernel/rng.ts';
import type { Language } from '../../lib/language.ts';
import { faultsOf } from '../../testing/check.ts';
import { openSite } from '../../testing/site.ts';

jest.setTimeout(600_000);

const site = openSite();
const CAN = '[data-can]';
const PLACES = ['.cab-marks', '.cab-pieces', '.cab-own'] as const;
const CONFIRM = { en: /^Confirm/, fr: /^Valider/ } as const;
const REPLAY = { en: 'Look back', fr: 'Revoir la partie' } as const;
/** Of the commands that a match may need; which of them come up, chance decides. */
const TYPES = [
  'draw-tile',
  'place-tile',
  'place-port',
  'load',
  'depart',
  'advance',
  'turn',
  'move-sailor',
  'buy-ship',
  'buy-sailor',
  'attack',
  'answer-berth',
  'answer-ransom',
  'answer-counter',
  'sell',
  'end-turn',
];
/** These come up in every match that goes beyond the first rounds. */
const SURE = ['place-tile', 'place-port', 'load', 'depart', 'buy-ship', 'end-turn'];
/** What has been scrolled half out of the action bar is not too small. */
const SCROLLED =
  /target-size: .*action.*partially obscured|target-size: button\[aria-label=.*partially obscured/;
/** Once around the page, and some more. */
const MOST_TABS = 80;
const CLICK_MS = 2_000;
/** More clicks or keys than any match takes. */
const MOST = 6_000;

test.each<[Language, number, number, 'mouse' | 'keys']>([
  ['fr', 1280, 800, 'mouse'],
  ['en', 360, 740, 'keys'],
])('in %s, %i × %i, by %s', async (language, width, height, how) => {
  const here = site();
  if (here === undefined) return;
  const token = await guest({ url: here.url, name: 'Zoé' });
  const table = await quayside({ url: here.url, token }).create('cabo-da-roca', {
    seats: 2,
    bots: 1,
    clock: 'none',
    options: { firstSeat: 0, targetCoins: 300, finalRounds: 1 },
  });
  await table.start();
  const remembered = { token, name: 'Zoé', guides: false };
  const { page } = await here.visit('/', { language, width, height, remembered });
  const sent = new Map<string, number>();
  page.on('websocket', (socket) => count(socket, sent));
  await page.goto(new URL(`/table/${table.id}`, here.url).href);
  await page.locator('.cab-sea').waitFor();
  const faults = new Set<string>();
  const player = new Player(page, language, how);
  for (let n = 0; n < MOST && !(await player.isOver()); n++) {
    await player.step();
    if (n === 5 || n % 150 === 20)
      for (const fault of await faultsOf(page, 'the match')) if (!SCROLLED.test(fault)) faults.add(fault);
  }
  expect(await player.isOver()).toBe(true);
  process.stdout.write(`${how}: ${JSON.stringify(Object.fromEntries(sent))}\n`);
  expect(SURE.filter((type) => !sent.has(type))).toEqual([]);
  expect([...faults]).toEqual([]);
});

/** The types of commands that the page sends. */
function count(socket: WebSocket, sent: Map<string, number>): void {
  socket.on('framesent', ({ payload }) => {
    const text = payload.toString('latin1');
    // A preview names the command as well.
    if (text.includes('preview') || text.includes('legal')) return;
    for (const type of TYPES) if (text.includes(type)) sent.set(type, (sent.get(type) ?? 0) + 1);
  });
}

class Player {
  readonly #page: Page;
  readonly #language: Language;
  readonly #how: 'mouse' | 'keys';
  readonly #luck = createRng('5'.repeat(32));

  constructor(page: Page, language: Language, how: 'mouse' | 'keys') {
    this.#page = page;
    this.#language = language;
    this.#how = how;
  }

  async isOver(): Promise<boolean> {
    return (await this.#page.getByRole('link', { name: REPLAY[this.#language] }).count()) > 0;
  }

  /** One pick, or the answer that came of it. */
  async step(): Promise<void> {
    const confirm = this.#page.getByRole('button', { name: CONFIRM[this.#language] });
    const isReady = await confirm.evaluateAll((all) => all.some((one) => !one.hasAttribute('disabled')));
    if (this.#how === 'mouse') {
      if (isReady) await confirm.click({ timeout: CLICK_MS }).catch(() => undefined);
      else await this.#click();
    } else if (isReady) await this.#page.keyboard.press('c');
    else await this.#key();
    await this.#page.waitForTimeout(15);
  }

  /** What was there a moment ago may have gone. */
  async #click(): Promise<void> {
    const places = [];
    for (const place of PLACES) {
      const options = await this.#page.locator(`${place} ${CAN}`).all();
      if (options.length > 0) places.push(options);
    }
    if (places.length === 0) return;
    await pick(this.#luck, pick(this.#luck, places))
      .click({ timeout: CLICK_MS })
      .catch(() => undefined);
  }

  /** Tab leads from group to group, the arrows within one. */
  async #key(): Promise<void> {
    const { keyboard } = this.#page;
    if ((await this.#page.locator(`.cab ${CAN}, .cab-own ${CAN}`).count()) === 0) return;
    let wanted = pick(this.#luck, [1, 2, 3]);
    for (let presses = 0; wanted > 0 && presses < MOST_TABS; presses++) {
      await keyboard.press('Tab');
      if (await this.#isOnChoice()) wanted--;
    }
    for (let n = pick(this.#luck, [0, 1, 2, 3]); n > 0; n--)
      await keyboard.press(pick(this.#luck, ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']));
    if (await this.#isOnChoice()) await keyboard.press('Enter');
  }

  async #isOnChoice(): Promise<boolean> {
    return await this.#page.evaluate(
      (can) => document.activeElement?.matches(`.cab ${can}, .cab-own ${can}`) === true,
      CAN,
    );
  }
}
