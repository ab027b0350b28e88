// A guest carries a running match from a laptop to a phone by passkey and by QR code, and signs the laptop out, in a
// browser with virtual authenticators; a phone that was another guest keeps that guest’s seats.
import { expect, jest, test } from '@jest/globals';
import type { CDPSession, Page } from 'playwright-core';
import { type Keys, quayside } from '../../client/index.ts';
import { expectSound } from '../testing/check.ts';
import { openSite, type Site } from '../testing/site.ts';
import type { Habits, Visitor } from '../testing/visitor.ts';

jest.setTimeout(120_000);

const site = openSite({}, { host: 'localhost' });

const PHONE: Habits = { width: 390, height: 844 };

interface Authenticator {
  readonly session: CDPSession;
  readonly authenticatorId: string;
}

async function authenticatorOf({ context, page }: Visitor, isVerified = true): Promise<Authenticator> {
  const session = await context.newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: isVerified,
      automaticPresenceSimulation: true,
    },
  });
  return { session, authenticatorId };
}

/** As an account of a phone's maker does. */
async function copy(from: Authenticator, to: Authenticator): Promise<void> {
  const { authenticatorId } = from;
  const { credentials } = await from.session.send('WebAuthn.getCredentials', { authenticatorId });
  for (const credential of credentials)
    await to.session.send('WebAuthn.addCredential', { authenticatorId: to.authenticatorId, credential });
}

async function introduced(visitor: Visitor, name: string): Promise<Keys> {
  const { page } = visitor;
  await page.getByRole('textbox', { name: 'Your name' }).fill(name);
  await page.getByRole('button', { name: 'That’s me' }).click();
  await page.getByText('Saved. Tables').waitFor();
  return await keysOf(page);
}

async function keysOf(page: Page): Promise<Keys> {
  return JSON.parse(await page.evaluate(() => localStorage.getItem('quayside.keys') ?? 'null')) as Keys;
}

const tableOf = async ({ running }: Site, { token }: Keys) => {
  const table = await quayside({ url: running.url, token }).create('borneo', {
    seats: 3,
    bots: 2,
    clock: 'none',
  });
  await table.start();
  return table.id;
};

const closedSocket = (page: Page) =>
  new Promise<void>((resolve) => {
    page.on('websocket', (socket) => socket.on('close', () => resolve()));
  });

test('a running match goes from a laptop to a phone by passkey; the laptop is signed out, its socket ends', async () => {
  const present = site();
  if (present === undefined) return;
  const laptop = await present.visit('/settings', { width: 1440, height: 900 });
  const zoe = await introduced(laptop, 'Zoé');
  const first = await authenticatorOf(laptop);
  await laptop.page.getByRole('textbox', { name: 'Name of the new passkey' }).fill('Zoé’s phone');
  await laptop.page.getByRole('button', { name: 'Add a passkey' }).click();
  await laptop.page.getByText('Added: Zoé’s phone.').waitFor();
  await laptop.page.getByRole('button', { name: 'Add a passkey' }).click();
  await laptop.page.getByText('This device already keeps a passkey of yours.').waitFor();
  await expectSound(laptop.page, 'settings with a passkey');
  const matchId = await tableOf(present, zoe);
  const ended = closedSocket(laptop.page);
  await laptop.page.goto(`${present.url}/table/${matchId}`);
  await laptop.page.getByRole('main').waitFor();

  const phone = await present.visit('/settings', PHONE);
  await copy(first, await authenticatorOf(phone));
  await phone.page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await phone.page.getByText('You are Zoé now.').waitFor();
  await expectSound(phone.page, 'settings of the phone');
  const keys = await keysOf(phone.page);
  expect(keys.device).not.toBe(zoe.device);
  const seats = (await quayside({ url: present.running.url, token: keys.token }).myTables()).seats;
  expect(seats).toMatchObject([{ matchId, seat: 0 }]);
  const line = phone.page.getByRole('listitem').filter({ hasText: 'Last used' });
  await line.getByRole('button', { name: /^Sign out: / }).click();
  await ended;
  await laptop.page.getByRole('heading', { name: 'Signed out' }).waitFor();
  laptop.excuse(/401/);
  await phone.page.goto(`${present.url}/table/${matchId}`);
  await phone.page.getByRole('main').waitFor();
  await phone.page.goto(`${present.url}/settings`);
  await phone.page.getByRole('button', { name: 'Remove the passkey Zoé’s phone' }).click();
  await phone.page.getByText('Removed: Zoé’s phone.').waitFor();
  phone.excuse(/403/);
  await phone.page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await phone.page.getByText('This passkey is not known here, or was not used in time').waitFor();
});

