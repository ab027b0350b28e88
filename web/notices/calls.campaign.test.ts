// Players are called by a real browser: by an open tab that is out of sight, and by a message to the service worker.
import { expect, jest, test } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import { guest, quayside } from '../../client/index.ts';
import {
  clickedIn,
  deliveryTo,
  isKept,
  moved,
  moveOn,
  shownIn,
  slowTable,
  until,
} from '../testing/called.ts';
import { expectSound } from '../testing/check.ts';
import { openSite } from '../testing/site.ts';

jest.setTimeout(120_000);

const site = openSite();

/** As when another tab is in front of it, which this browser cannot do without a screen. */
async function hide(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);
}

async function asAsked(context: BrowserContext, page: Page, origin: string): Promise<void> {
  const session = await context.newCDPSession(page);
  const permission = { name: 'notifications' };
  await session.send('Browser.setPermission', { permission, setting: 'prompt', origin });
}

test('an open tab asks after the first move at a slow table, and calls once when it is out of sight', async () => {
  const here = site();
  if (here === undefined) return;
  const { url } = here;
  const { ann, mine, theirs } = await slowTable(url);
  await mine.start();
  const { page, context } = await here.visit('/', { remembered: { token: ann, name: 'Ann', guides: false } });
  await asAsked(context, page, url);
  await page.goto(`${url}/table/${mine.id}`);
  await page.locator('.table-board .piece').first().waitFor();
  await isKept(page);
  const ask = page.locator('.ask-leave p');
  expect(await ask.count()).toBe(0);
  await moveOn(page);
  while (await moved(mine));
  await ask.waitFor();
  await expectSound(page, 'the question for leave');
  await context.grantPermissions(['notifications'], { origin: url });
  await ask.getByRole('button', { name: 'Yes, call me' }).click();
  await ask.waitFor({ state: 'detached' });
  await until(async () => !(await page.title()).startsWith('●'));
  await hide(page, true);
  expect(await shownIn(page)).toEqual([]);
  await until(async () => !(await moved(theirs)) && (await shownIn(page)).length > 0);
  const [one, ...others] = await shownIn(page);
  expect(others).toEqual([]);
  expect(one).toMatchObject({ title: 'Your turn: Borneo', tag: `quayside /table/${mine.id}` });
  await hide(page, false);
  await until(async () => (await shownIn(page)).length === 0);
  mine.close();
  theirs.close();
});

test('a tab in a waiting room calls when the start time has changed, and when it has come', async () => {
  const here = site();
  if (here === undefined) return;
  const { url } = here;
  const home = quayside({ url, token: await guest({ url, name: 'Ann' }) });
  const table = await home.create('borneo', { startsAt: Date.now() + 7_200_000 });
  const token = await guest({ url, name: 'Bob' });
  const { page, context } = await here.visit('/', { remembered: { token, name: 'Bob', calls: 'on' } });
  await context.grantPermissions(['notifications'], { origin: url });
  await page.goto(`${url}/table/${table.id}`);
  await page.locator('.waiting-when').filter({ hasText: 'Starts' }).waitFor();
  await isKept(page);
  await hide(page, true);
  const titles = async () => (await shownIn(page)).map(({ title }) => title);
  expect((await table.setStartTime(Date.now() + 10_800_000)).ok).toBe(true);
  await until(async () => (await titles()).includes('Borneo: the start time has changed'));
  expect((await table.setStartTime(Date.now() + 10_000)).ok).toBe(true);
  await until(async () => (await titles()).includes('Borneo starts soon'));
  await hide(page, false);
  await until(async () => (await titles()).length === 0);
  table.close();
});

test('the first page and its tab say how many tables wait', async () => {
  const here = site();
  if (here === undefined) return;
  const { url } = here;
  const { ann, mine, theirs } = await slowTable(url);
  const { page } = await here.visit('/', { remembered: { token: ann, name: 'Ann', guides: false } });
  await page.getByRole('heading', { name: 'Your tables' }).waitFor();
  expect(await page.title()).toBe('Quayside');
  await mine.start();
  await page.getByText('1 table waits for you.').waitFor();
  await until(async () => (await page.title()) === '● 1 table waits for you. · Quayside');
  const icon = page.locator('link[rel="icon"]');
  await until(async () => (await icon.getAttribute('href')) === '/web/icon-turn.svg');
  await expectSound(page, 'the first page with a table that waits');
  while (await moved(mine));
  await page.getByText('1 table waits for you.').waitFor({ state: 'detached' });
  await until(async () => (await page.title()) === 'Quayside');
  await until(async () => (await icon.getAttribute('href')) === '/web/icon.svg');
  mine.close();
  theirs.close();
});

test('a message to the worker is a notice, one for each match, that leads to the match', async () => {
  const here = site();
  if (here === undefined) return;
  const { page, context } = await here.visit('/settings');
  await context.grantPermissions(['notifications'], { origin: here.url });
  await isKept(page);
  const { session, registrationId } = await deliveryTo(context, page);
  const push = async (data: object) => {
    await session.send('ServiceWorker.deliverPushMessage', {
      origin: here.url,
      registrationId,
      data: JSON.stringify(data),
    });
  };
  const told = { id: 'n1', title: 'À vous de jouer', text: 'Borneo, avec Bob', url: '/table/m1' };
  await push(told);
  await until(async () => (await shownIn(page)).length === 1);
  expect(await shownIn(page)).toEqual([{ title: told.title, body: told.text, tag: 'quayside /table/m1' }]);
  await push({ ...told, id: 'n2', text: 'Bientôt trop tard' });
  await until(async () => (await shownIn(page))[0]?.body === 'Bientôt trop tard');
  expect(await shownIn(page)).toHaveLength(1);
  const [worker] = context.serviceWorkers();
  if (worker === undefined) throw new Error('no worker');
  expect(await clickedIn(worker)).toEqual({ opened: ['/table/m1'], focused: [] });
  await until(async () => (await shownIn(page)).length === 0);
  // A tab of that match comes to the front.
  await push({ ...told, id: 'n3' });
  await until(async () => (await shownIn(page)).length === 1);
  const tab = await context.newPage();
  await tab.goto(`${here.url}/table/m1`);
  expect(await clickedIn(worker)).toEqual({ opened: [], focused: ['/table/m1'] });
  // While it is in sight, nothing is told of it.
  await push({ ...told, id: 'n4' });
  await push({ ...told, id: 'n5', url: '/' });
  await until(async () => (await shownIn(page)).length > 0);
  expect((await shownIn(page)).map(({ tag }) => tag)).toEqual(['quayside /']);
});
