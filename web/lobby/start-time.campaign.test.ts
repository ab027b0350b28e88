// A table with a start time in two real browsers: each reads it in its own time zone and language.
import { join } from 'node:path';
import { expect, jest, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { guest } from '../../client/index.ts';
import { expectSound } from '../testing/check.ts';
import { openSite } from '../testing/site.ts';

jest.setTimeout(120_000);
const site = openSite();
/** Where pictures are kept to be looked at; by default none are taken. */
const PICTURES = process.env['PICTURES'];

async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES !== undefined) await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true });
}

/** Noon in Lisbon, three days ahead, as its field has it. */
function threeDaysAhead(): { readonly local: string; readonly at: number } {
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  const local = `${day}T12:00`;
  const inLisbon = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/Lisbon',
    hour: '2-digit',
    hourCycle: 'h23',
  });
  const utc = Date.parse(`${local}Z`);
  return { local, at: utc - (Number(inLisbon.format(utc)) - 12) * 3_600_000 };
}

test('a host agrees on a start time, changes and removes it; a guest elsewhere reads it in their own zone', async () => {
  const here = site();
  if (here === undefined) return;
  const { local, at } = threeDaysAhead();
  const who = async (name: string) => ({ token: await guest({ url: here.url, name }), name });
  const host = await here.visit('/new/borneo', {
    zone: 'Europe/Lisbon',
    width: 1440,
    height: 900,
    remembered: await who('Ann'),
  });
  await host.page.getByLabel('Start time').fill(local);
  await expectSound(host.page, 'new table with a start time');
  await picture(host.page, 'new-table-wide-light-en');
  await host.page.getByRole('button', { name: 'Open the table' }).click();
  await host.page.getByText(/^Starts \w+, .* at 12:00/).waitFor();

  const bob = await who('Bob');
  const habits = {
    language: 'fr',
    zone: 'America/Montreal',
    width: 390,
    height: 844,
    theme: 'dark',
  } as const;
  const guestAt = await here.visit('/', { ...habits, remembered: bob });
  const { page } = guestAt;
  const hour = new Intl.DateTimeFormat('fr', {
    timeZone: habits.zone,
    hour: 'numeric',
    minute: '2-digit',
  }).format(at);
  const line = page.getByRole('listitem').filter({ hasText: 'Ann' });
  await line.filter({ hasText: hour }).waitFor();
  await expectSound(page, 'a table with a start time in the list');
  await picture(page, 'home-narrow-dark-fr');
  await line.getByRole('link', { name: /Borneo/ }).click();
  const when = page.locator('.waiting-when');
  await when.filter({ hasText: hour }).waitFor();
  await expectSound(page, 'waiting room with a start time, narrow');
  await picture(page, 'waiting-narrow-dark-fr');
  await expectSound(host.page, 'waiting room with a start time, wide');
  await picture(host.page, 'waiting-wide-light-en');

  // Its host moves it by an hour, then it is open again.
  await host.page.getByLabel('Day and time').fill(local.replace('T12', 'T13'));
  await host.page.getByRole('button', { name: 'Change the start time' }).click();
  await host.page.getByText(/^Starts \w+, .* at 1:00/).waitFor();
  await when.filter({ hasNotText: hour }).waitFor();
  await page.goto(`${here.url}/`);
  await page.getByRole('region', { name: 'Vos tables' }).getByText(/début/).waitFor();
  await picture(page, 'my-tables-narrow-dark-fr');
  await host.page.getByRole('button', { name: 'Remove it' }).click();
  await host.page.getByText('None is agreed upon.').waitFor();
  await page.getByRole('region', { name: 'Vos tables' }).getByText('En salle d’attente').waitFor();
  expect(await host.page.locator('.waiting-when').textContent()).toBe('');
});