test('a phone that was another guest asks first; that guest keeps the seats, and comes back', async () => {
  const present = site();
  if (present === undefined) return;
  const laptop = await present.visit('/settings');
  const zoe = await introduced(laptop, 'Zoé');
  const first = await authenticatorOf(laptop);
  await laptop.page.getByRole('button', { name: 'Add a passkey' }).click();
  await laptop.page.getByText('Added: ').waitFor();

  const phone = await present.visit('/settings', { ...PHONE, theme: 'dark' });
  const { page } = phone;
  const bob = await introduced(phone, 'Bob');
  const matchId = await tableOf(present, bob);
  await copy(first, await authenticatorOf(phone));
  const enter = page.getByRole('button', { name: 'Sign in with a passkey' });
  await enter.click();
  await page.getByRole('heading', { name: 'Play as Zoé in this browser?' }).waitFor();
  const dialog = page.locator('dialog[open]');
  await dialog.getByText('This browser currently plays as Bob.').waitFor();
  await expectSound(page, 'who it will be');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect((await keysOf(page)).device).toBe(bob.device);
  // What was not taken is no device of hers.
  const devices = quayside({ url: present.running.url, token: zoe.token });
  await expectSoon(async () => (await devices.devices()).length, 1);
  await enter.click();
  await dialog.getByRole('button', { name: 'Be this player' }).click();
  await page.getByText('You are Zoé now.').waitFor();
  await expectSound(page, 'two players of one browser');
  await page.getByRole('button', { name: 'Be Bob again' }).click();
  await page.getByText('You are Bob now.').waitFor();
  const again = await keysOf(page);
  expect(again.device).toBe(bob.device);
  const seats = (await quayside({ url: present.running.url, token: again.token }).myTables()).seats;
  expect(seats).toMatchObject([{ matchId, seat: 0 }]);
  await page.getByRole('button', { name: 'Sign out: Zoé' }).click();
  await page.getByText('Signed out: Zoé.').waitFor();
  await expectSoon(async () => (await devices.devices()).length, 1);
});

test('a visitor takes a passkey from the list below the field for the name', async () => {
  const present = site();
  if (present === undefined) return;
  const laptop = await present.visit('/settings');
  const zoe = await introduced(laptop, 'Zoé');
  const first = await authenticatorOf(laptop);
  await laptop.page.getByRole('button', { name: 'Add a passkey' }).click();
  await laptop.page.getByText('Added: ').waitFor();

  const phone = await present.visit('/', PHONE);
  await copy(first, await authenticatorOf(phone));
  await phone.page.goto(`${present.url}/settings`);
  const field = phone.page.getByRole('textbox', { name: 'Your name' });
  expect(await field.getAttribute('autocomplete')).toBe('nickname webauthn');
  await phone.page.getByText('You are Zoé now.').waitFor();
  expect((await keysOf(phone.page)).device).not.toBe(zoe.device);
});

test('without the finger or the PIN nothing happens', async () => {
  const laptop = await site()?.visit('/settings', { language: 'fr' });
  if (laptop === undefined) return;
  const { page } = laptop;
  await page.getByRole('textbox', { name: 'Votre nom' }).fill('Zoé');
  await page.getByRole('button', { name: 'C’est moi' }).click();
  await authenticatorOf(laptop, false);
  await page.getByRole('button', { name: 'Ajouter une clé d’accès' }).click();
  await page.getByText('Rien n’a changé').waitFor();
  await expectSound(page, 'clés d’accès');
});

/** The phone has scanned the code that the laptop shows, and waits under a code of its own. */
async function follows(present: Site, laptop: Page, habits: Habits = PHONE) {
  await laptop.getByRole('button', { name: 'Invite a device' }).click();
  await laptop.getByRole('img', { name: 'QR code of the invitation' }).waitFor();
  await laptop.getByText('Nobody has followed it yet').waitFor();
  const link = await laptop.getByRole('textbox', { name: 'Link' }).inputValue();
  const { pathname, hash, search } = new URL(link);
  expect([pathname, search, hash.length > 1]).toEqual(['/settings', '', true]);
  const phone = await present.visit(`/settings${hash}`, habits);
  const sure = phone.page.locator('dialog[open]');
  await sure.getByRole('heading', { name: 'Play as Zoé in this browser?' }).waitFor();
  // It is neither in the address nor in the history, and nothing has happened yet.
  expect(phone.page.url()).toBe(`${present.url}/settings`);
  await sure.getByRole('button', { name: 'Be this player' }).click();
  const code = /\d{4}/.exec((await sure.getByText('Your code is').textContent()) ?? '')?.[0] ?? '';
  await expectSound(phone.page, 'a phone that waits');
  return { phone, sure, code, hash };
}

