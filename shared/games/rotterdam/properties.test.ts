// Properties that must hold in every game. Of simultaneous trading: whatever the order of arrival, no card is lost,
// duplicated or leaked.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { canonicalJson } from '../../kernel/canonical.ts';
import { nameDecision } from '../../kernel/decisions.ts';
import { playSteps, randomCommand, seedOf } from '../../testing/play.ts';
import { heard, told, typesOf } from '../../testing/scenario.ts';
import type { Command } from './commands.ts';
import { tallyOf } from './hands.ts';
import { productsOf, type State, type Tally } from './state.ts';
import {
  accepted,
  begun,
  components,
  type Done,
  game,
  refusal,
  type Scenario,
  scenario,
} from './testing/scenario.ts';

const PRODUCTS = components.products.map(({ id }) => id);
const tally = fc.dictionary(
  fc.constantFrom(...PRODUCTS.slice(0, 5), 'gold'),
  fc.integer({ min: 1, max: 3 }),
  {
    minKeys: 1,
    maxKeys: 2,
  },
);
const offer = fc.integer({ min: 1, max: 12 });
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('offer-trade' as const),
      to: fc.oneof(fc.nat(4), fc.constant('*' as const)),
      give: tally,
      want: tally,
    }),
  },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('accept-offer' as const), offer }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('withdraw-offer' as const), offer }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('decline-offer' as const), offer }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('reveal-products' as const), products: tally }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom({ type: 'stop-trading' as const }, { type: 'resume-trading' as const }),
  },
);
const hand = fc.record({
  bread: fc.integer({ min: 1, max: 2 }),
  pasta: fc.nat(2),
  'orange-juice': fc.nat(1),
  jam: fc.nat(1),
  clothing: fc.nat(1),
});
const market = fc.array(hand, { minLength: 3, maxLength: 4 }).map(
  (products): Scenario => ({
    seats: products.length,
    phase: 'trading',
    products,
    navigation: products.map((_, n) => [`nav-joker-${n + 1}`].filter(() => n < 3)),
  }),
);

function handsOf(state: State): Tally[] {
  return state.shown.players.map(({ seat }) => game.seatView(state, seat).products);
}

function poolOf(hands: readonly Tally[]): Tally {
  const pool: Tally = {};
  for (const cards of hands) {
    for (const product of Object.keys(cards)) pool[product] = (pool[product] ?? 0) + (cards[product] ?? 0);
  }
  return pool;
}

/** One moment of a busy table: what every seat sends after seeing the same state, in order of arrival. */
const moment = fc.record({
  order: fc.shuffledSubarray([0, 1, 2, 3], { minLength: 2 }),
  picks: fc.array(fc.nat(200), { minLength: 4, maxLength: 4 }),
  wild: fc.option(command, { freq: 3 }),
});
const moments = fc.array(moment, { minLength: 4, maxLength: 14 });

/** Plays the moments; `onEach` sees every accepted command with the table before and after it. */
function playMoments(
  scene: Scenario,
  sent: readonly (typeof moment extends fc.Arbitrary<infer Moment> ? Moment : never)[],
  onEach: (done: Done, before: State, seat: number, command: Command) => void,
): void {
  let done: Done = { state: scenario(scene), news: [] };
  for (const { order, picks, wild } of sent) {
    const seats = order.filter((seat) => seat < done.state.shown.players.length);
    const wishes = seats.map((seat) => wild ?? wish(done.state, seat, picks[seat] ?? 0));
    for (const [index, seat] of seats.entries()) {
      const wanted = wishes[index];
      if (wanted === undefined) continue;
      const before = done.state;
      const text = canonicalJson(before);
      const outcome = game.apply(before, seat, wanted);
      expect(canonicalJson(before)).toBe(text);
      if (!outcome.ok) continue;
      done = { state: game.clone(outcome.state), news: outcome.news };
      if (done.state.shown.phase !== 'trading') return;
      onEach(done, before, seat, wanted);
    }
  }
}

/** A command that is legal at the beginning of the moment: an answer to an offer, if there is one. */
function wish(state: State, seat: number, pick: number): Command | undefined {
  const possible: Command[] = [];
  for (const candidate of game.legal(state, seat)) {
    if (candidate.type === 'accept-offer' && pick % 2 === 0) return candidate;
    if (candidate.type !== 'stop-trading' || pick % 10 === 0) possible.push(candidate);
    if (possible.length > 120) break;
  }
  return possible[pick % Math.max(1, possible.length)];
}

