// How much of the screen the drawn board has, in a real browser: at six sizes, in four games, with four players, and
// with nothing of one's own cut off or said twice.
import { expect, jest, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { GameId } from '../../client/index.ts';
import { BREAKPOINTS } from '../style/breakpoints.ts';
import { layScene } from '../testing/scenes.ts';
import { openSite, type Site } from '../testing/site.ts';

jest.setTimeout(240_000);
const site = openSite();

const SIZES = [
  [1920, 1080],
  [1440, 900],
  [820, 1180],
  [390, 844],
  [360, 740],
  [844, 390],
] as const;

/** In pixels. */
const LEAST_TEXT = 11;
const LEAST_TOUCH = 32;

interface Drawn {
  readonly game: GameId;
  /** A command that can be sent in the position looked at. */
  readonly type: string;
  readonly drawing: string;
  /** In percent at each size; never less than 55 where it is wide, and 45 on a phone. */
  readonly least: readonly number[];
}

const GAMES: readonly Drawn[] = [
  { game: 'borneo', type: 'play-shipment', drawing: '.bor-board', least: [61, 60, 62, 56, 51, 59] },
  { game: 'dockers', type: 'play-relation', drawing: '.doc-board', least: [61, 60, 62, 56, 51, 59] },
  { game: 'rotterdam', type: 'choose-colour', drawing: '.rot-water', least: [57, 55, 55, 49, 45, 52] },
  { game: 'cabo-da-roca', type: 'advance', drawing: '.cab-window', least: [58, 56, 58, 51, 45, 53] },
];

async function opened(here: Site, { game, type }: Drawn, width: number, height: number): Promise<Page> {
  const { id, token } = await layScene(here.running, { game, type, seats: 4, from: 40 });
  const remembered = { token, name: 'Zoé', guides: false };
  const { page } = await here.visit(`/table/${id}`, { width, height, remembered });
  await page.locator('.table-board .piece:visible').first().waitFor();
  return page;
}

const cases = GAMES.flatMap((drawn) =>
  SIZES.map(([width, height], n) => ({ ...drawn, width, height, share: drawn.least[n] ?? 100 })),
);

test.each(cases)('$game at $width × $height: $share % of the screen', async (drawn) => {
  const here = site();
  if (here === undefined) return;
  const { width, height, share, drawing } = drawn;
  const page = await opened(here, drawn, width, height);
  const reached = await page.evaluate(shareOf, drawing);
  expect(reached).toBeGreaterThanOrEqual(share);
  expect(await page.evaluate(twiceSaid)).toEqual([]);
  expect(await page.evaluate(cutOff, ['.table-own', '.action-sentence'])).toEqual([]);
  expect(await page.evaluate(tooSmall, LEAST_TEXT)).toEqual([]);
  expect(await page.evaluate(shortened)).toEqual([]);
  if (width < BREAKPOINTS.tablet) expect(await page.evaluate(hardToTouch, LEAST_TOUCH)).toEqual([]);
});

test('what is cut off or said twice is found', async () => {
  const here = site();
  if (here === undefined) return;
  const [borneo] = GAMES;
  if (borneo === undefined) return;
  const page = await opened(here, borneo, 360, 740);
  await page.evaluate(() => {
    document
      .querySelector('.table-own')
      ?.append(Object.assign(document.createElement('div'), { style: 'height: 400px' }));
    const piece = document.querySelector('.table-own [data-can]');
    const copy = document.createElement('button');
    copy.textContent = piece?.getAttribute('aria-label') ?? '';
    document.querySelector('.action-verbs')?.append(copy);
  });
  expect(await page.evaluate(cutOff, ['.table-own'])).toEqual(['.table-own']);
  expect(await page.evaluate(twiceSaid)).toHaveLength(1);
  await page.evaluate(() => {
    const [one, other] = document.querySelectorAll<HTMLElement>('.table-own .piece[data-can]');
    const say = (text: string, style: Readonly<Record<string, string>>) =>
      Object.assign(one?.appendChild(document.createElement('i')).style ?? {}, style) &&
      one?.lastElementChild?.append(text);
    say('tiny', { fontSize: '9px' });
    say('shortened', { display: 'block', width: '9px', overflow: 'hidden' });
    other?.style.setProperty('height', '20px');
  });
  expect(await page.evaluate(tooSmall, LEAST_TEXT)).toEqual(['9: tiny']);
  expect(await page.evaluate(shortened)).toEqual(['shortened']);
  expect(await page.evaluate(hardToTouch, LEAST_TOUCH)).toHaveLength(1);
});

/** Runs in the page: the percentage of the window in which a part of the board is seen. */
function shareOf(selector: string): number {
  const drawing = document.querySelector(selector);
  if (drawing === null) throw new Error(`there is no ${selector}`);
  let { left, right, top, bottom } = drawing.getBoundingClientRect();
  const within = (box: { left: number; right: number; top: number; bottom: number }) => {
    left = Math.max(left, box.left);
    right = Math.min(right, box.right);
    top = Math.max(top, box.top);
    bottom = Math.min(bottom, box.bottom);
  };
  for (let one = drawing.parentElement; one !== null; one = one.parentElement)
    if (getComputedStyle(one).overflowY !== 'visible') within(one.getBoundingClientRect());
  within({ left: 0, right: innerWidth, top: 0, bottom: innerHeight });
  return (100 * Math.max(0, right - left) * Math.max(0, bottom - top)) / (innerWidth * innerHeight);
}

/** Runs in the page: answers beside the question that are also pieces. */
function twiceSaid(): string[] {
  const pieces = [...document.querySelectorAll('.table-board [data-can], .table-own [data-can]')].map(
    (piece) => piece.getAttribute('aria-label') ?? '',
  );
  const verbs = [...document.querySelectorAll('.action-verbs button')].map((verb) => verb.textContent ?? '');
  return verbs.filter((verb) => pieces.includes(verb));
}

/** Runs in the page: those that need more room than they have; by less than a line, only letters reach over lines. */
function cutOff(selectors: readonly string[]): string[] {
  return selectors.filter((selector) => {
    const part = document.querySelector(selector);
    return (
      part === null || part.scrollHeight > part.clientHeight + 8 || part.scrollWidth > part.clientWidth + 1
    );
  });
}

/** Runs in the page: texts that are seen, in fewer pixels than this. */
function tooSmall(least: number): string[] {
  const walker = document.createTreeWalker(
    document.querySelector('.table') ?? document.body,
    NodeFilter.SHOW_TEXT,
  );
  const found = new Set<string>();
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const { parentElement: parent, textContent: text } = node;
    if (parent === null || text === null || text.trim() === '' || !parent.checkVisibility()) continue;
    const { fontSize, clipPath } = getComputedStyle(parent);
    // Texts of a drawing are as large as it is drawn.
    const scale = parent instanceof SVGGraphicsElement ? (parent.getScreenCTM()?.a ?? 1) : 1;
    const size = Number.parseFloat(fontSize) * scale;
    if (size < least - 0.05 && clipPath === 'none' && parent.closest('.unseen') === null)
      found.add(`${Math.round(size * 10) / 10}: ${text.trim()}`);
  }
  return [...found];
}

/** Runs in the page: texts of the board, the hand and the seats that are cut off. */
function shortened(): string[] {
  const texts = document.querySelectorAll<HTMLElement>(':is(.table-board, .table-own, .seats) *');
  return [...texts]
    .filter((one) => {
      const hasText = [...one.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
      );
      const { overflowX, clipPath } = getComputedStyle(one);
      const isCut = overflowX !== 'visible' && one.scrollWidth > one.clientWidth + 1;
      return (
        hasText && isCut && clipPath === 'none' && one.checkVisibility() && one.closest('.unseen') === null
      );
    })
    .map((one) => one.textContent?.trim() ?? '');
}

/** Runs in the page: pieces that can be chosen, and are smaller than a finger needs. */
function hardToTouch(least: number): string[] {
  const pieces = [...document.querySelectorAll<HTMLElement>('.piece[data-can]')].filter((piece) =>
    piece.checkVisibility(),
  );
  return pieces.flatMap((piece) => {
    const area = piece.matches('.piece-of-area') ? (piece.offsetParent ?? piece) : piece;
    const { width, height } = area.getBoundingClientRect();
    const size = Math.round(Math.min(width, height));
    return size < least ? [`${size}: ${piece.getAttribute('aria-label')}`] : [];
  });
}
