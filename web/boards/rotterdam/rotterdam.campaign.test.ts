// Whole matches of Rotterdam through its board alone, with the pointer and by the keyboard; and two browsers that trade.
import { expect, jest, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { type Games, guest, quayside, type Table } from '../../../client/index.ts';
import { createRng, pick, type Rng } from '../../../shared/kernel/rng.ts';
import { faultsOf } from '../../testing/check.ts';
import { openSite, type Site } from '../../testing/site.ts';

jest.setTimeout(600_000);

const site = openSite();

type Means = 'pointer' | 'keyboard';

/** For what may go away before it is clicked. */
const CLICK_MS = 3_000;
const PATIENCE_MS = 120_000;
const PICKS = 12;

const CHOICES = '.rot-board .piece[data-can], .rot-own .piece[data-can]';
/** Passing, stopping, answering an offer: chosen now and then, so that the match goes on. */
const ANSWERS = '.rot-answer[data-can]';
/** Rare chances are not missed: a mission that can be fulfilled, a card that can be played. */
const CHANCES = '.rot-mission[data-can]:not([data-picked]), .rot-navigation[data-can]:not([data-picked])';

/** Picks at random on the board and in the hand, and confirms what comes about. */
class BoardPlayer {
  readonly #page: Page;
  readonly #means: Means;
  readonly #luck: Rng;
  #picks = 0;

  constructor(page: Page, means: Means) {
    page.setDefaultTimeout(PATIENCE_MS);
    this.#page = page;
    this.#means = means;
    this.#luck = createRng('7'.repeat(32));
  }

  get #over() {
    return this.#page.getByRole('link', { name: /^(Look back|Revoir la partie)/ });
  }

  get #confirm() {
    return this.#page.getByRole('button', { name: /^(Confirm|Valider)/ }).and(this.#page.locator(':enabled'));
  }

  /** Until so many answers are given. False: the match is over. */
  async play(most: number): Promise<boolean> {
    for (let answers = 0; answers < most; ) {
      await this.#confirm.or(this.#page.locator(CHOICES)).or(this.#over).first().waitFor();
      if ((await this.#over.count()) > 0) return false;
      if ((await this.#confirm.count()) > 0) {
        await this.#send();
        answers++;
        this.#picks = 0;
      } else if (++this.#picks % PICKS === 0) await this.#page.keyboard.press('x');
      else await this.#choose();
    }
    return true;
  }

  async #send(): Promise<void> {
    if (this.#means === 'keyboard') await this.#page.keyboard.press('c');
    else await ignoringHaste(this.#confirm.first().click({ timeout: CLICK_MS }));
    await ignoringHaste(this.#confirm.first().waitFor({ state: 'hidden', timeout: CLICK_MS }));
  }

  async #choose(): Promise<void> {
    const answers = await this.#page.locator(ANSWERS).all();
    const chances = this.#picks === 1 ? await this.#page.locator(CHANCES).all() : [];
    const isShort = answers.length > 0 && this.#picks % 5 === 0;
    const rest = isShort ? answers : await this.#page.locator(CHOICES).all();
    const choices = chances.length > 0 ? chances : rest;
    if (choices.length === 0) return;
    const choice = pick(this.#luck, choices);
    if (this.#means === 'pointer') return ignoringHaste(choice.click({ timeout: CLICK_MS }));
    await ignoringHaste(choice.focus({ timeout: CLICK_MS }));
    await this.#page.keyboard.press('Enter');
  }
}

/** Things come and go with the moves of others: one that has gone is not missed. */
async function ignoringHaste(act: Promise<void>): Promise<void> {
  await act.catch((error: unknown) => {
    if (!(error instanceof Error) || error.name !== 'TimeoutError') throw error;
  });
}

/** The types of commands that a seat sent from the browser. */
async function sentBy({ running }: Site, match: string, seat: number): Promise<ReadonlyMap<string, number>> {
  const sent = new Map<string, number>();
  for (const entry of await running.quayside.deps.store.journal(match)) {
    if (entry.seat !== seat) continue;
    const { type } = entry.command;
    sent.set(type, (sent.get(type) ?? 0) + 1);
  }
  return sent;
}

test.each([
  ['fr', 1280, 800, 'pointer', 12],
  ['en', 360, 740, 'keyboard', 6],
] as const)(
  'a match in %s, %i × %i, by %s, to its result',
  async (language, width, height, means, rounds) => {
    const here = site();
    if (here === undefined) return;
    const token = await guest({ url: here.url, name: 'Ann' });
    const table = await quayside({ url: here.url, token }).create('rotterdam', {
      seats: 3,
      bots: 2,
      clock: 'none',
      options: { firstSeat: 0, openProducts: true, targetMissionPoints: 12, maxRounds: rounds },
    });
    await table.start();
    const remembered = { token, name: 'Ann', guides: false };
    const { page } = await here.visit(`/table/${table.id}`, { language, width, height, remembered });
    const player = new BoardPlayer(page, means);
    const faults = new Set<string>();
    const look = async () => {
      for (const fault of await faultsOf(page, `Rotterdam in ${language}`)) faults.add(fault);
    };
    for (let goesOn = true; goesOn; ) {
      goesOn = await player.play(8);
      await look();
    }
    const sent = await sentBy(here, table.id, 0);
    console.info(`sent from the board (${means}): ${[...sent].map((one) => one.join(' ')).join(', ')}`);
    for (const type of ['place-ship', 'choose-colour', 'end-turn']) expect(sent.get(type)).toBeGreaterThan(0);
    expect([...faults]).toEqual([]);
    table.close();
  },
);

type Rotterdam = Games['rotterdam'];

type Command = Rotterdam['Command'];

/** Plays on at random, without trades and missions, until one of the players sees what is waited for. */
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

test('a mission is fulfilled from the hand', async () => {
  const here = site();
  if (here === undefined) return;
  const { url } = here;
  const [ann, bob] = await Promise.all([guest({ url, name: 'Ann' }), guest({ url, name: 'Bob' })]);
  const table = await quayside({ url, token: ann }).create('rotterdam', { seats: 2, clock: 'none' });
  const other = await quayside({ url, token: bob }).joinById('rotterdam', table.id);
  await table.start();
  await until([table, other], (_, answers) => answers.some(({ type }) => type === 'fulfil-mission'));
  const pages: Page[] = [];
  for (const token of [ann, bob])
    pages.push((await here.visit(`/table/${table.id}`, { remembered: { token, guides: false } })).page);
  const mission = (page: Page) => page.locator('.rot-mission[data-can]').first();
  const [one, two] = pages;
  if (one === undefined || two === undefined) throw new Error('two pages');
  await Promise.race([mission(one).waitFor(), mission(two).waitFor()]);
  const page = (await mission(one).count()) > 0 ? one : two;
  await mission(page).click();
  const confirm = page.getByRole('button', { name: 'Confirm: Fulfil a mission' });
  // With cards left to play, the turn is ended.
  await confirm
    .or(page.getByRole('button', { name: 'Then end the turn' }))
    .first()
    .waitFor();
  if ((await confirm.count()) === 0) await page.getByRole('button', { name: 'Then end the turn' }).click();
  await confirm.and(page.locator(':enabled')).click();
  await confirm.waitFor({ state: 'hidden' });
  const sent = [await sentBy(here, table.id, 0), await sentBy(here, table.id, 1)];
  expect(sent.reduce((sum, types) => sum + (types.get('fulfil-mission') ?? 0), 0)).toBe(1);
  table.close();
  other.close();
});

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
  /** One of the first product held, for one of whatever stands there. */
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
  await answer(one, 'Withdraw offer 1', 'Withdraw your offer');
  await slip(two, 1).getByText('Withdrawn').waitFor();

  await offer('jam');
  await answer(two, 'Decline offer 2', 'Decline the offer');
  await slip(one, 2).getByText('Declined').waitFor();

  // Bob's first product, as his own board names it.
  const held = (await rowOf(two, 'You give').getByRole('button').first().getAttribute('aria-label')) ?? '';
  const wanted = /^Give (.*):/.exec(held)?.[1] ?? '';
  await offer(wanted);
  await answer(two, 'Accept offer 3', 'Accept the offer');
  await slip(one, 3).getByText('Accepted').waitFor();

  // She shows a card to all, stops, and comes back.
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
  expect([...(await sentBy(here, table.id, 0)).keys()]).toEqual(
    expect.arrayContaining([
      'offer-trade',
      'withdraw-offer',
      'reveal-products',
      'stop-trading',
      'resume-trading',
    ]),
  );
  expect([...(await sentBy(here, table.id, 1)).keys()]).toEqual(
    expect.arrayContaining(['decline-offer', 'accept-offer']),
  );
  table.close();
  other.close();
});
