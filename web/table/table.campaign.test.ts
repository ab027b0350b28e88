// The table's screen in a real browser: two windows, a network that goes away, looking back, and the ways out.
import { expect, jest, test } from '@jest/globals';
import { type Games, guest, quayside, type Table, type TableWish } from '../../client/index.ts';
import { expectSound } from '../testing/check.ts';
import { openSite } from '../testing/site.ts';
import type { Visitor } from '../testing/visitor.ts';

jest.setTimeout(240_000);
const site = openSite();

interface Player {
  readonly token: string;
  readonly table: Table<Games['borneo']>;
}

async function seated(url: string, wish: TableWish<Games['borneo']> = {}): Promise<Player> {
  const token = await guest({ url, name: 'Ann' });
  const harbour = quayside({ url, token });
  const table = await harbour.create('borneo', { seats: 3, bots: 2, clock: 'none', ...wish });
  await table.start();
  return { token, table };
}

const told = ({ page }: Visitor) => page.locator('.told-sentence');
const heading = ({ page }: Visitor, name: string) => page.getByRole('heading', { name, level: 1 }).waitFor();

test('a second window takes over, the first one says so, and can take over again', async () => {
  const here = site();
  if (here === undefined) return;
  const { token, table } = await seated(here.url);
  const path = `/table/${table.id}`;
  const first = await here.visit(path, { remembered: { token } });
  await heading(first, 'Borneo');
  const second = await here.visit(path, { remembered: { token } });
  await heading(second, 'Borneo');
  await heading(first, 'You are playing in another window');
  await expectSound(first.page, 'another window');
  await first.page.getByRole('button', { name: 'Play here instead' }).click();
  await heading(first, 'Borneo');
  await heading(second, 'You are playing in another window');
  await first.page.getByRole('region', { name: 'In front of you' }).waitFor();
});

test.each([true, false])(
  'a newcomer asks for a vacant seat and takes it once players agree; spectators: %s',
  async (spectators) => {
    const here = site();
    if (here === undefined) return;
    const { url } = here;
    const [ann, bob, cat, dan] = (await Promise.all(
      ['Ann', 'Bob', 'Cat', 'Dan'].map((name) => guest({ url, name })),
    )) as [string, string, string, string];
    const wish = { seats: 3, clock: 'none', absence: 'clock', vacancy: 'person', spectators } as const;
    const table = await quayside({ url, token: ann }).create('borneo', wish);
    const atTable = (token: string) => quayside({ url, token }).joinById('borneo', table.id);
    const [second, third] = [await atTable(bob), await atTable(cat)];
    await table.start();
    await third.request('give-up-seat', {});
    const player = await here.visit(`/table/${table.id}`, { remembered: { token: ann } });
    const address = new URL(await player.page.getByLabel(/^A seat is vacant/).inputValue());
    const newcomer = await here.visit(`${address.pathname}${address.hash}`, { remembered: { token: dan } });
    newcomer.excuse(/status of 40[39]/);
    await heading(newcomer, 'You have asked for the seat');
    await expectSound(newcomer.page, 'asking for a seat');
    const asked = player.page.getByRole('status').filter({ hasText: 'Dan would like the vacant seat.' });
    await asked.waitFor();
    await expectSound(player.page, 'a newcomer');
    await asked.getByRole('button', { name: 'Agree' }).click();
    await player.page.getByRole('button', { name: 'Withdraw' }).click();
    await asked.getByRole('button', { name: 'Agree' }).click();
    await player.page.getByText('You agree that Dan takes the vacant seat.').waitFor();
    expect(
      await newcomer.page.getByRole('heading', { name: 'You have asked for the seat' }).isVisible(),
    ).toBe(true);
    // On a narrow screen the seats are behind a button, which says so.
    const narrow = await here.visit(`/table/${table.id}`, {
      remembered: { token: bob, guides: false },
      width: 360,
      height: 740,
    });
    await narrow.page.getByRole('button', { name: 'Seats (1 request)' }).click();
    await narrow.page.getByRole('button', { name: 'Agree' }).waitFor();
    await expectSound(narrow.page, 'a newcomer, narrow');
    expect(await second.request('accept-newcomer', { name: 'Dan' })).toMatchObject({ ok: true });
    await heading(newcomer, 'Borneo');
    await newcomer.page.getByRole('region', { name: 'In front of you' }).waitFor();
    await player.page.getByText('A seat is vacant.').waitFor({ state: 'detached' });
  },
);

test('a lost network is detected, and the page recovers without reloading', async () => {
  const here = site();
  if (here === undefined) return;
  const { token, table } = await seated(here.url);
  const visitor = await here.visit(`/table/${table.id}`, { remembered: { token } });
  const { page, context } = visitor;
  visitor.excuse(/ERR_INTERNET_DISCONNECTED/);
  await heading(visitor, 'Borneo');
  await page.evaluate(() => document.body.setAttribute('data-same', ''));
  await context.setOffline(true);
  await page.getByText('Connection lost.').waitFor();
  expect(await page.locator('.table-board').isVisible()).toBe(true);
  // Meanwhile another player moves: the bot that now plays here.
  await table.request('hand-over', { playing: false });
  await context.setOffline(false);
  await page.locator('.contact:not([data-lost])').waitFor({ state: 'attached' });
  await page.getByText('A bot is playing for you.').waitFor();
  await page.locator('.outcome').waitFor();
  expect(await page.locator('body[data-same]').count()).toBe(1);
  await expectSound(page, 'the result');
});

