// The client without its server, and with a newer one, in a real browser with its service worker.
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { guest, quayside } from '../../client/index.ts';
import { type Running, startServer } from '../../server/testing/start.ts';
import { expectSound } from './check.ts';
import { launchChromium } from './chromium.ts';
import { Front } from './front.ts';
import { type Habits, type Visitor, visit } from './visitor.ts';

jest.setTimeout(120_000);

let browser: Browser | undefined;
let running: Running;
let front: Front;
let visitor: Visitor | undefined;

const start = async (worker: 'on' | 'off') => {
  running = await startServer({
    rooms: true,
    environment: { WEB_CLIENT: 'on', RATE_LIMITS: 'off', BOT_PAUSE_MS: '0', SERVICE_WORKER: worker },
  });
};

beforeAll(async () => {
  browser = await launchChromium();
  if (browser === undefined) return;
  await start('on');
});
afterEach(async () => {
  const faults = visitor?.faults ?? [];
  await visitor?.close();
  visitor = undefined;
  await front?.close();
  expect(faults).toEqual([]);
});
afterAll(async () => {
  await browser?.close();
  await running?.stop();
});

/** Through a proxy of its own; what a missing server says in the console is no fault. */
async function open(path: string, habits: Habits = {}): Promise<Page | undefined> {
  if (browser === undefined) return undefined;
  front = await Front.before(running.port);
  visitor = await visit(browser, front.url, path, habits);
  visitor.excuse(/Failed to load resource|WebSocket connection/);
  return visitor.page;
}

/** The worker has everything it keeps, and answers for the page. */
async function isKept(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', null, {
    timeout: 60_000,
  });
}

/** Bounded by the test. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 50));
}

const namesOfCaches = (page: Page) => page.evaluate(() => caches.keys());
const workers = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);

/** With the upgraded client, all of it. */
async function isSettled(page: Page): Promise<boolean> {
  return await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration('/');
    const kept = await caches.match('/', { cacheName: 'quayside-shell-fedcba9876543210' });
    return kept !== undefined && registration?.installing === null && registration.waiting === null;
  });
}

