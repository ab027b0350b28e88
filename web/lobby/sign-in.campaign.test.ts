// Signing in by two clicks at a real OpenID provider, in a browser: a guest's table follows, another device joins, the
// provider's logout ends it.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { Provider } from 'oidc-provider';
import type { Page } from 'playwright-core';
import { expectSound } from '../testing/check.ts';
import { openSite } from '../testing/site.ts';
import type { Visitor } from '../testing/visitor.ts';

jest.setTimeout(300_000);

const CLIENT = { client_id: 'quayside', client_secret: 'a secret, long enough for everybody' };
const environment: Record<string, string> = {};
let login: Server;
let provider: Provider | undefined;
beforeAll(async () => {
  login = createServer((request, response) => void provider?.callback()(request, response));
  await new Promise<void>((resolve) => login.listen(0, '127.0.0.1', resolve));
  environment['OIDC_ISSUER'] = `http://127.0.0.1:${(login.address() as AddressInfo).port}`;
  environment['OIDC_CLIENT_ID'] = CLIENT.client_id;
  environment['OIDC_CLIENT_SECRET'] = CLIENT.client_secret;
});
const site = openSite(environment);
beforeAll(() => {
  const here = site();
  if (here === undefined) return;
  provider = new Provider(environment['OIDC_ISSUER'] ?? '', {
    clients: [
      {
        ...CLIENT,
        redirect_uris: [`${here.url}/sign-in`],
        backchannel_logout_uri: `${here.url}/api/v1/sign-in/logout`,
        backchannel_logout_session_required: true,
      },
    ],
    claims: { openid: ['sub'], profile: ['name', 'locale'] },
    features: { backchannelLogout: { enabled: true } },
    findAccount: (_context: unknown, sub: string) => ({
      accountId: sub,
      claims: () => ({ sub, name: `${sub} of the club`, ...(sub === 'lea' && { locale: 'fr-CA' }) }),
    }),
  });
});
afterAll(async () => {
  login.closeAllConnections();
  await new Promise((resolve) => login.close(resolve));
});

/** Its pages are another server's, and say what they like. */
async function excused(visitor: Visitor): Promise<Page> {
  await visitor.context.route('https://fonts.googleapis.com/**', (route) => route.abort());
  visitor.excuse(
    /^foreign: (http:\/\/127\.0\.0\.1:|https:\/\/fonts\.)|security policy|favicon|Failed to load resource/,
  );
  return visitor.page;
}

/** The two clicks. */
async function agree(page: Page, name: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(name);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

const idOf = (page: Page) =>
  page.evaluate(() => {
    const [, claims = ''] = JSON.parse(localStorage.getItem('quayside.keys') ?? '{}').token.split('.');
    return JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))).sub as string;
  });

test('a guest with a table signs in by two clicks; a phone follows; the provider signs both out', async () => {
  const here = site();
  if (here === undefined) return;
  const laptop = await here.visit('/', { width: 1440, height: 900 });
  const page = await excused(laptop);
  await page.getByRole('button', { name: 'Play now: Borneo' }).click();
  await page.getByLabel('Your name').fill('Zoé');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('**/table/*');
  const table = page.url();
  const guest = await idOf(page);
  await page.goto(`${here.url}/settings`);
  const leave = page.getByRole('button', { name: /^Sign in at 127\.0\.0\.1:/ });
  await leave.waitFor();
  await expectSound(page, 'settings with a provider, wide');
  // By keyboard.
  await leave.focus();
  await page.keyboard.press('Enter');
  await agree(page, 'zoe');
  await page.getByText(/^Signed in at 127\.0\.0\.1:\d+ as Zoé\.$/).waitFor();
  expect(new URL(page.url()).search).toBe('');
  expect(await idOf(page)).toBe(guest);
  await page.goto(table);
  await page.locator('.table-board .piece').first().waitFor();

  const phone = await here.visit('/settings', { width: 390, height: 844, theme: 'dark', language: 'fr' });
  const small = await excused(phone);
  await small.getByRole('button', { name: /^Se connecter chez/ }).click();
  await agree(small, 'zoe');
  await small.getByText(/^Connecté chez .* en tant que Zoé\.$/).waitFor();
  await expectSound(small, 'signed in, narrow');
  expect(await idOf(small)).toBe(guest);
  await small.goto(table);
  await small.locator('.table-board .piece').first().waitFor();

  // The laptop's session ends at the provider: its table closes, the phone plays on.
  await page.goto(table);
  await page.locator('.table-board .piece').first().waitFor();
  const tab = await laptop.context.newPage();
  await tab.goto(`${environment['OIDC_ISSUER']}/session/end`);
  await tab.getByRole('button', { name: 'Yes, sign me out' }).click();
  await page.getByRole('heading', { name: 'This browser was signed out' }).waitFor();
  await small.getByRole('button', { name: 'Jouer ici' }).click();
  await small.locator('.table-board .piece').first().waitFor();
});

test('the page speaks the language that the provider tells, until the person chooses another', async () => {
  const here = site();
  if (here === undefined) return;
  const visitor = await here.visit('/settings', { width: 390, height: 844 });
  const page = await excused(visitor);
  await page.getByRole('button', { name: /^Sign in at/ }).click();
  await agree(page, 'lea');
  await page.getByText(/^Connecté chez .* en tant que lea of the club\.$/).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('fr');
  await page.getByRole('button', { name: 'English' }).first().click();
  await page.getByRole('button', { name: 'Sign out here' }).click();
  await page.getByRole('button', { name: /^Sign in at/ }).click();
  await page.getByText(/^Signed in at .* as lea of the club\.$/).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('en');
});

test('who refuses there, comes back without an attempt, or to a provider that is away, is told, and plays on', async () => {
  const here = site();
  if (here === undefined) return;
  const visitor = await here.visit('/settings');
  const page = await excused(visitor);
  await page.getByRole('button', { name: /^Sign in at/ }).click();
  await page.getByRole('link', { name: /Cancel/ }).click();
  await page.getByRole('heading', { name: 'Not signed in' }).waitFor();
  await page.getByText('The sign-in service has not confirmed who you are').waitFor();
  await expectSound(page, 'not signed in');
  await page.goto(`${here.url}/sign-in?code=stolen&state=forged`);
  await page.getByText('This attempt to sign in has ended; begin again').waitFor();
  await page.getByRole('link', { name: 'Continue without' }).click();
  await page.getByRole('button', { name: 'Play now: Borneo' }).waitFor();
});