test('a phone follows the code that the laptop shows, is let in there by name and code, and the link works once', async () => {
  const present = site();
  if (present === undefined) return;
  const laptop = await present.visit('/settings', { width: 1440, height: 900, theme: 'dark' });
  const zoe = await introduced(laptop, 'Zoé');
  const matchId = await tableOf(present, zoe);
  const { phone, code, hash } = await follows(present, laptop.page);
  await laptop.page.getByText(`wants to be you. Does it show the code ${code}?`).waitFor();
  await expectSound(laptop.page, 'a laptop that is asked');
  expect(await keysOf(phone.page)).toBeNull();

  const thief = await present.visit(`/settings${hash}`, PHONE);
  thief.excuse(/409/);
  await thief.page.locator('dialog[open]').getByRole('button', { name: 'Be this player' }).click();
  await thief.page.getByText('Another device has followed this invitation first').waitFor();

  await laptop.page.getByRole('button', { name: 'Yes, let it in' }).click();
  await phone.page.getByText('You are Zoé now.').waitFor();
  await laptop.page.getByText(/^Let in: /).waitFor();
  const ended = closedSocket(laptop.page);
  await laptop.page.goto(`${present.url}/table/${matchId}`);
  await laptop.page.getByRole('main').waitFor();
  const keys = await keysOf(phone.page);
  const seats = (await quayside({ url: present.running.url, token: keys.token }).myTables()).seats;
  expect(seats).toMatchObject([{ matchId, seat: 0 }]);
  const other = phone.page.getByRole('listitem').filter({ hasText: 'Last used' });
  await other.getByRole('button', { name: /^Sign out: / }).click();
  await ended;
  laptop.excuse(/401/);
  await phone.page.goto(`${present.url}/table/${matchId}`);
  await phone.page.getByRole('main').waitFor();

  await thief.page.goto(`${present.url}/`);
  thief.excuse(/401/);
  await thief.page.goto(`${present.url}/settings${hash}`);
  await thief.page.locator('dialog[open]').getByRole('button', { name: 'Be this player' }).click();
  await thief.page.getByText('This server does not know that player').waitFor();
  expect(await keysOf(thief.page)).toBeNull();
});

test('a phone that is refused on the laptop stays who it was', async () => {
  const present = site();
  if (present === undefined) return;
  const laptop = await present.visit('/settings', PHONE);
  await introduced(laptop, 'Zoé');
  const { phone } = await follows(present, laptop.page, { width: 1440, height: 900 });
  phone.excuse(/401/);
  await laptop.page.getByRole('button', { name: 'No, refuse it' }).click();
  await laptop.page.getByText('The invitation is withdrawn.').waitFor();
  await phone.page.getByText('The other device has not let this one in.').waitFor();
  expect(await keysOf(phone.page)).toBeNull();
});

test('a token for a bot is made, shown once, works, and is signed out in the list', async () => {
  const present = site();
  const laptop = await present?.visit('/settings', PHONE);
  if (present === undefined || laptop === undefined) return;
  const { page } = laptop;
  await introduced(laptop, 'Zoé');
  await page.getByText('A token for a bot or another program').click();
  await page.getByRole('textbox', { name: 'Name of the program' }).fill('Night owl');
  await page.getByRole('button', { name: 'Make a token' }).click();
  const shown = page.getByRole('textbox', { name: 'Token: copy it now, it is not shown again' });
  const token = await shown.inputValue();
  await expectSound(page, 'a token that is shown');
  const bot = quayside({ url: present.running.url, token });
  expect(await bot.myTables()).toMatchObject({ seats: [], finished: [] });
  await page.getByText('Bot with seats of its own').waitFor();
  await page.getByRole('button', { name: 'Sign out: Night owl' }).click();
  await page.getByText('Signed out: Night owl.').waitFor();
  await expect(bot.myTables()).rejects.toMatchObject({ code: 'unauthenticated' });
  await page.reload();
  await page.getByText('A token for a bot or another program').waitFor();
  expect(await page.getByText(token).count()).toBe(0);
});

async function expectSoon(read: () => Promise<number>, wanted: number): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if ((await read()) === wanted) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  expect(await read()).toBe(wanted);
}
