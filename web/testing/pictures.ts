// Takes pictures of every screen, wide and narrow, light and dark, in both languages, for review after a
// change. Those of the documents and of the manifest are among them.
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Browser } from 'playwright-core';
import { readCommandLine } from '../../cli/command-line.ts';
import { text, toggle } from '../../cli/options.ts';
import { startServer } from '../../server/testing/start.ts';
import { families } from '../../shared/games/index.ts';
import { takeBoards } from './board-pictures.ts';
import { launchChromium } from './chromium.ts';
import { playedMatch } from './matches.ts';
import { type Habits, visit } from './visitor.ts';

const USAGE = `usage: npm run pictures -- [--to FOLDER] [--readme] [--boards]
Takes pictures of every screen of the web client.`;

const ROOT = join(import.meta.dirname, '../..');
const ENOUGH_TURNS = 14;
/** For what moves, loads or is told one after the other. */
const SETTLED_MS = 1_500;

const LOOKS: Readonly<Record<string, Habits>> = {
  'wide-light-en': { language: 'en', theme: 'light', width: 1280, height: 800 },
  'wide-dark-fr': { language: 'fr', theme: 'dark', width: 1280, height: 800 },
  'narrow-light-fr': { language: 'fr', theme: 'light', width: 360, height: 740 },
  'narrow-dark-en': { language: 'en', theme: 'dark', width: 360, height: 740 },
};
/** Where they are in the project. */
const SHOWN: Readonly<Record<string, readonly string[]>> = {
  'home-wide-light-en': ['docs/pictures/home.jpg'],
  'borneo-wide-light-en': ['docs/pictures/table.jpg', 'web/icons/screen-wide.jpg'],
  'borneo-narrow-dark-en': ['docs/pictures/phone.jpg', 'web/icons/screen-narrow.jpg'],
  'replay-wide-light-en': ['docs/pictures/replay.jpg'],
  'text-wide-dark-fr': ['docs/pictures/text.jpg'],
  'verify-wide-light-en': ['docs/pictures/verify.jpg'],
};

const { values: options } = readCommandLine({
  usage: USAGE,
  options: {
    to: text({ shows: 'FOLDER', otherwise: 'pictures' }),
    boards: toggle('takes the boards instead: six sizes, both themes, and their shares of the screen'),
    readme: toggle('replaces those that the project shows'),
  },
});
const folder = resolve(options.to);
mkdirSync(folder, { recursive: true });
const browser = await launchChromium();
if (browser === undefined) throw new Error('there is no browser');
const running = await startServer({
  rooms: true,
  environment: { WEB_CLIENT: 'on', RATE_LIMITS: 'off', BOT_PAUSE_MS: '0' },
  // Those that a server really has.
  overrides: { families },
});
const { url } = running;
if (options.boards) process.stdout.write(`${await takeBoards({ browser, running, folder })}\n`);
else await takeScreens(browser);
await browser.close();
await running.stop();

interface Screen {
  readonly path: string;
  readonly token?: string;
  readonly remembered?: Readonly<Record<string, unknown>>;
}

async function takeScreens(from: Browser): Promise<void> {
  const screens: Record<string, Screen> = {
    home: { path: '/' },
    new: { path: '/new/borneo' },
    join: { path: '/join' },
    settings: { path: '/settings' },
    rules: { path: '/rules/borneo/BOR-5.3' },
  };
  for (const { id } of families) {
    const { id: match, token } = await playedMatch({ url, game: id as never, seats: 3, turns: ENOUGH_TURNS });
    screens[id] = { path: `/table/${match}`, token };
    if (id === 'borneo')
      screens['text'] = { path: `/table/${match}`, token, remembered: { 'text-table': true } };
  }
  const finished = await playedMatch({ url });
  screens['result'] = { path: `/table/${finished.id}`, token: finished.token };
  screens['verify'] = { path: `/verify/${finished.id}` };
  screens['replay'] = { path: `/replay/${finished.id}?version=60&as=all`, token: finished.token };

  for (const [screen, { path, token = '', remembered = {} }] of Object.entries(screens)) {
    for (const [look, habits] of Object.entries(LOOKS)) {
      const known = token === '' ? {} : { token, name: 'Zoé', guides: false };
      const visitor = await visit(from, url, path, { ...habits, remembered: { ...known, ...remembered } });
      await visitor.page.waitForTimeout(SETTLED_MS);
      const name = `${screen}-${look}`;
      await visitor.page.screenshot({ path: join(folder, `${name}.png`) });
      for (const path of options.readme ? (SHOWN[name] ?? []) : [])
        await visitor.page.screenshot({ path: join(ROOT, path), type: 'jpeg', quality: 80 });
      for (const fault of visitor.faults) process.stdout.write(`${name}: ${fault}\n`);
      await visitor.close();
      process.stdout.write(`${name}\n`);
    }
  }
}
