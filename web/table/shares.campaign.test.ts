// How much of the screen the drawn board has, in a real browser: at six sizes, in four games, with four players, and
// with nothing of one's own cut off or said twice.
import { expect, jest, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { type GameId, quayside } from '../../client/index.ts';
import { LANGUAGES, type Language } from '../lib/language.ts';
import { BREAKPOINTS } from '../style/breakpoints.ts';
import { A_PIECE, BOARDS, boardScene, type Drawn, SIZES, shareOf } from '../testing/board-scenes.ts';
import { openSite, type Site } from '../testing/site.ts';

jest.setTimeout(240_000);
const site = openSite();

/** In pixels. */
const LEAST_TEXT = 11;
const LEAST_TOUCH = 32;

interface Look {
  readonly width: number;
  readonly height: number;
  readonly language: Language;
}

async function opened(here: Site, drawn: Drawn, look: Look): Promise<Page> {
  const { path, remembered } = await boardScene(here.running, drawn);
  const { page } = await here.visit(path, { ...look, remembered });
  await page.locator(A_PIECE).first().waitFor();
  return page;
}

/** What is never cut off; the line of seats has no room for long names where it is narrow. */
const WHOLE = '.table-board, .table-own';
const NO_FAULTS = { twice: [], adrift: [], cut: [], small: [], shortened: [], touched: [] };
/** By size: the longest words are French. */
const SPOKEN: readonly Language[] = ['en', 'fr', 'en', 'fr', 'fr', 'en'];

const cases = BOARDS.flatMap((drawn) =>
  SIZES.map(([width, height], n) => ({
    ...drawn,
    width,
    height,
    share: drawn.least[n] ?? 100,
    language: SPOKEN[n] ?? 'en',
  })),
);

test.each(cases)('$game at $width × $height: $share % of the screen', async (drawn) => {
  const here = site();
  if (here === undefined) return;
  const { width, share, drawing, game, language } = drawn;
  const page = await opened(here, drawn, drawn);
  expect(await page.evaluate(shareOf, drawing)).toBeGreaterThanOrEqual(share);
  const whole = width < BREAKPOINTS.tablet ? WHOLE : `${WHOLE}, .seats`;
  const isTouched = width < BREAKPOINTS.tablet;
  const faults = {
    twice: await page.evaluate(twiceSaid),
    adrift: await page.evaluate(adrift),
    cut: await page.evaluate(cutOff, ['.table-own', '.action-sentence']),
    small: await page.evaluate(tooSmall, LEAST_TEXT),
    shortened: await page.evaluate(shortened, whole),
    touched: isTouched ? await page.evaluate(hardToTouch, LEAST_TOUCH) : [],
  };
  await page.evaluate(renamed, await longestNames(here, game, language));
  const named = await page.evaluate(shortened, whole);
  expect({ ...faults, named }).toEqual({ ...NO_FAULTS, named: [] });
});

/** By the name of each component, the longest one of its kind. */
async function longestNames(
  { url }: Site,
  game: GameId,
  language: Language,
): Promise<Record<string, string>> {
  const { book } = await quayside({ url, token: '' }).sentences(game, language);
  const kinds = Map.groupBy(Object.entries(book.components), ([id]) => id.split('-', 1)[0]);
  const longest = [...kinds.values()].map((named) => {
    const names = named.map(([, name]) => name);
    return names.map((name) => [name, names.toSorted((one, other) => other.length - one.length)[0] ?? name]);
  });
  return Object.fromEntries(longest.flat());
}

test.each(SIZES)('first page at %i × %i: every button in one line', async (width, height) => {
  const here = site();
  if (here === undefined) return;
  for (const language of LANGUAGES) {
    const { page } = await here.visit('/', { width, height, language });
    await page.locator('.game-card').first().waitFor();
    expect(await page.evaluate(wrapped, '.game-card .button')).toEqual([]);
    await page.evaluate(() =>
      document.querySelector('.game-card .button')?.append(' or any other game'.repeat(4)),
    );
    expect(await page.evaluate(wrapped, '.game-card .button')).toHaveLength(1);
  }
});

test('what is cut off or said twice is found', async () => {
  const here = site();
  if (here === undefined) return;
  const [borneo] = BOARDS;
  if (borneo === undefined) return;
  const page = await opened(here, borneo, { width: 360, height: 740, language: 'en' });
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
  expect(await page.evaluate(shortened, WHOLE)).toEqual(['shortened']);
  expect(await page.evaluate(hardToTouch, LEAST_TOUCH)).toHaveLength(1);
});

test('lines to seats end on the board, and what the news end with is said once', async () => {
  const here = site();
  const dockers = BOARDS.find(({ game }) => game === 'dockers');
  if (here === undefined || dockers === undefined) return;
  const look = { width: 390, height: 844, language: 'fr' } as const;
  const page = await opened(here, { ...dockers, type: 'allocate-goods' }, look);
  await page.locator('.traces-seat').first().waitFor();
  expect(await page.evaluate(adrift)).toEqual([]);
  await page.evaluate(() => document.querySelector('.traces-line')?.setAttribute('d', 'M50 50L50 5000'));
  expect(await page.evaluate(adrift)).toEqual(['M50 50L50 5000']);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.locator('.news[data-newest]').waitFor();
  const say = (isListed: boolean) =>
    page.evaluate((listed) => {
      document.querySelector('.told')?.toggleAttribute('data-listed', listed);
      const [told, line] = ['.told-sentence', '.news-line:last-child p'].map((at) =>
        document.querySelector(at),
      );
      if (told != null && line != null) told.textContent = line.textContent;
    }, isListed);
  await say(true);
  expect(await page.evaluate(twiceSaid)).toEqual([]);
  await say(false);
  expect(await page.evaluate(twiceSaid)).toHaveLength(1);
});

/** Runs in the page: answers beside the question that are also pieces, and what has happened in two places at once. */
function twiceSaid(): string[] {
  const pieces = [...document.querySelectorAll('.table-board [data-can], .table-own [data-can]')].map(
    (piece) => piece.getAttribute('aria-label') ?? '',
  );
  const verbs = [...document.querySelectorAll('.action-verbs button')].map((verb) => verb.textContent ?? '');
  const told = document.querySelector('.told-sentence');
  const isTold = told !== null && getComputedStyle(told).clipPath === 'none';
  const news = [...document.querySelectorAll('.news-line p')].filter((line) => line.checkVisibility());
  const listed = isTold ? news.filter((line) => line.textContent === told.textContent) : [];
  return [...verbs.filter((verb) => pieces.includes(verb)), ...listed.map((line) => line.textContent ?? '')];
}

/** Runs in the page: lines over the board that begin or end beside it. */
function adrift(): string[] {
  return [...document.querySelectorAll<SVGPathElement>('.traces-line')].flatMap((line) => {
    const board = line.closest<HTMLElement>('.sheet, .cab-sheet');
    const ends = [line.getPointAtLength(0), line.getPointAtLength(line.getTotalLength())];
    const isOn = ({ x, y }: DOMPoint) =>
      board !== null && x >= 0 && y >= 0 && x <= board.offsetWidth && y <= board.offsetHeight;
    return ends.every(isOn) ? [] : [line.getAttribute('d') ?? ''];
  });
}

/** Runs in the page: the buttons whose words take more than one line. */
function wrapped(selector: string): string[] {
  return [...document.querySelectorAll(selector)].flatMap((button) => {
    const range = document.createRange();
    range.selectNodeContents(button);
    const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
    return lines.size > 1 ? [button.textContent ?? ''] : [];
  });
}

/** Runs in the page: whatever is called by one of these names is called by the other one. */
function renamed(names: Readonly<Record<string, string>>): void {
  const walker = document.createTreeWalker(
    document.querySelector('.table') ?? document.body,
    NodeFilter.SHOW_TEXT,
  );
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const name = names[node.textContent?.replaceAll('\u00AD', '').trim() ?? ''];
    if (name === undefined || node.parentElement?.closest('svg') !== null) continue;
    // What the board breaks has marks for it.
    if (node.textContent?.includes('\u00AD') !== true) node.textContent = name;
    node.parentElement.style.setProperty('--letters', String(name.length));
  }
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

/** Runs in the page: texts of the board, the hand and the seats that are cut off, or reach beyond their card. */
function shortened(parts: string): string[] {
  const found: string[] = [];
  for (const part of document.querySelectorAll(parts)) {
    const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const { parentElement: parent } = node;
      if (parent === null || parent.closest('svg') !== null || !parent.checkVisibility()) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const text = range.getBoundingClientRect();
      for (let one: HTMLElement | null = parent; one !== null && one !== part; one = one.parentElement) {
        const { overflowX, clipPath } = getComputedStyle(one);
        // What is swiped, or only read out.
        if (overflowX === 'auto' || overflowX === 'scroll' || clipPath !== 'none') break;
        const box = one.getBoundingClientRect();
        const isCut = overflowX !== 'visible' && one.scrollWidth > one.clientWidth + 1;
        const isBeyond = one.matches('.piece') && (text.right > box.right + 1 || text.left < box.left - 1);
        if (!isCut && !isBeyond) continue;
        found.push(node.textContent?.trim() ?? '');
        break;
      }
    }
  }
  return found.filter((text) => text !== '');
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
