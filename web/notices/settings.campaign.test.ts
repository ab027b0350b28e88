// What the player is told while away, and where, set in a real browser.
import { expect, jest, test } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import { guest, type Notices, type NoticeTarget } from '../../client/index.ts';
import { expectSound } from '../testing/check.ts';
import { openSite } from '../testing/site.ts';

jest.setTimeout(120_000);

const site = openSite();

const KEY = 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM';

/** A server that remembers what it is told to tell. */
class Office {
  readonly asked: string[] = [];
  #notices: Notices = {
    settings: { language: 'en', zone: 'UTC', quiet: null, off: [], muted: [] },
    targets: [],
    types: ['push', 'json', 'discord', 'ntfy', 'mail'],
    pushKey: KEY,
    enabled: true,
  };

  get notices(): Notices {
    return this.#notices;
  }

  async answer(route: Route): Promise<void> {
    const request = route.request();
    const path = new URL(request.url()).pathname.replace('/api/v1/me/notices', '');
    const method = request.method();
    this.asked.push(`${method} ${path}`);
    const body = (request.postDataJSON() ?? {}) as Record<string, string>;
    if (method === 'PUT') this.#notices = { ...this.#notices, settings: body as never };
    if (method === 'DELETE') {
      const targets = this.#notices.targets.filter(({ id }) => !path.endsWith(id));
      this.#notices = { ...this.#notices, targets };
      return await route.fulfill({ status: 204 });
    }
    if (path.endsWith('/test')) return await route.fulfill({ json: { delivered: false, status: 404 } });
    if (method === 'POST') {
      const target = this.#added(body);
      const secret = target.type === 'json' ? 'whsec-shown-once' : null;
      return await route.fulfill({ status: 201, json: { target, secret } });
    }
    await route.fulfill({ json: this.#notices });
  }

  #added({ type = '', url = '', address = '' }: Record<string, string>): NoticeTarget {
    const target: NoticeTarget = {
      id: `t${this.asked.length}`,
      type: type as NoticeTarget['type'],
      name: type === 'mail' ? `${address[0]}…@example.org` : new URL(url).host,
      matchId: null,
      createdAt: 0,
      confirmed: type !== 'mail',
      lastToldAt: null,
      failingSince: null,
      stopped: false,
    };
    this.#notices = { ...this.#notices, targets: [...this.#notices.targets, target] };
    return target;
  }
}

async function opened(language: 'en' | 'fr', width: number, theme: 'light' | 'dark') {
  const here = site();
  if (here === undefined) return undefined;
  const token = await guest({ url: here.url, name: 'Zoé' });
  const { page, context } = await here.visit('/join', {
    language,
    width,
    theme,
    remembered: { token, name: 'Zoé' },
  });
  const office = new Office();
  await context.route('**/api/v1/me/notices**', (route) => office.answer(route));
  await context.route('**/api/v1/me/notices/**', (route) => office.answer(route));
  await page.goto(`${here.url}/settings`);
  return { page, context, office, url: here.url };
}

const part = (page: Page, name: string) => page.getByRole('region', { name });

test('kinds, quiet hours and targets are set, tried and removed', async () => {
  const there = await opened('en', 1280, 'light');
  if (there === undefined) return;
  const { page, office } = there;
  const told = part(page, 'What I am told, and where');
  await told.getByRole('checkbox', { name: 'A match is over' }).uncheck();
  await told.getByRole('checkbox', { name: 'Quiet hours' }).check();
  await told.getByLabel('From').fill('21:30');
  await expectSound(page, 'what is told');
  expect(office.notices.settings).toMatchObject({
    off: ['over'],
    quiet: { from: '21:30', to: '07:00' },
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
  await told.getByLabel('Where to').selectOption('json');
  await told.getByLabel('Address (https)').fill('https://hooks.example.org/quayside');
  await told.getByRole('button', { name: 'Add', exact: true }).click();
  await told.getByText('whsec-shown-once').waitFor();
  const line = told.getByRole('listitem').filter({ hasText: 'A program of yours · hooks.example.org' });
  await line.getByRole('button', { name: 'Send a test' }).click();
  await told.getByText('has not taken the test (answer: 404)').waitFor();
  await line.getByRole('button', { name: 'Remove' }).click();
  await line.waitFor({ state: 'detached' });
  expect(office.notices.targets).toEqual([]);
});

test('mail waits to be confirmed, on a phone, in French and dark', async () => {
  const there = await opened('fr', 390, 'dark');
  if (there === undefined) return;
  const { page, office } = there;
  const told = part(page, 'Ce qu’on me dit, et où');
  await told.getByLabel('Vers').selectOption('mail');
  await told.getByLabel('Adresse de courriel').fill('zoe@example.org');
  await told.getByRole('button', { name: 'Ajouter', exact: true }).click();
  await told.getByRole('listitem').getByText('attend que vous le confirmiez').waitFor();
  await told.getByText('suivez le lien du courriel').waitFor();
  await expectSound(page, 'targets on a phone');
  expect(office.notices.settings.language).toBe('fr');
});

test('this browser is a target while the player wants to be called', async () => {
  const there = await opened('en', 1280, 'light');
  if (there === undefined) return;
  const { page, context, office, url } = there;
  await context.grantPermissions(['notifications'], { origin: url });
  // A browser of tests has no push service.
  await context.addInitScript(() => {
    const held = {
      toJSON: () => ({ endpoint: 'https://push.example.org/abc', keys: { p256dh: 'p', auth: 'a' } }),
      unsubscribe: () => Promise.resolve(true),
    };
    PushManager.prototype.subscribe = () => Promise.resolve(held as never);
    PushManager.prototype.getSubscription = () => Promise.resolve(held as never);
  });
  await page.reload();
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  const flag = page.getByRole('checkbox', { name: 'Call me when it is my turn' });
  await flag.check();
  const line = page.getByRole('listitem').filter({ hasText: 'Browser · push.example.org' });
  await line.waitFor();
  await page.getByText('also while no page of this server is open').waitFor();
  // The next page finds it there.
  const added = () => office.asked.filter((one) => one === 'POST /targets').length;
  await page.reload();
  await page.getByText('also while no page of this server is open').waitFor();
  expect(added()).toBe(1);
  await flag.uncheck();
  await line.waitFor({ state: 'detached' });
  expect(office.notices.targets).toEqual([]);
});
