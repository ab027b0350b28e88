// What tests do with the service worker of a real browser, and with the questions of a table.
import type { BrowserContext, CDPSession, Page, Worker } from 'playwright-core';
import { type Games, type GameTypes, guest, quayside, type Table } from '../../client/index.ts';

/** Bounded by the test. */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 50));
}

/** The player stays until the table is closed, and agrees to whatever is to be taken back. */
export async function agree(table: Table<GameTypes>): Promise<void> {
  for await (const line of table.lines()) {
    const question = line.type === 'table' ? line.table.undoQuestion : null;
    if (question !== null && table.seat !== null && !question.agreed.includes(table.seat))
      await table.answerUndo(question.id, true);
  }
}

/** Once these seats would be asked: a player counts only while here. */
export async function wouldAsk(table: Table<GameTypes>, ...seats: readonly number[]): Promise<void> {
  await until(async () => {
    const offer = await table.undoable();
    return offer.ok && String(offer.asks) === String(seats);
  });
}

/** A table over days of Ann, who begins, Bob, and a bot; not started. */
export async function slowTable(url: string) {
  const [ann, bob] = await Promise.all(['Ann', 'Bob'].map((name) => guest({ url, name })));
  const wish = { seats: 3, bots: 1, clock: 'days', options: { firstSeat: 0 } } as const;
  const mine = await quayside({ url, token: ann ?? '' }).create('borneo', wish);
  const theirs = await quayside({ url, token: bob ?? '' }).joinById('borneo', mine.id);
  return { ann: ann ?? '', bob: bob ?? '', mine, theirs };
}

export async function isKept(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
}

export async function moveOn(page: Page): Promise<void> {
  const bar = page.getByRole('region', { name: 'What is asked of you' });
  const confirm = bar.locator('.action-confirm:enabled');
  const option = bar.getByRole('group').getByRole('button');
  await bar.getByRole('button', { name: 'All answers' }).or(option).or(confirm).first().waitFor();
  // They stay open from move to move.
  const all = bar.getByRole('button', { name: 'All answers', expanded: false });
  if ((await all.count()) > 0) await all.click();
  for (let picks = 0; (await confirm.count()) === 0 && picks < 8; picks++) {
    await option.first().click();
    await bar.locator('.action-option:enabled, .action-confirm:enabled').first().waitFor();
  }
  await confirm.click();
}

interface Delivery {
  readonly session: CDPSession;
  readonly registrationId: string;
}

export async function deliveryTo(context: BrowserContext, page: Page): Promise<Delivery> {
  const session = await context.newCDPSession(page);
  const found = Promise.withResolvers<string>();
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const id = registrations.find(({ isDeleted }) => !isDeleted)?.registrationId;
    if (id !== undefined) found.resolve(id);
  });
  await session.send('ServiceWorker.enable');
  return { session, registrationId: await found.promise };
}

interface Clicked {
  readonly opened: readonly string[];
  readonly focused: readonly string[];
}

/** What a click on the only notification does, except that no window can be opened without a hand on a screen. */
export async function clickedIn(worker: Worker): Promise<Clicked> {
  return await worker.evaluate(async () => {
    const { registration, clients, WindowClient, NotificationEvent } = globalThis as never as {
      registration: { getNotifications(): Promise<readonly object[]> };
      clients: { openWindow(url: string): Promise<unknown> };
      WindowClient: { readonly prototype: { focus(this: { url: string }): Promise<unknown> } };
      NotificationEvent: new (name: string, about: object) => Event;
    };
    const opened: string[] = [];
    const focused: string[] = [];
    clients.openWindow = (url) => Promise.resolve(opened.push(url));
    WindowClient.prototype.focus = function () {
      return Promise.resolve(focused.push(new URL(this.url).pathname));
    };
    const [notification] = await registration.getNotifications();
    const event = new NotificationEvent('notificationclick', { notification });
    globalThis.dispatchEvent(event);
    for (let tries = 0; tries < 100 && opened.length + focused.length === 0; tries++)
      await new Promise((resolve) => setTimeout(resolve, 20));
    return { opened, focused };
  });
}

interface Shown {
  readonly title: string;
  readonly tag: string;
  readonly body: string;
}

/** As the browser has them. */
export async function shownIn(page: Page): Promise<readonly Shown[]> {
  return await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration('/');
    const all = (await registration?.getNotifications()) ?? [];
    return all.map(({ title, tag, body }) => ({ title, tag, body }));
  });
}

/** The first legal answer. False: nothing is asked of that player. */
export async function moved(table: Table<Games['borneo']>): Promise<boolean> {
  const answer = (await table.legal()).find(({ decision }) => (decision ?? null) !== null);
  // The clock and bots may be faster.
  if (answer !== undefined) await table.send(answer);
  return answer !== undefined;
}