test('every line of news leads to its position, and the present is one click away', async () => {
  const here = site();
  if (here === undefined) return;
  const { token, table } = await seated(here.url);
  await table.request('hand-over', { playing: false });
  const visitor = await here.visit(`/table/${table.id}`, { remembered: { token } });
  const { page } = visitor;
  await page.getByRole('button', { name: 'Board', exact: true }).click();
  const end = await told(visitor).textContent();
  await page
    .getByRole('button', { name: /^Move \d+: show/ })
    .last()
    .click();
  await page.getByText(/^The table after move \d+$/).waitFor();
  await page.keyboard.press('.');
  await told(visitor).getByText('The game is over.').waitFor();
  expect(await told(visitor).textContent()).toBe(end);
  await page
    .getByRole('link', { name: 'Look back at the match' })
    .or(page.getByText('Result'))
    .first()
    .waitFor();
});

test('a bot plays for the player until the player takes over', async () => {
  const here = site();
  if (here === undefined) return;
  const { url } = here;
  const token = await guest({ url, name: 'Ann' });
  const table = await quayside({ url, token }).create('borneo', { seats: 3, bots: 1, clock: 'none' });
  // The match waits for this player: bots alone would have finished it in a moment.
  await quayside({ url, token: await guest({ url, name: 'Bob' }) }).joinById('borneo', table.id);
  await table.start();
  const { page } = await here.visit(`/table/${table.id}`, { remembered: { token }, width: 360, height: 740 });
  await page.getByRole('button', { name: 'Rules, text, leave' }).click();
  await expectSound(page, 'the menu');
  await page.getByRole('button', { name: 'Leave…' }).click();
  await expectSound(page, 'the ways out');
  await page.getByRole('button', { name: 'Let a bot play for me' }).click();
  // The dialog may not have closed yet, and offers the same.
  const bar = page.getByRole('region', { name: 'What is asked of you' });
  await bar.getByRole('button', { name: 'Play myself again' }).click();
  await page.getByText('A bot is playing for you.').waitFor({ state: 'detached' });
});

test.each([
  [360, 740],
  [740, 360],
])('on a phone, %i × %i, the board has nearly half of the window', async (width, height) => {
  const here = site();
  if (here === undefined) return;
  const { token, table } = await seated(here.url);
  const { page } = await here.visit(`/table/${table.id}`, { remembered: { token }, width, height });
  await page.locator('.table-board .piece').first().waitFor();
  const box = await page.locator('.table-board').boundingBox();
  const share = ((box?.width ?? 0) * (box?.height ?? 0)) / (width * height);
  expect(share).toBeGreaterThan(0.45);
  await expectSound(page, `${width} × ${height}`);
});

test('abandoning the match requires a confirmation', async () => {
  const here = site();
  if (here === undefined) return;
  const { token, table } = await seated(here.url);
  const { page } = await here.visit(`/table/${table.id}`, { remembered: { token }, width: 360, height: 740 });
  await page.getByRole('button', { name: 'Rules, text, leave' }).click();
  await page.getByRole('button', { name: 'Leave…' }).click();
  await page.getByRole('button', { name: 'Abandon the match together' }).click();
  expect(await page.getByRole('dialog').isVisible()).toBe(true);
  await page.getByRole('button', { name: 'Yes, abandon the match' }).click();
  await page.getByRole('heading', { name: 'The match was abandoned' }).waitFor();
});

test.each([
  ['nowhere', 'There is no such table'],
  ['private', 'This table is closed to you'],
])('a table that cannot be shown: %s', async (kind, title) => {
  const here = site();
  if (here === undefined) return;
  const id = kind === 'private' ? (await seated(here.url, { visibility: 'private' })).table.id : 'nowhere';
  const token = await guest({ url: here.url, name: 'Bob' });
  const visitor = await here.visit(`/table/${id}`, { remembered: { token }, width: 360 });
  visitor.excuse(/40[34]/);
  await heading(visitor, title);
  await expectSound(visitor.page, title);
});

test('a new visitor is asked for a name, and then watches', async () => {
  const here = site();
  if (here === undefined) return;
  const { table } = await seated(here.url);
  const { page } = await here.visit(`/table/${table.id}`, { language: 'fr' });
  await page.getByLabel('Votre nom').fill('Zoé');
  await page.getByRole('button', { name: 'Continuer' }).click();
  await page.getByRole('heading', { name: 'Borneo', level: 1 }).waitFor();
  await page.getByText('1 personne regarde').waitFor();
});
