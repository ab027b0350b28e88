// Pictures of every board at six sizes in both themes, six on a sheet, and how much of the screen each has.
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import type { Running } from '../../server/testing/start.ts';
import { A_PIECE, BOARDS, boardScene, type Drawn, SIZES, shareOf } from './board-scenes.ts';
import { visit } from './visitor.ts';

const THEMES = ['light', 'dark'] as const;
/** Of a picture on its sheet, in pixels. */
const SHEET_HEIGHT = 620;

interface Where {
  readonly browser: Browser;
  readonly running: Running;
  readonly folder: string;
}

/** Resolves with the table of shares. */
export async function takeBoards(where: Where): Promise<string> {
  const rows: string[] = [];
  for (const drawn of BOARDS) {
    const scene = await boardScene(where.running, drawn);
    for (const theme of THEMES) {
      const shares = await takeSheet(where, drawn, scene, theme);
      if (theme === 'light') rows.push(`| ${[drawn.game, ...shares].join(' | ')} |`);
    }
  }
  const head = ['game', ...SIZES.map(([width, height]) => `${width} × ${height}`)];
  return [`| ${head.join(' | ')} |`, `|${head.map(() => ' --- ').join('|')}|`, ...rows].join('\n');
}

async function takeSheet(
  { browser, running, folder }: Where,
  { game, drawing }: Drawn,
  { path, remembered }: Awaited<ReturnType<typeof boardScene>>,
  theme: (typeof THEMES)[number],
): Promise<string[]> {
  const shares: string[] = [];
  const pictures: string[] = [];
  const url = `http://127.0.0.1:${running.port}`;
  for (const [width, height] of SIZES) {
    const visitor = await visit(browser, url, path, { width, height, theme, remembered });
    await visitor.page.locator(A_PIECE).first().waitFor();
    await visitor.page.locator('.news-line').last().waitFor({ state: 'attached' });
    shares.push(`${Math.round(await visitor.page.evaluate(shareOf, drawing))} %`);
    const name = `${game}-${width}x${height}-${theme}.png`;
    const picture = await visitor.page.screenshot({ path: join(folder, name) });
    pictures.push(`<img src="data:image/png;base64,${picture.toString('base64')}">`);
    await visitor.close();
  }
  const page = await browser.newPage();
  await page.setContent(
    `<style>body{margin:0;width:2200px}img{height:${SHEET_HEIGHT}px;margin:4px}</style>${pictures.join('')}`,
  );
  await page.screenshot({ path: join(folder, `sheet-${game}-${theme}.png`), fullPage: true });
  await page.close();
  return shares;
}
