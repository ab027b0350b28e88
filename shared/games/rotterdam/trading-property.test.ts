// Traders who all talk at once: whatever arrives in whatever order, no card is lost, doubled or betrayed.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { canonicalJson } from '../../kernel/canonical.ts';
import type { Command } from './commands.ts';
import { components, game, type Scene, Table } from './scenario.ts';
import type { Position, Tally } from './state.ts';

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
  bread: fc.nat(2),
  pasta: fc.nat(2),
  'orange-juice': fc.nat(1),
  jam: fc.nat(1),
  clothing: fc.nat(1),
});
const market = fc.array(hand, { minLength: 3, maxLength: 4 }).map(
  (products): Scene => ({
    seats: products.length,
    phase: 'trading',
    products,
    navigation: products.map((_, n) => [`nav-joker-${n + 1}`].filter(() => n < 3)),
  }),
);

function handsOf(position: Position): Tally[] {
  return position.players.map((_, seat) => game.seatView(position, seat).products);
}

function poolOf(hands: readonly Tally[]): Tally {
  const pool: Tally = {};
  for (const cards of hands) {
    for (const product of Object.keys(cards)) pool[product] = (pool[product] ?? 0) + (cards[product] ?? 0);
  }
  return pool;
}

/** Every seat's command is chosen on the decision it sees before any of the burst arrives. */
const burst = fc.array(fc.record({ seat: fc.nat(3), command }), { minLength: 2, maxLength: 30 });

describe('concurrent trade', () => {
  test('ROT-7.4, ROT-7.5: a burst of trade commands conserves every card and keeps every offer covered', () => {
    let exchanges = 0;
    fc.assert(
      fc.property(market, burst, (scene, commands) => {
        const table = new Table(scene);
        const pool = poolOf(handsOf(table.position));
        for (const { seat, command: sent } of commands) {
          if (seat >= table.state.players.length || table.state.phase !== 'trading') continue;
          const before = handsOf(table.position);
          const text = canonicalJson(table.state);
          const outcome = game.apply(table.position, seat, sent);
          if (!outcome.ok) {
            expect(canonicalJson(table.state)).toBe(text);
            continue;
          }
          table.state = outcome.state;
          table.news = outcome.news;
          expect(game.violations(table.position)).toEqual([]);
          const after = handsOf(table.position);
          expect(poolOf(after)).toEqual(pool);
          const completed = table.types().includes('trade-completed');
          exchanges += completed ? 1 : 0;
          if (!completed) expect(after).toEqual(before);
          else expectExchange(table, before, after);
        }
      }),
      { numRuns: 400, seed: 5 },
    );
    expect(exchanges).toBeGreaterThan(100);
  });

  test('ROT-7.4: whichever acceptance of an offer to all comes first, the cards change hands once', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([1, 2, 3], { minLength: 2 }), (order) => {
        const table = new Table({
          seats: 4,
          phase: 'trading',
          products: [{ bread: 2 }, { jam: 1 }, { jam: 1 }, { jam: 1 }],
        });
        table.send(0, 'offer-trade', { to: '*', give: { bread: 1 }, want: { jam: 1 } });
        const verdicts = order.map((seat) => {
          const verdict = table.refusal(seat, 'accept-offer', { offer: 1 });
          if (verdict === 'accepted') table.send(seat, 'accept-offer', { offer: 1 });
          return verdict;
        });
        expect(verdicts).toEqual(['accepted', ...order.slice(1).map(() => 'unknown-offer ROT-7.4')]);
        expect(table.products(0)).toEqual({ bread: 1, jam: 1 });
        expect(table.products(order[0] ?? 0)).toEqual({ bread: 1 });
      }),
    );
  });

  test('ROT-2.3: no trader’s command makes another trader’s decision stale', () => {
    fc.assert(
      fc.property(market, burst, (scene, commands) => {
        const table = new Table(scene);
        for (const { seat, command: sent } of commands) {
          const before = table.state.open;
          const outcome = game.apply(table.position, seat, sent);
          if (!outcome.ok || outcome.state.phase !== 'trading') continue;
          table.state = outcome.state;
          for (const decision of before) {
            const now = table.state.open.find((open) => open.seat === decision.seat);
            if (decision.seat !== seat) expect(now).toEqual(decision);
            else expect(now?.id).not.toBe(decision.id);
          }
        }
      }),
      { numRuns: 200, seed: 6 },
    );
  });

  test('ROT-7.6: what a private offer or exchange contains reaches sender and addressee only', () => {
    fc.assert(
      fc.property(market, burst, (scene, commands) => {
        const table = new Table(scene);
        for (const { seat, command: sent } of commands) {
          const outcome = game.apply(table.position, seat, sent);
          if (!outcome.ok || outcome.state.phase !== 'trading') continue;
          const directed = new Set(table.state.offers.flatMap(({ id, to }) => (to === '*' ? [] : [id])));
          table.state = outcome.state;
          table.news = outcome.news;
          for (const witness of [null, 0, 1, 2, 3]) expectDiscretion(table, witness, directed);
          for (const { to, give, want } of game.publicView(table.position).offers) {
            expect([give === undefined, want === undefined]).toEqual([to !== '*', to !== '*']);
          }
        }
      }),
      { numRuns: 200, seed: 7 },
    );
  });
});

/** Both hands changed by what the event says, nobody else's did. */
function expectExchange(table: Table, before: readonly Tally[], after: readonly Tally[]): void {
  const { from, to } = table.event('trade-completed');
  const { give = {}, want = {} } = table.event('trade-completed', from);
  for (const [seat, hand] of after.entries()) {
    for (const product of PRODUCTS) {
      const change = (hand[product] ?? 0) - (before[seat]?.[product] ?? 0);
      const net = (want[product] ?? 0) - (give[product] ?? 0);
      expect(change).toBe(seat === from ? net : seat === to ? -net : 0);
    }
  }
  expect(table.state.offers.filter((open) => open.from === from || open.from === to)).toEqual([]);
  expect(table.state.players[from]?.revealed).toEqual({});
  expect(table.state.players[to]?.revealed).toEqual({});
}

function expectDiscretion(table: Table, witness: number | null, directed: ReadonlySet<number>): void {
  for (const event of table.told(witness)) {
    if (event.type !== 'trade-offered' && event.type !== 'trade-completed') continue;
    const open = event.type === 'trade-offered' ? event.to === '*' : !directed.has(event.offer);
    const entitled = open || witness === event.from || witness === event.to;
    expect([event.give !== undefined, event.want !== undefined]).toEqual([entitled, entitled]);
  }
}