test.each(['gone', 'away'] as const)('without a server the client is still there: %s', async (state) => {
  const page = await open('/');
  if (page === undefined) return;
  await isKept(page);
  // What it has seen once is kept from now on.
  await page.reload();
  await page.getByRole('heading', { name: 'Borneo' }).waitFor();
  await page.goto(`${front.url}/rules/borneo`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  front.become(state);
  await page.goto(`${front.url}/`);
  await page.getByText('The server cannot be reached at the moment.').waitFor();
  await page.getByRole('heading', { name: 'Borneo' }).waitFor();
  await expectSound(page, 'the first page without a server');
  await page.goto(`${front.url}/rules/borneo`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.goto(`${front.url}/settings`);
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
  front.become('open');
  await page.goto(`${front.url}/`);
  await page.getByText('The server cannot be reached at the moment.').waitFor({ state: 'detached' });
});

test('a table is shown as it was last seen here, to its player alone, until the server is back', async () => {
  const page = await open('/');
  if (page === undefined) return;
  const token = await guest({ url: front.url, name: 'Ann' });
  const mine = await quayside({ url: front.url, token }).create('borneo', {
    seats: 3,
    bots: 2,
    clock: 'none',
  });
  await mine.start();
  const { matchId } = mine.facts;
  mine.close();
  await page.evaluate((remembered) => {
    localStorage.setItem('quayside.token', JSON.stringify(remembered));
    localStorage.setItem('quayside.name', '"Ann"');
  }, token);
  const table = `${front.url}/table/${matchId}`;
  await page.goto(table);
  await isKept(page);
  // What it has seen once is kept from now on.
  await page.reload();
  await page.locator('.table-board .piece').first().waitFor();
  await until(async () => await page.evaluate(() => caches.has('quayside-tables')));
  front.become('gone');
  await page.reload();
  await page.getByText('this is the table as you last saw it').waitFor();
  await page.locator('.table-board .piece').first().waitFor();
  await page.getByRole('region', { name: 'In front of you' }).waitFor();
  await expectSound(page, 'a table as it was last seen');
  front.become('open');
  // As a browser says when its network is back.
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await page.getByRole('region', { name: 'What is asked of you' }).waitFor();
  // Whoever comes after her sees nothing of it.
  await page.goto(`${front.url}/settings`);
  await page.getByRole('button', { name: 'Forget me', exact: true }).click();
  await page.locator('dialog[open] .lobby-danger').click();
  await until(async () => !(await page.evaluate(() => caches.has('quayside-tables'))));
});

test('a newer client is announced where one is, and is what any other page gets', async () => {
  const page = await open('/settings');
  if (page === undefined) return;
  await isKept(page);
  await front.upgrade();
  // As after any return to the page.
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  const notice = page.locator('.new-version');
  await notice.getByText('Quayside has been updated').waitFor();
  await expectSound(page, 'the notice of a new version');
  // The old page still has all that it may need.
  const { status } = await page.evaluate(async () => {
    const script = document.querySelector<HTMLScriptElement>('script[src]')?.src ?? '';
    return { status: (await fetch(script)).status };
  });
  expect(status).toBe(200);
  await notice.getByRole('button', { name: 'Load the new version' }).click();
  await page.locator('script[src="/web/main-UPGRADED.js"]').waitFor({ state: 'attached' });
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
  await notice.getByText('Quayside has been updated').waitFor({ state: 'detached' });
  // Its worker keeps the new client, besides the one before.
  await until(() => isSettled(page));
  expect((await namesOfCaches(page)).filter((name) => name.includes('shell'))).toHaveLength(2);
  front.become('gone');
  await page.goto(`${front.url}/settings`);
  await page.locator('script[src="/web/main-UPGRADED.js"]').waitFor({ state: 'attached' });
});

test('an old page that was opened without a server makes way as soon as there is a newer one', async () => {
  const page = await open('/settings');
  if (page === undefined) return;
  await isKept(page);
  front.become('gone');
  await page.goto(`${front.url}/settings`);
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
  await front.upgrade();
  front.become('open');
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await page.locator('script[src="/web/main-UPGRADED.js"]').waitFor({ state: 'attached' });
});

test('a browser keeps nothing once the player does not want it', async () => {
  const page = await open('/settings');
  if (page === undefined) return;
  await isKept(page);
  const flag = page.getByRole('checkbox', { name: 'Keep the client' });
  await flag.uncheck();
  await until(async () => (await namesOfCaches(page)).length === 0);
  expect(await workers(page)).toBe(0);
  await page.reload();
  await flag.check();
  await isKept(page);
});

test('a worker leaves with all that it kept once the host does not want it', async () => {
  const page = await open('/settings');
  if (page === undefined) return;
  await isKept(page);
  const script = await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL);
  expect(script).toBe(`${front.url}/sw.js`);
  await running.stop();
  await start('off');
  front.turnTo(running.port);
  // An older page, which knows nothing of the setting, has the browser look for a newer worker now and then.
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration('/'))?.update());
  await until(async () => (await workers(page)) === 0);
  expect(await namesOfCaches(page)).toEqual([]);
  await page.reload();
  await page.getByText('This server does not offer it.').waitFor();
  expect(await workers(page)).toBe(0);
  await running.stop();
  await start('on');
});

test('a browser would install it', async () => {
  const page = await open('/');
  if (page === undefined) return;
  await isKept(page);
  const session = await page.context().newCDPSession(page);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // Contexts of tests are private windows, in which nothing is installed.
  const errors = installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito');
  expect(errors).toEqual([]);
  const { errors: faults, data = '' } = await session.send('Page.getAppManifest');
  expect(faults).toEqual([]);
  const { id, icons, screenshots } = JSON.parse(data) as Record<'icons' | 'screenshots', Picture[]> & {
    readonly id: string;
  };
  expect(id).toBe('/');
  expect(icons.filter(({ purpose }) => purpose === 'maskable')).toHaveLength(1);
  expect(screenshots.map(({ form_factor }) => form_factor)).toEqual(['wide', 'narrow']);
  for (const { src, sizes } of [...icons, ...screenshots].filter(({ sizes }) => sizes !== 'any'))
    expect([src, await sizeOf(page, src)]).toEqual([src, sizes]);
});

interface Picture {
  readonly src: string;
  readonly sizes: string;
  readonly purpose?: string;
  readonly form_factor?: string;
}

/** As the manifest writes it. */
async function sizeOf(page: Page, src: string): Promise<string> {
  return await page.evaluate(async (path) => {
    const { width, height } = await createImageBitmap(await (await fetch(path)).blob());
    return `${width}x${height}`;
  }, src);
}
