// If there are more legal commands than one answer lists, every one can still be composed, and boards show the
// right options: with the answers of a real match.
import { describe, expect, test } from '@jest/globals';
import {
  game as borneoGame,
  components as borneoPieces,
  scenario as borneoScenario,
} from '../../shared/games/borneo/testing/scenario.ts';
import { rotterdam } from '../../shared/games/rotterdam/index.ts';
import { builtInOf } from '../../shared/kernel/built-in.ts';
import type { Game } from '../../shared/kernel/game.ts';
import { Match } from '../../shared/kernel/match.ts';
import { type LegalLimits, legalAsWished, legalCommands } from '../../shared/protocol/narrowing.ts';
import { optionsOf, playSteps, randomCommand, seedOf } from '../../shared/testing/play.ts';
import { matchAt } from '../../shared/testing/reach.ts';
import { tradesIn } from '../boards/borneo/payment.ts';
import { Choice, type ChoiceDoor } from './choice.ts';
import { isSame } from './leaves.ts';

const game = builtInOf(rotterdam) as unknown as Game;
const LIMITS = { legalCommandsSent: 40, legalCommandsTried: 2_000 };
const SEATS = 3;
/** Tried at most. */
const MATCHES = 20;

interface Command {
  readonly type: string;
  readonly decision?: number | null;
  readonly to?: unknown;
  readonly give?: Readonly<Record<string, number>>;
  readonly want?: Readonly<Record<string, number>>;
}
interface Some {
  readonly Options: object;
  readonly Command: Command;
  readonly Event: { readonly type: string };
  readonly Public: object;
  readonly Private: object;
  readonly Code: string;
  readonly Kind: string;
  readonly Catalogue: object;
}

interface Payment {
  readonly mission: string;
  readonly cards: readonly string[];
  readonly trade?: { readonly card: string; readonly as: string };
}

/** A match in its trading phase, and a seat with many offers to make. */
function market(): { match: Match; seat: number } {
  for (let luck = 2; luck < MATCHES; luck++) {
    const found = marketBy(seedOf(luck));
    if (found !== undefined) return found;
  }
  throw new Error('nobody had anything to offer');
}

function marketBy(luck: string): { match: Match; seat: number } | undefined {
  const options = optionsOf(game, SEATS);
  const match = new Match(game, options, SEATS, seedOf(1));
  const { state } = game.setup(options, SEATS, seedOf(1));
  for (const { seat, command } of playSteps(game, state, luck, () => randomCommand)) {
    for (let who = 0; who < SEATS; who++) {
      const offers = [...match.legal(who, { type: 'offer-trade', fields: {} })];
      if (offers.length > 4 * LIMITS.legalCommandsSent) return { match, seat: who };
    }
    const decision = game.unasked.includes(command.type) ? null : (match.decisionOf(seat)?.id ?? null);
    const judged = match.propose(seat, { decision, command }, 'player');
    if (!judged.ok) throw new Error(judged.code);
    match.settle();
  }
  return undefined;
}

const { match, seat } = market();
const decision = match.decisionOf(seat);
const offers = [...match.legal(seat, { type: 'offer-trade', fields: {} })].map(
  (command) => ({ decision: decision?.id, ...command }) as Command,
);

const asked = () => askedFor(match, seat, LIMITS);

async function askedFor(match: Match, seat: number, limits: LegalLimits): Promise<Choice<Some>> {
  const door: ChoiceDoor<Some> = {
    legal: (wish) =>
      Promise.resolve(
        wish?.type === undefined
          ? legalCommands(match, seat, limits)
          : legalAsWished(match, seat, { type: wish.type, fields: wish.fields ?? {} }, limits),
      ),
    preview: () => Promise.resolve({ state: 'asking' }),
    send: () => Promise.resolve(undefined),
  };
  const choice = new Choice<Some>(door);
  await choice.ask({ id: 1, seat, kind: 'trading', deadline: null, ...match.decisionOf(seat) } as never);
  return choice;
}

/** Lets the answers to the picks arrive. */
const heard = () => new Promise((resolve) => setImmediate(resolve));

