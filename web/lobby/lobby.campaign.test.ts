// Joining a table in a real browser: alone, with friends, from another device, and while the server is away.
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { personalExport } from '../../server/people/personal-form.ts';
import { expectSound } from '../testing/check.ts';
import { playedMatch } from '../testing/matches.ts';
import { openSite } from '../testing/site.ts';

const site = openSite();

async function named(page: Page, name: string): Promise<void> {
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
}

/** From the first page to the waiting room of a table for three. */
async function invites(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Invite friends: Borneo' }).click();
  await page.getByRole('dialog').waitFor();
  await named(page, name);
  await page.getByRole('heading', { name: 'Borneo: waiting room' }).waitFor();
}

test('two clicks lead from the first page to the first decision, and the table is remembered', async () => {
  const { page } = (await site()?.visit('/')) ?? {};
  if (page === undefined) return;
  await page.getByRole('button', { name: 'Play now: Borneo' }).click();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Please enter a name.').waitFor();
  await named(page, 'Zoé');
  await page.waitForURL('**/table/*');
  await page
    .getByText(/Your turn|place a merchant/i)
    .first()
    .waitFor();
  await page.goto(new URL('/', page.url()).href);
  const mine = page.getByRole('region', { name: 'Your tables' }).getByRole('link');
  await mine.filter({ hasText: 'Borneo' }).filter({ hasText: 'Your turn' }).click();
  await page.waitForURL('**/table/*');
  // A known player needs one click.
  await page.goto(new URL('/', page.url()).href);
  await page.getByRole('button', { name: 'Play now: Rotterdam' }).click();
  await page.waitForURL('**/table/*');
});

