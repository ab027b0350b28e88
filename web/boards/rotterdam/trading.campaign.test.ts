// Two browsers trade with each other at the board of Rotterdam.
import { expect, jest, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { type Games, guest, quayside, type Table } from '../../../client/index.ts';
import { createRng, pick } from '../../../shared/kernel/rng.ts';
import { sentBy } from '../../testing/sent.ts';
import { openSite } from '../../testing/site.ts';

jest.setTimeout(300_000);

const site = openSite();

type Rotterdam = Games['rotterdam'];

type Command = Rotterdam['Command'];

/** Plays on at random, without trades and missions, until one of the players sees the expected state. */
async function until(
  tables: readonly Table<Rotterdam>[],
  isThere: (view: Rotterdam['Public'], answers: readonly Command[]) => boolean,
): Promise<void> {
  const luck = createRng('4'.repeat(32));
  const stop = { isReached: false };
  const play = async (table: Table<Rotterdam>) => {
    for await (const { view, decision, legal, send } of table.turns()) {
      const answers = (await legal()).filter((command) => command.decision === decision.id);
      stop.isReached ||= isThere(view, answers);
      if (stop.isReached) return;
      const passes = answers.filter(
        ({ type }) => type === 'stop-trading' || (type === 'end-turn' && view.phase === 'missions'),
      );
      const loaded = answers.filter((command) => command.type === 'place-ship' && command.material !== null);
      const [preferred = answers] = [passes, loaded].filter((some) => some.length > 0);
      await send(pick(luck, preferred));
    }
  };
  await Promise.race(tables.map(play));
}

test('two browsers trade with each other: an offer is withdrawn, one declined, one accepted; cards are shown', async () => {
  const here = site();
  if (here === undefined) return;
  const { url } = here;
  const [ann, bob] = await Promise.all([guest({ url, name: 'Ann' }), guest({ url, name: 'Bob' })]);
  const table = await quayside({ url, token: ann }).create('rotterdam', {
    seats: 2,
    clock: 'none',
    options: { firstSeat: 0, targetMissionPoints: 30 },
  });
  const other = await quayside({ url, token: bob }).joinById('rotterdam', table.id);
  await table.start();
  await until(
    [table, other],
    ({ phase, players }) => phase === 'trading' && players.every(({ productCount }) => productCount > 0),
  );
  const visitOf = (token: string, name: string) =>
    here.visit(`/table/${table.id}`, { remembered: { token, name, guides: false } });
  const [one, two] = [(await visitOf(ann, 'Ann')).page, (await visitOf(bob, 'Bob')).page];

  const confirm = async (page: Page, what: string) => {
    const button = page.getByRole('button', { name: `Confirm: ${what}` }).and(page.locator(':enabled'));
    await button.click();
    await button.waitFor({ state: 'hidden' });
  };
  const rowOf = (page: Page, name: string) =>
    page.getByRole('region', { name: 'Trading' }).getByRole('group', { name, exact: true });
  /** One of the first product held, for one of any product offered there. */
  const offer = async (wanted: string) => {
    await rowOf(one, 'Offer to').getByRole('button', { name: 'Bob' }).click();
    await rowOf(one, 'You give').getByRole('button').first().click();
    await rowOf(one, 'You want')
      .getByRole('button', { name: new RegExp(`^Want ${wanted}:`) })
      .click();
    await confirm(one, 'Offer a trade');
  };
  const slip = (page: Page, id: number) => page.locator('.rot-slip', { hasText: `Offer ${id},` });
  const answer = async (page: Page, label: string, what: string) => {
    await page.getByRole('button', { name: label }).click();
    await confirm(page, what);
  };

  await offer('jam');
  await slip(two, 1)
    .getByText('Open', { exact: true })
    .or(slip(two, 1).getByText(/You lack/))
    .waitFor();
  // The offer being composed lies below the slips.
  const bottom = await slip(one, 1).evaluate((element) => element.getBoundingClientRect().bottom);
  const draft = await one.locator('.rot-draft').evaluate((element) => element.getBoundingClientRect().top);
  expect(draft).toBeGreaterThanOrEqual(bottom);
  await answer(one, 'Withdraw offer 1', 'Withdraw your offer');
  await slip(two, 1).getByText('Withdrawn').waitFor();

  await offer('jam');
  await answer(two, 'Decline offer 2', 'Decline the offer');
  await slip(one, 2).getByText('Declined').waitFor();

  // Bob's first product, as named by Bob's board.
  const held = (await rowOf(two, 'You give').getByRole('button').first().getAttribute('aria-label')) ?? '';
  const wanted = /^Give (.*):/.exec(held)?.[1] ?? '';
  await offer(wanted);
  await answer(two, 'Accept offer 3', 'Accept the offer');
  await slip(one, 3).getByText('Accepted').waitFor();

  // Ann shows a card to all, stops, and returns.
  await one.locator('.rot-own').getByRole('button', { name: 'Show product cards' }).click();
  await one
    .getByRole('button', { name: /^Show .*: 0 of/ })
    .first()
    .click();
  await confirm(one, 'Show product cards');
  await two.locator('.rot-trader .rot-mini').first().waitFor();
  for (const what of ['Stop trading', 'Resume trading']) {
    await one.locator('.rot-colours').getByRole('button', { name: what }).click();
    await confirm(one, what);
  }
  expect(await sentBy(here.running, table.id, 0)).toEqual(
    expect.arrayContaining([
      'offer-trade',
      'withdraw-offer',
      'reveal-products',
      'stop-trading',
      'resume-trading',
    ]),
  );
  expect(await sentBy(here.running, table.id, 1)).toEqual(
    expect.arrayContaining(['decline-offer', 'accept-offer']),
  );
  table.close();
  other.close();
});