test('there are more than are listed, of one type', async () => {
  const choice = await asked();
  expect(choice.legal.value.complete).toBe(false);
  expect(offers.length).toBeGreaterThan(choice.legal.value.commands.length);
  expect(choice.offers('offer-trade')).toBe(true);
  expect(choice.types('asked')).toContain('offer-trade');
  expect(choice.steps.value).toMatchObject([{ path: 'type' }]);
});

test('every offer, listed or not, is composed from picks of its entries', async () => {
  const stride = Math.ceil(offers.length / 40);
  for (const offer of offers.filter((_, n) => n % stride === 0)) {
    const choice = await asked();
    choice.pickType('offer-trade');
    await heard();
    choice.pick('to', offer.to);
    for (const side of ['give', 'want'] as const)
      for (const [id, count] of Object.entries(offer[side] ?? {})) {
        await heard();
        choice.pick(`${side}.${id}`, count);
      }
    await heard();
    expect(choice.candidate.value).toEqual(offer);
  }
});

test('the steps offer every value that some offer has', async () => {
  const choice = await asked();
  choice.pickType('offer-trade');
  await heard();
  const receivers = choice.steps.value.find(({ path }) => path === 'to')?.options ?? [];
  for (const { to } of offers) expect(receivers.some((one) => isSame(one, to))).toBe(true);
});

test('with the type taken back, everything is available again', async () => {
  const choice = await asked();
  choice.pickType('offer-trade');
  await heard();
  expect(new Set(choice.legal.value.commands.map(({ type }) => type)).size).toBe(1);
  choice.undo();
  expect(choice.isEmpty.value).toBe(true);
  expect(new Set(choice.legal.value.commands.map(({ type }) => type)).size).toBeGreaterThan(1);
});

test('a composed choice is not sent at once, since it may be extended', async () => {
  const choice = await asked();
  choice.pickType('offer-trade');
  await heard();
  choice.pick('to', offers[0]?.to);
  await heard();
  expect(choice.isUnambiguous.value).toBe(false);
});

describe('payments of a hoarder in Borneo', () => {
  const hoard = [...borneoPieces.cardOf.keys()].filter((_, n) => n % 3 === 0).slice(0, 20);
  const options = { blackbeard: true };
  const state = borneoScenario({ kind: 'mission', warehouses: { 0: hoard }, options });
  const rich = matchAt(borneoGame, state as never);
  const all = [...rich.legal(0, { type: 'complete-mission', fields: {} })] as unknown as Payment[];
  const missions = [...new Set(all.map(({ mission }) => mission))];
  const limits = { legalCommandsSent: 500, legalCommandsTried: 5_000 };

  test('are more than a request examines', () => {
    expect(all.length).toBeGreaterThan(limits.legalCommandsTried);
  });

  test.each(missions)(
    'for %s: the mission, then card by card what is offered, then the trade',
    async (mission) => {
      const payments = all.filter((payment) => payment.mission === mission);
      const stride = Math.ceil(payments.length / 12);
      for (const payment of payments.filter((_, n) => n % stride === 0)) {
        const choice = await askedFor(rich, 0, limits);
        expect(choice.offers('mission', mission)).toBe(true);
        choice.pickType('complete-mission');
        choice.pick('mission', mission);
        for (const card of payment.cards) {
          await heard();
          expect(choice.fitsAsItem('cards', card)).toBe(true);
          expect(choice.offers('skip-mission')).toBe(true);
          choice.toggle('cards', card);
        }
        await heard();
        if (payment.trade !== undefined) {
          expect(tradesIn(choice.fitting.value as never)).toContainEqual(payment.trade);
          choice.pick('trade', payment.trade);
          await heard();
        }
        const { cards = [], ...rest } = choice.candidate.value as unknown as Payment;
        expect({ ...rest, cards: [...cards].sort() }).toEqual({
          decision: rich.decisionOf(0)?.id,
          ...payment,
          cards: [...payment.cards].sort(),
        });
      }
    },
  );
});
