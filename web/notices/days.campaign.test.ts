// Two browsers and a table over days: one closes, the other moves, and what the server has encrypted for the first one
// arrives in its worker, whose notification leads back to the table, at the decision.
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { guest, quayside } from '../../client/index.ts';
import { type PushService, startPushService } from '../../server/testing/push-service.ts';
import { noticeBody } from '../../shared/protocol/notices.ts';
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
import type { Visitor } from '../testing/visitor.ts';

jest.setTimeout(120_000);

const site = openSite({ NOTIFY_PRIVATE: 'on' });
let service: PushService;
beforeAll(async () => {
  service = await startPushService();
});
afterAll(() => service.close());

/** A private window has no push service: this one stands in for it, with the keys that the page asks for. */
async function withPushService({ context }: Visitor, origin: string): Promise<void> {
  await context.grantPermissions(['notifications'], { origin });
  await context.exposeFunction('subscribeThere', (key: string) => service.subscribe(key));
  await context.addInitScript(() => {
    const { subscribeThere } = window as unknown as { subscribeThere(key: string): Promise<object> };
    const letters: Readonly<Record<string, string>> = { '+': '-', '/': '_', '=': '' };
    const held = async (options?: PushSubscriptionOptionsInit) => {
      const bytes = options?.applicationServerKey as Uint8Array;
      const key = btoa(String.fromCharCode(...bytes)).replace(/[+/=]/g, (letter) => letters[letter] ?? '');
      const subscription = await subscribeThere(key);
      return { toJSON: () => subscription, unsubscribe: () => Promise.resolve(true) };
    };
    let kept: ReturnType<typeof held> | undefined;
    PushManager.prototype.subscribe = (options) => {
      kept ??= held(options);
      return kept as never;
    };
    PushManager.prototype.getSubscription = () => (kept ?? Promise.resolve(null)) as never;
  });
}

const asked = (page: Page) => page.getByRole('region', { name: 'What is asked of you' });

test('one closes, the other moves: the message arrives, and its click opens the table at the decision', async () => {
  const here = site();
  if (here === undefined) return;
  const { url } = here;
  const { ann, bob, mine, theirs } = await slowTable(url);
  await mine.start();
  const first = await here.visit('/join', { remembered: { token: ann, name: 'Ann', guides: false } });
  await withPushService(first, url);
  const { page, context } = first;
  await page.goto(`${url}/settings`);
  await isKept(page);
  await page.getByRole('checkbox', { name: 'Call me when it is my turn' }).check();
  await page.getByText('also while no page of this server is open').waitFor();
  await expectSound(page, 'settings with a push service');

  // The second browser has the table; the first one has it too, moves, and closes it.
  await here.visit(`/table/${mine.id}`, {
    remembered: { token: bob, name: 'Bob', guides: false },
  });
  await page.goto(`${url}/table/${mine.id}`);
  await moveOn(page);
  while (await moved(mine));
  await page.goto(`${url}/settings`);
  mine.close();
  const seen = () => quayside({ url, token: bob }).joinById('borneo', mine.id);
  await until(async () => (await seen()).facts.seats[0]?.connected === false);
  expect(service.messages).toEqual([]);
  await until(async () => !(await moved(theirs)) && service.messages.length > 0);
  theirs.close();

  const [message] = service.messages;
  const body = noticeBody.parse(JSON.parse(message?.text ?? ''));
  expect(body).toMatchObject({ url: `/table/${mine.id}`, notices: [{ kind: 'your-turn', seat: 0 }] });
  expect(message?.text).not.toMatch(/Ann|Bob/);
  const { session, registrationId } = await deliveryTo(context, page);
  await session.send('ServiceWorker.deliverPushMessage', {
    origin: url,
    registrationId,
    data: message?.text ?? '',
  });
  await until(async () => (await shownIn(page)).length === 1);
  expect(await shownIn(page)).toEqual([
    { title: 'Quayside', body: body.text, tag: `quayside /table/${mine.id}` },
  ]);
  const [worker] = context.serviceWorkers();
  if (worker === undefined) throw new Error('no worker');
  const { opened } = await clickedIn(worker);
  expect(opened).toEqual([`/table/${mine.id}`]);
  await page.goto(`${url}${opened[0]}`);
  await asked(page).getByRole('button', { name: 'All answers' }).waitFor();
  const [answer] = await quayside({ url, token: ann })
    .joinById('borneo', mine.id)
    .then((again) => again.legal());
  expect(answer?.decision).toBe(body.notices[0]?.decision);
});

test('a worker whose subscription was changed tells the server, without a page', async () => {
  const here = site();
  if (here === undefined) return;
  const { url } = here;
  const token = await guest({ url, name: 'Zoé' });
  const visitor = await here.visit('/join', { remembered: { token, name: 'Zoé', guides: false } });
  await withPushService(visitor, url);
  const { page, context } = visitor;
  await page.goto(`${url}/settings`);
  await isKept(page);
  await page.getByRole('checkbox', { name: 'Call me when it is my turn' }).check();
  await page.getByText('also while no page of this server is open').waitFor();
  const zoe = quayside({ url, token });
  const { targets, pushKey } = await zoe.notices();
  const [worker] = context.serviceWorkers();
  if (worker === undefined) throw new Error('no worker');
  await page.close();
  const other = service.subscribe(pushKey);
  await worker.evaluate((subscription) => {
    PushManager.prototype.subscribe = () => Promise.resolve({ toJSON: () => subscription } as never);
    globalThis.dispatchEvent(
      new (globalThis as never as { ExtendableEvent: typeof Event }).ExtendableEvent(
        'pushsubscriptionchange',
      ),
    );
  }, other);
  const told = () => service.messages.filter(({ endpoint }) => endpoint === other.endpoint);
  await until(async () => {
    await zoe.testTarget(targets[0]?.id ?? '');
    return told().length > 0;
  });
  expect((await zoe.notices()).targets.map(({ id }) => id)).toEqual(targets.map(({ id }) => id));
});