test('friends come by link and by code, bots fill up, and the host starts', async () => {
  const host = await site()?.visit('/');
  if (host === undefined) return;
  await invites(host.page, 'Ann');
  // The server of this test listens to this machine only.
  await host.page.getByText('it leads to this computer only').waitFor();
  const link = await host.page.getByRole('textbox', { name: 'Link' }).inputValue();
  const friend = await site()?.visit(link, { language: 'fr', width: 360, height: 740, theme: 'dark' });
  if (friend === undefined) return;
  await friend.page.getByLabel('Votre nom').fill('Zoé');
  await friend.page.getByRole('button', { name: 'Continuer' }).click();
  await friend.page.getByRole('heading', { name: /salle d’attente/ }).waitFor();
  await host.page.getByText('Zoé').waitFor();
  await host.page.getByText('2 of 3 seats taken').waitFor({ state: 'attached' });
  // The code leads to the same table.
  await host.page.getByRole('button', { name: 'Show a short code' }).click();
  const code = (await host.page.locator('.waiting-spelled').textContent()) ?? '';
  const third = await site()?.visit('/');
  await third?.page.getByLabel('Code or link').fill('no code');
  await third?.page.getByRole('button', { name: 'Go to the table' }).click();
  await third?.page.getByText('That is not a code.', { exact: false }).waitFor();
  await third?.page.getByLabel('Code or link').fill(code);
  await third?.page.getByRole('button', { name: 'Go to the table' }).click();
  await third?.page.getByLabel('Your name').fill('Bob');
  await third?.page.getByRole('button', { name: 'Continue' }).click();
  await host.page.getByText('3 of 3 seats taken').waitFor({ state: 'attached' });
  await third?.page.getByRole('heading', { name: 'Borneo: waiting room' }).waitFor();
  await host.page.getByRole('button', { name: 'Free the seat of Bob' }).click();
  await host.page.getByLabel('Strength of the bots').selectOption('captain');
  await host.page.getByRole('button', { name: 'Put a bot on seat 3' }).click();
  await host.page.getByText('bot, captain').waitFor();
  await friend.page.getByRole('button', { name: 'C’est bon pour moi' }).click();
  // They talk before the match, and the talk goes on at the table.
  await friend.page.getByLabel('Écrire à la table').fill('On attend encore Bob ?');
  await friend.page.getByRole('button', { name: 'Envoyer' }).click();
  const heard = host.page.getByRole('region', { name: 'Chat' }).getByText('On attend encore Bob ?');
  await heard.waitFor();
  await expectSound(host.page, 'waiting room, wide');
  await expectSound(friend.page, 'waiting room, narrow');
  await host.page.getByRole('button', { name: 'Start the match' }).click();
  for (const { page } of [host, friend])
    await page.getByRole('heading', { name: /waiting room|salle d’attente/ }).waitFor({ state: 'detached' });
  // Both pages have committed to a part of the deal; a slow one may have been silent.
  const [, id = ''] = /\/table\/([^/#?]+)/.exec(host.page.url()) ?? [];
  const stored = await site()?.running.quayside.deps.store.load(id);
  expect(stored?.table.deal?.parts.map((part) => 'commitment' in part)).toEqual([true, true, false]);
});

test('the host closes the table, and all players are notified', async () => {
  const host = await site()?.visit('/');
  if (host === undefined) return;
  await invites(host.page, 'Ann');
  const guest = await site()?.visit(await host.page.getByRole('textbox', { name: 'Link' }).inputValue());
  await guest?.page.getByLabel('Your name').fill('Bob');
  await guest?.page.getByRole('button', { name: 'Continue' }).click();
  await host.page.getByText('Bob').waitFor();
  await host.page.getByRole('button', { name: 'Close the table' }).click();
  await host.page.getByRole('dialog').getByRole('button', { name: 'Close the table' }).click();
  await host.page.getByRole('heading', { level: 1, name: /harbour games, one table/ }).waitFor();
  await guest?.page.getByRole('heading', { name: /closed/i }).waitFor();
});

test('a refused setting shows the refusal, and changing it helps', async () => {
  const visitor = await site()?.visit('/new/borneo', { width: 360, height: 740 });
  if (visitor === undefined) return;
  const { page } = visitor;
  visitor.excuse(/status of 422/);
  await page.getByText('Rules and variants').click();
  await page.getByText('Absence, spectators, moves taken back').click();
  await expectSound(page, 'new table, narrow');
  const players = page.getByRole('group', { name: 'Players', exact: true });
  await players.getByRole('radio', { name: '4' }).check();
  const variant = page.getByRole('checkbox', { name: /four merchants/ });
  await variant.check();
  await page.getByRole('button', { name: 'Open the table' }).click();
  await page.getByRole('dialog').waitFor();
  await named(page, 'Ann');
  const setting = page.locator('.setting', { has: variant });
  await setting.getByText('That option is not available here.').waitFor();
  await players.getByRole('radio', { name: '3' }).check();
  await page.getByRole('button', { name: 'Open the table' }).click();
  await page.getByRole('heading', { name: 'Borneo: waiting room' }).waitFor();
  await page.getByText('Three-player variant', { exact: false }).waitFor();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy' }).click();
  await page.getByText('Copied').waitFor();
  const link = await page.getByRole('textbox', { name: 'Link' }).inputValue();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
});

test('the player continues on another device, is renamed, and is forgotten', async () => {
  const first = await site()?.visit('/');
  if (first === undefined) return;
  await invites(first.page, 'Ann');
  await first.page.goto(new URL('/settings', first.page.url()).href);
  await first.page.getByText('This browser', { exact: true }).waitFor();
  await first.page.getByRole('button', { name: 'Invite a device' }).click();
  const invitation = first.page.getByRole('textbox', { name: 'Link', exact: true });
  const key = new URL(await invitation.inputValue()).hash.slice(1);
  await first.page.getByLabel('Your name').fill('Anna');
  await first.page.getByRole('button', { name: 'Save the name' }).click();
  await first.page.getByRole('link', { name: 'Anna: settings' }).waitFor();
  await expectSound(first.page, 'settings, wide');
  const second = await site()?.visit(`/settings#${key}`, { language: 'fr', width: 360, height: 740 });
  if (second === undefined) return;
  const { page } = second;
  await page.getByRole('dialog', { name: /en tant que Ann/ }).waitFor();
  expect(page.url()).not.toContain(key);
  await page.getByRole('dialog').getByRole('button', { name: 'Être ce joueur' }).click();
  await first.page.getByRole('button', { name: 'Yes, let it in' }).click();
  await page.getByText('Vous êtes maintenant Anna.').waitFor();
  await page.getByRole('button', { name: /^Déconnecter\s: Chrome/ }).waitFor();
  // Who takes an invitation a second time gets nothing, and harms nobody.
  const third = await site()?.visit(`/settings#${key}`);
  third?.excuse(/401/);
  await third?.page.getByRole('dialog').getByRole('button', { name: 'Be this player' }).click();
  await third?.page.getByText('This server does not know that player', { exact: false }).waitFor();
  await expectSound(page, 'settings, narrow');
  await page.getByRole('link', { name: 'Quayside' }).click();
  await page
    .getByRole('link', { name: /Borneo/ })
    .filter({ hasText: 'salle d’attente' })
    .waitFor();
  // The focused link is gone: the focus moves to the start of the new screen.
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN');
  await page.getByRole('link', { name: /: réglages/ }).click();
  await page.getByRole('button', { name: 'M’oublier' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Oublier' }).click();
  await page.getByRole('button', { name: 'Entrer votre nom' }).waitFor();
  expect(await page.getByRole('region', { name: 'Vos tables' }).count()).toBe(0);
});

test('a browser that is signed out leaves its table at once, and the other one plays on', async () => {
  const here = site();
  if (here === undefined) return;
  // As an older page left it: a key for good, without a device.
  const { id, token } = await playedMatch({ url: here.url, turns: 0 });
  const laptop = await here.visit('/settings', { remembered: { token, name: 'Zoé', guides: false } });
  await laptop.page.getByText('This browser', { exact: true }).waitFor();
  expect(await laptop.page.evaluate(() => localStorage.getItem('quayside.token'))).toBe('""');
  await laptop.page.getByRole('button', { name: 'Invite a device' }).click();
  const link = await laptop.page.getByRole('textbox', { name: 'Link', exact: true }).inputValue();
  const phone = await here.visit(new URL(link).pathname + new URL(link).hash, {
    width: 390,
    height: 844,
    remembered: { guides: false },
  });
  await phone.page.getByRole('dialog').getByRole('button', { name: 'Be this player' }).click();
  await laptop.page.getByRole('button', { name: 'Yes, let it in' }).click();
  await phone.page.getByText('You are Zoé now.').waitFor();
  await expectSound(phone.page, 'devices, narrow');
  const addresses: string[] = [];
  laptop.page.on('websocket', (socket) => addresses.push(socket.url()));
  await laptop.page.goto(new URL(`/table/${id}`, here.url).href);
  await laptop.page.locator('.table-board .piece').first().waitFor();
  laptop.excuse(/401/);
  await phone.page.getByRole('button', { name: /^Sign out: Chrome/ }).click();
  await laptop.page.getByRole('heading', { name: 'This browser was signed out' }).waitFor();
  await phone.page.getByText('Signed out: Chrome', { exact: false }).waitFor();
  await phone.page.goto(new URL(`/table/${id}`, here.url).href);
  await phone.page.locator('.table-board .piece').first().waitFor();
  expect(addresses.length).toBeGreaterThan(0);
  for (const address of addresses) expect(address).not.toMatch(/_authToken|eyJ/);
});

test.each([
  [
    'en',
    1280,
    {
      export: 'Export it',
      saved: /^Saved as/,
      delete: 'Delete it',
      go: 'Delete permanently',
      cancel: 'Cancel',
      done: /^Deleted: you were removed from 1 match,/,
    },
  ],
  [
    'fr',
    360,
    {
      export: 'Exporter',
      saved: /^Enregistré sous/,
      delete: 'Supprimer',
      go: 'Supprimer définitivement',
      cancel: 'Annuler',
      done: /^Supprimé\s: vous avez été retiré de 1 partie,/,
    },
  ],
] as const)(
  'what is stored is exported and deleted, in %s, %i pixels wide',
  async (language, width, words) => {
    const here = site();
    if (here === undefined) return;
    const { id, token } = await playedMatch({ url: here.url, turns: 2 });
    const { page } = await here.visit('/settings', { language, width, remembered: { token, name: 'Zoé' } });
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const saved = page.waitForEvent('download');
    await button(words.export).click();
    await page.getByText(words.saved).waitFor();
    const stored = personalExport.parse(JSON.parse(readFileSync(await (await saved).path(), 'utf8')));
    expect(stored.player.name).toBe('Zoé');
    expect(stored.matches.map(({ matchId, commands }) => [matchId, commands.length])).toEqual([[id, 2]]);
    await button(words.delete).click();
    await page.getByRole('dialog').waitFor();
    await expectSound(page, `deleting, ${language}`);
    await button(words.cancel).click();
    const { store } = here.running.quayside.deps;
    expect(JSON.stringify(await store.load(id))).toContain(stored.player.id);
    await button(words.delete).click();
    await button(words.go).click();
    await page.getByText(words.done).waitFor();
    expect(JSON.stringify(await store.load(id))).not.toContain(stored.player.id);
    expect(await page.evaluate(() => localStorage.getItem('quayside.keys'))).toBe('null');
    expect(await page.evaluate(() => localStorage.getItem('quayside.token'))).not.toContain(token);
    expect(await button(words.delete).count()).toBe(0);
  },
);

test('what could not be deleted is said, and the key stays for another try', async () => {
  const here = site();
  if (here === undefined) return;
  const { token } = await playedMatch({ url: here.url, turns: 1 });
  const { page } = await here.visit('/settings', { remembered: { token, name: 'Zoé' } });
  const left = { matches: 0, left: [{ matchId: 'm', code: 'frozen' }], complete: true };
  await page.route('**/api/v1/me', (route) => route.fulfill({ json: left }));
  await page.getByRole('button', { name: 'Delete it' }).click();
  await page.getByRole('button', { name: 'Delete permanently' }).click();
  await page.getByText('Not everything could be deleted yet', { exact: false }).waitFor();
  expect(await page.evaluate(() => localStorage.getItem('quayside.keys'))).toContain('refreshToken');
  expect(await page.getByRole('button', { name: 'Delete it' }).isEnabled()).toBe(true);
});

test('the page reports a server that is away, and recovers by itself', async () => {
  const visitor = await site()?.visit('/');
  if (visitor === undefined) return;
  const { page, context } = visitor;
  visitor.excuse(/Failed to load resource/);
  await invites(page, 'Ann');
  await page.goto(new URL('/', page.url()).href);
  await page.getByRole('region', { name: 'Your tables' }).waitFor();
  await context.setOffline(true);
  const trouble = page.getByText('The server cannot be reached at the moment.', { exact: false });
  await trouble.waitFor();
  await page.getByRole('region', { name: 'Your tables' }).waitFor();
  await context.setOffline(false);
  await trouble.waitFor({ state: 'detached' });
});

test.each([
  ['wide and light, in English', { language: 'en', width: 1280, height: 800, theme: 'light' }],
  ['narrow and dark, in French', { language: 'fr', width: 360, height: 740, theme: 'dark' }],
] as const)('the first page, %s: nothing moves, nothing for axe', async (screen, habits) => {
  const { page } = (await site()?.visit('/', habits)) ?? {};
  if (page === undefined) return;
  await page.getByRole('heading', { level: 3, name: 'Rotterdam' }).waitFor();
  const shifts = await page.evaluate(
    () =>
      new Promise<number>((done) => {
        new PerformanceObserver((list) => {
          const entries = list.getEntries().map((entry) => ('value' in entry ? Number(entry.value) : 0));
          done(entries.reduce((sum, value) => sum + value, 0));
        }).observe({ type: 'layout-shift', buffered: true });
        // Without shifts the observer is never called.
        setTimeout(() => done(0), 500);
      }),
  );
  expect(shifts).toBeLessThan(0.01);
  await expectSound(page, `first page, ${screen}`);
  await page.goto(new URL('/join', page.url()).href);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expectSound(page, `join, ${screen}`);
});
