// When a move is taken back, what it brought onto the board goes back to where it came from, on every board.
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { type GameTypes, guest, quayside, type Table } from '../../client/index.ts';
import { agree, wouldAsk } from '../testing/called.ts';
import { openSite } from '../testing/site.ts';
import { say } from './texts.ts';

const site = openSite();

const NAMES = ['Ann', 'Bob', 'Cleo'];
const PIXELS = 4;
/** Writes a picture of each flight half way. */
const FOLDER = process.env['FLIGHTS'];

/** The command that brings a piece, and where it goes back to; `stands`: what comes next may not be taken back. */
const CASES = [
  { game: 'borneo', type: 'place-merchant', home: '.seats [data-at="seat-0"]' },
  { game: 'rotterdam', type: 'place-ship', home: '.seats [data-at="seat-0"]' },
  { game: 'cabo-da-roca', type: 'place-tile', home: '[data-at="stack"]', stands: true },
  { game: 'dockers', type: 'play-relation', home: '.seats [data-at="seat-0"]' },
] as const;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The pieces on the board and the middle of each. */
function seen(page: Page): Promise<Record<string, Point>> {
  return page.evaluate(() => {
    const spots: Record<string, Point> = {};
    for (const piece of document.querySelectorAll<HTMLElement>('.table-board [data-piece]')) {
      const { left, top, width, height } = piece.getBoundingClientRect();
      spots[piece.dataset['piece'] ?? ''] = { x: left + width / 2, y: top + height / 2 };
    }
    return spots;
  });
}

/** Where each flight begins and ends. All are stopped half way. */
function flights(page: Page): Promise<{ readonly from: Point; readonly to: Point }[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('.ghost')].flatMap((ghost) =>
      ghost.getAnimations({ subtree: true }).map((flight) => {
        const { target } = flight.effect as KeyframeEffect;
        const { duration } = flight.effect?.getComputedTiming() ?? {};
        const at = (part: number) => {
          flight.pause();
          flight.currentTime = Number(duration) * part;
          const { left, top, width, height } = target?.getBoundingClientRect() ?? new DOMRect();
          return { x: left + width / 2, y: top + height / 2 };
        };
        const way = { from: at(0), to: at(1) };
        at(0.5);
        return way;
      }),
    ),
  );
}

/** Whoever must decide plays such a command, or what is legal first. */
async function playOne(tables: readonly Table<GameTypes>[], type: string): Promise<string> {
  for (const [seat, table] of tables.entries()) {
    const legal = await table.legal();
    const command = legal.find((one) => one.type === type) ?? legal[0];
    if (command === undefined) continue;
    expect(await table.send(command)).toMatchObject({ ok: true });
    return `${command.type} of ${seat}`;
  }
  throw new Error('nothing is legal');
}

const isNear = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y) <= PIXELS;

const isIn = ({ x, y }: Point, box: (Point & { width: number; height: number }) | null) =>
  box !== null && x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height;

test.each(CASES)('$game: $type is taken back, and the piece flies home', async (oneCase) => {
  const { game, type, home } = oneCase;
  const here = site();
  if (here === undefined) return;
  const { url } = here;
  const [token = '', ...others] = await Promise.all(NAMES.map((name) => guest({ url, name })));
  const wish = { seats: NAMES.length, clock: 'none', options: { firstSeat: 0 } } as const;
  const table = await quayside({ url, token }).create(game, wish);
  const tables = [table];
  for (const other of others) tables.push(await quayside({ url, token: other }).joinById(game, table.id));
  await table.start();
  const { page } = await here.visit(`/table/${table.id}`, {
    width: 1440,
    height: 900,
    remembered: { token, name: 'Ann', guides: false },
  });
  await page.locator('.table-board [data-piece]').first().waitFor();
  /**
   * The pieces that came by the command and vanished when it was taken back, with the flights seen then. `isLate`: the
   * page comes only after another move, and both are taken back.
   */
  const takenBack = async (isMoving: boolean, isLate = false) => {
    const isFollowed = isLate && !('stands' in oneCase);
    const back = page.getByRole('button', { name: say(isFollowed ? 'ask-back' : 'take-back') });
    const had = await seen(page);
    for (let played = ''; played !== `${type} of 0`; ) played = await playOne(tables, type);
    if (isFollowed) {
      await playOne(tables, type);
      await wouldAsk(table, 1, 2);
    }
    if (isLate) await page.reload();
    await back.waitFor();
    const there = Object.entries(await seen(page)).filter(([id]) => !(id in had));
    // Slow enough to be looked at.
    if (isMoving) await page.emulateMedia({ reducedMotion: 'no-preference' });
    if (isMoving) await page.evaluate(() => document.documentElement.style.setProperty('--pace', '600s'));
    await page.keyboard.press('u');
    await back.waitFor({ state: 'detached' });
    if (isFollowed) await page.getByText('the others agreed').first().waitFor({ state: 'attached' });
    const left = await seen(page);
    return {
      gone: there.filter(([id]) => !(id in left)).map(([, spot]) => spot),
      flights: await flights(page),
    };
  };
  // Who wants less motion sees none, and the same look finds none.
  const still = await takenBack(false);
  expect(still.gone.length).toBeGreaterThan(0);
  expect(still.flights).toEqual([]);

  const moving = await takenBack(true);
  if (FOLDER !== undefined) await page.screenshot({ path: `${FOLDER}/${game}.png` });
  const box = await page.locator(home).first().boundingBox();
  for (const spot of moving.gone)
    expect(moving.flights.filter(({ from, to }) => isNear(from, spot) && isIn(to, box))).toHaveLength(1);
  expect(moving.flights).toHaveLength(moving.gone.length);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const answering = tables.slice(1).map(agree);
  const late = await takenBack(true, true);
  expect(late.gone.length).toBe('stands' in oneCase ? 1 : 2);
  for (const spot of late.gone)
    expect(late.flights.filter(({ from, to }) => isNear(from, spot) && !isNear(from, to))).toHaveLength(1);
  for (const one of tables) one.close();
  await Promise.all(answering);
});
