// Whole matches of a game on its board, against bots: by pointer in French in a wide window, by keys in English on a
// narrow one.
import { expect, jest, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { type GameId, guest, quayside } from '../../client/index.ts';
import type { Language } from '../lib/language.ts';
import { Adviser } from './adviser.ts';
import { BoardPlayer, type Means } from './board-player.ts';
import { faultsOf } from './check.ts';
import { sentBy } from './sent.ts';
import { openSite } from './site.ts';

interface BoardMatches {
  readonly game: GameId;
  readonly seats: number;
  /** For a short match. */
  readonly options: object;
  /** Command types that occur in every such match. */
  readonly sure: readonly string[];
  /** The result can be opened into an account of where the points came from. */
  readonly accounts?: boolean;
  /** Expected errors. */
  readonly excused?: RegExp;
}

const WAYS: readonly (readonly [Language, number, number, Means, 'light' | 'dark'])[] = [
  ['fr', 1280, 800, 'pointer', 'dark'],
  ['en', 360, 740, 'keyboard', 'light'],
];
/** Interval between two axe runs. */
const LOOK_EVERY = 12;
const PAUSE_MS = 20;
/** Another player may have been faster, or have taken the wanted option, but not indefinitely. */
const MOST_FAILURES = 5;

export function testWholeMatches({ game, seats, options, sure, accounts, excused }: BoardMatches): void {
  jest.setTimeout(600_000);
  const site = openSite();
  test.each(WAYS)('a whole match in %s, %i × %i, by %s', async (language, width, height, means, theme) => {
    const here = site();
    if (here === undefined) return;
    const { url, running } = here;
    const token = await guest({ url, name: 'Zoé' });
    const harbour = quayside({ url, token });
    const table = await harbour.create(game, { seats, bots: seats - 1, clock: 'none', options });
    await table.start();
    table.close();
    const { book } = await harbour.sentences(game, language);
    const remembered = { token, name: 'Zoé', guides: false };
    const { page } = await here.visit(`/table/${table.id}`, { language, width, height, theme, remembered });
    const player = new BoardPlayer(page, language, means, book.commands);
    const adviser = new Adviser(running, table.id, 0);
    const faults = new Set<string>();
    let answers = 0;
    for (let failures = 0; !(await adviser.isOver()); ) {
      const advice = await adviser.command();
      if (advice === undefined) {
        await page.waitForTimeout(PAUSE_MS);
        continue;
      }
      await player.isAsked();
      const isSent = (await player.compose(advice.type)) && (await player.confirm());
      failures = isSent ? 0 : failures + 1;
      if (failures > MOST_FAILURES) {
        const seen = await page.locator('.table').ariaSnapshot();
        throw new Error(`${JSON.stringify(advice)} cannot be sent from the board:\n${seen}`);
      }
      if (isSent && answers++ % LOOK_EVERY === 2)
        for (const fault of await faultsOf(page, `after ${advice.type}`)) faults.add(fault);
    }
    await player.hasEnded();
    if (accounts === true) await expectAccount(page);
    for (const fault of await faultsOf(page, 'the result')) faults.add(fault);
    expect([...faults].filter((fault) => excused?.test(fault) !== true)).toEqual([]);
    const sent = await sentBy(running, table.id, 0);
    expect(sent).toHaveLength(answers);
    expect(sent).toEqual(expect.arrayContaining([...sure]));
  });
}

/** What it adds up to is the score of every player. */
async function expectAccount(page: Page): Promise<void> {
  const scores = await page
    .locator('.scores-table')
    .first()
    .locator('tbody td:last-child b')
    .allTextContents();
  await page.locator('.outcome-account summary').click();
  const last = page.locator('.outcome-account tbody tr').last();
  await last.waitFor();
  expect(scores.length).toBeGreaterThan(1);
  expect(await last.locator('td').allTextContents()).toEqual(scores);
}