describe('ROT-7: concurrent trade', () => {
  test('ROT-7.4, ROT-7.5: a burst of trade commands conserves every card and keeps every offer covered', () => {
    let exchanges = 0;
    fc.assert(
      fc.property(market, moments, (scene, sent) => {
        playMoments(scene, sent, (done, before) => {
          expect(game.violations(done.state)).toEqual([]);
          const [old, now] = [handsOf(before), handsOf(done.state)];
          expect(poolOf(now)).toEqual(poolOf(old));
          if (!typesOf(done).includes('trade-completed')) {
            expect(now).toEqual(old);
            return;
          }
          exchanges += 1;
          expectExchange(done, old, now);
        });
      }),
      { numRuns: 150, seed: 5 },
    );
    expect(exchanges).toBeGreaterThan(100);
  });

  test('ROT-7.4: whichever acceptance of an offer to all comes first, the cards change hands once', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([1, 2, 3], { minLength: 2 }), (order) => {
        const products = [{ bread: 2 }, { jam: 1 }, { jam: 1 }, { jam: 1 }];
        const market = scenario({ seats: 4, phase: 'trading', products });
        let { state } = accepted(market, 0, {
          type: 'offer-trade',
          to: '*',
          give: { bread: 1 },
          want: { jam: 1 },
        });
        const accept: Command = { type: 'accept-offer', offer: 1 };
        const verdicts = order.map((seat) => {
          const verdict = refusal(state, seat, accept);
          if (verdict === 'accepted') state = accepted(state, seat, accept).state;
          return verdict;
        });
        expect(verdicts).toEqual(['accepted', ...order.slice(1).map(() => 'unknown-offer ROT-7.4')]);
        expect(tallyOf(productsOf(state, 0))).toEqual({ bread: 1, jam: 1 });
        expect(tallyOf(productsOf(state, order[0] ?? 0))).toEqual({ bread: 1 });
      }),
    );
  });

  test('ROT-2.3: the id of a trader’s decision changes with the trader’s own commands and no others', () => {
    fc.assert(
      fc.property(market, moments, (scene, sent) => {
        playMoments(scene, sent, (done, before, seat) => {
          for (const decision of before.open) {
            const now = done.state.open.find((open) => open.seat === decision.seat);
            if (decision.seat !== seat) expect(now).toEqual(decision);
            else expect(now?.id).not.toBe(decision.id);
            expect(nameDecision(done.state, decision.seat, decision.id)).toBe(
              decision.seat === seat ? 'stale-decision' : 'open',
            );
          }
        });
      }),
      { numRuns: 100, seed: 6 },
    );
  });

  test('ROT-7.6: what a private offer or exchange contains reaches sender and addressee only', () => {
    fc.assert(
      fc.property(market, moments, (scene, sent) => {
        playMoments(scene, sent, (done, before) => {
          const directed = new Set(before.shown.offers.flatMap(({ id, to }) => (to === '*' ? [] : [id])));
          for (const witness of [null, 0, 1, 2, 3]) expectDiscretion(done, witness, directed);
          for (const { to, give, want } of game.publicView(done.state).offers) {
            expect([give === undefined, want === undefined]).toEqual([to !== '*', to !== '*']);
          }
        });
      }),
      { numRuns: 100, seed: 7 },
    );
  });
});

/** Both hands changed as the event says, and no other hand did. */
function expectExchange(done: Done, before: readonly Tally[], after: readonly Tally[]): void {
  const { from, to } = told(done, 'trade-completed');
  const { give = {}, want = {} } = told(done, 'trade-completed', from);
  for (const [seat, hand] of after.entries()) {
    for (const product of PRODUCTS) {
      const change = (hand[product] ?? 0) - (before[seat]?.[product] ?? 0);
      const net = (want[product] ?? 0) - (give[product] ?? 0);
      expect(change).toBe(seat === from ? net : seat === to ? 0 - net : 0);
    }
  }
  expect(done.state.shown.offers.filter((open) => open.from === from || open.from === to)).toEqual([]);
  expect(done.state.shown.players[from]?.revealed).toEqual({});
  expect(done.state.shown.players[to]?.revealed).toEqual({});
}

function expectDiscretion(done: Done, witness: number | null, directed: ReadonlySet<number>): void {
  for (const event of heard(done, witness)) {
    if (event.type !== 'trade-offered' && event.type !== 'trade-completed') continue;
    const open = event.type === 'trade-offered' ? event.to === '*' : !directed.has(event.offer);
    const entitled = open || witness === event.from || witness === event.to;
    expect([event.give !== undefined, event.want !== undefined]).toEqual([entitled, entitled]);
  }
}

describe('the whole game', () => {
  test('every event happens in a few random games', () => {
    const told = new Set<string>();
    for (const openProducts of [false, true]) {
      for (let n = 0; n < 6; n++) {
        const start = begun(4, { openProducts, firstSeat: n % 4 }, n).state;
        for (const { news } of playSteps(game, start, seedOf(n), () => randomCommand)) {
          for (const { all } of news) told.add(all.type);
        }
      }
    }
    // The opening, and a command that answers no decision.
    for (const type of ['game-started', 'trading-resumed']) told.add(type);
    expect([...told].sort()).toEqual([...game.events].sort());
  });

  test('ROT-3.1, ROT-4.1: legal commands of the first rounds are counted', () => {
    const count = (state: State, depth: number): number => {
      const seat = state.open[0]?.seat ?? 0;
      let leaves = 0;
      for (const command of game.legal(state, seat)) {
        if (depth === 1) {
          leaves++;
          continue;
        }
        const outcome = game.apply(state, seat, command);
        if (!outcome.ok) throw new Error(outcome.code);
        leaves += count(outcome.state, depth - 1);
      }
      return leaves;
    };
    const start = begun(2, { firstSeat: 0 }).state;
    expect([1, 2, 3].map((depth) => count(start, depth))).toEqual([21, 341, 1705]);
  });
});
