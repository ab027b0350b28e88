// A whole match before the eyes of its player, who touches nothing: all moves come from elsewhere, so that whatever
// moves on the page moves by itself.
import type { Browser, Page } from 'playwright-core';
import { type GameId, guest, quayside } from '../../client/index.ts';
import { createRng, pick } from '../../shared/kernel/rng.ts';
import { type Shift, shiftsOn, watchShifts } from './shifts.ts';
import { type Habits, type Visitor, visit } from './visitor.ts';

/** Short ones. */
export const MATCHES = [
  { game: 'borneo', options: {} },
  { game: 'dockers', options: { targetPrimes: 60 } },
  { game: 'rotterdam', options: { maxRounds: 6 } },
  { game: 'cabo-da-roca', options: { targetCoins: 300, finalRounds: 1 } },
] as const satisfies readonly { readonly game: GameId; readonly options: object }[];

interface Wish {
  readonly browser: Browser;
  readonly url: string;
  readonly match: (typeof MATCHES)[number];
  readonly habits: Habits;
  /** How often the player is asked at most. */
  readonly most?: number;
  /** Something that must be noticed. */
  readonly plant?: (page: Page) => Promise<void>;
}

export interface Steadiness {
  readonly visitor: Visitor;
  /** How often the player was asked. */
  readonly answers: number;
  readonly shifts: readonly Shift[];
}

/** Matches at random may be long. */
const MOST_ANSWERS = 120;
const PAUSE_MS = 20;

export async function steadiness({
  browser,
  url,
  match: { game, options },
  habits,
  most = MOST_ANSWERS,
  plant,
}: Wish): Promise<Steadiness> {
  const token = await guest({ url, name: 'Zoé' });
  const harbour = quayside({ url, token });
  const table = await harbour.create(game, { seats: 3, bots: 2, clock: 'none', options });
  await table.start();
  const remembered = { token, name: 'Zoé', guides: false };
  const visitor = await visit(browser, url, `/table/${table.id}`, { ...habits, remembered });
  const { page } = visitor;
  await page.locator('.table-board .piece:visible').first().waitFor();
  await page.evaluate(painted);
  await plant?.(page);
  await watchShifts(page);
  const luck = createRng('7'.repeat(32));
  let answers = 0;
  while (answers < most && (await page.locator('.outcome').count()) === 0) {
    const legal = (await table.legal()).filter(({ decision }) => (decision ?? null) !== null);
    if (legal.length === 0) {
      await page.waitForTimeout(PAUSE_MS);
      continue;
    }
    const answer = await table.send(pick(luck, legal));
    if (answer.ok) answers += 1;
    await page.evaluate(painted);
  }
  return { visitor, answers, shifts: await shiftsOn(page) };
}

/** Runs in the page: resolves once what has arrived is shown. */
function painted(): Promise<void> {
  return new Promise((done) => {
    requestAnimationFrame(() => requestAnimationFrame(() => done()));
  });
}
