import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { newsFor } from '../../kernel/journal.ts';
import { begin, playSteps, randomCommand, seedOf } from '../../testing/play.ts';
import type { Event } from './events.ts';
import { missionsOf, navigationOf, productsOf, type State } from './state.ts';
import { accepted, game, refusal, scenario } from './testing/scenario.ts';

const CARD = /(?:mission-\d+|nav-[a-z-]+-\d+|prod-[a-z-]+-\d+)/g;
const cardsIn = (value: unknown): string[] => JSON.stringify(value).match(CARD) ?? [];

/** Cards that a seat (`null`: a spectator) may know by name in this position. */
function nameable(state: State, seat: number | null): Set<string> {
  const names = new Set<string>(state.shown.navigationDiscard);
  for (const [owner, player] of state.shown.players.entries()) {
    for (const card of [...player.laid, ...player.fulfilled]) names.add(card);
    if (owner === seat || state.shown.result !== null) {
      for (const card of [...missionsOf(state, owner), ...navigationOf(state, owner)]) names.add(card);
    }
  }
  return names;
}

describe('ROT-12: secrecy', () => {
  test('ROT-12.1, ROT-12.4: views and news name no card that its reader may not see', () => {
    fc.assert(
      fc.property(fc.nat(0xffff), fc.integer({ min: 2, max: 4 }), fc.boolean(), (n, seats, openProducts) => {
        const { state } = begin(game, seats, seedOf(n), {
          maxRounds: 9,
          targetMissionPoints: 8,
          openProducts,
        });
        for (const { before, after, news } of playSteps(game, state, seedOf(n + 1), () => randomCommand)) {
          for (let seat = -1; seat < seats; seat++) {
            const reader = seat < 0 ? null : seat;
            const known = nameable(after, reader);
            const seen = [game.publicView(after), reader === null ? {} : game.seatView(after, reader)];
            for (const card of cardsIn(seen)) expect(known).toContain(card);
            // A card played and reshuffled in one step was public in between.
            const passing = new Set([
              ...known,
              ...before.shown.navigationDiscard,
              ...playedIn(newsFor(news, null)),
            ]);
            for (const card of cardsIn(newsFor(news, reader))) expect(passing).toContain(card);
          }
        }
      }),
      { numRuns: 8, seed: 12 },
    );
  });

  test('ROT-12.2: a refusal tells its sender nothing about other hands', () => {
    const hands = [{ jam: 1 }, { pasta: 1 }];
    const refusals = hands.map((hand) => {
      const state = scenario({ seats: 3, phase: 'trading', products: [{ bread: 2 }, hand, { jam: 1 }] });
      const done = accepted(state, 0, { type: 'offer-trade', to: 1, give: { bread: 1 }, want: { jam: 1 } });
      return [
        refusal(done.state, 0, { type: 'offer-trade', to: 1, give: { bread: 1 }, want: { jam: 1 } }),
        refusal(done.state, 0, { type: 'accept-offer', offer: 1 }),
        refusal(done.state, 2, { type: 'accept-offer', offer: 1 }),
        refusal(done.state, 2, { type: 'offer-trade', to: 1, give: { jam: 1 }, want: { jam: 1 } }),
      ];
    });
    expect(refusals[0]).toEqual(refusals[1]);
    expect(refusals[0]).toEqual(['accepted', 'self-trade ROT-7.4', 'not-addressee ROT-7.4', 'accepted']);
  });

  test('ROT-12.4: hands in views are in edition order, whenever their cards came', () => {
    const state = scenario({
      phase: 'navigation',
      navigation: [['nav-inspection-1', 'nav-fortune-turns-2', 'nav-advantage-1']],
      pending: [1, 0],
      pile: ['nav-setback-1'],
      products: [{ plastic: 1, bread: 1, jam: 2 }],
    });
    const done = accepted(state, 0, { type: 'lay-advantage', card: 'nav-advantage-1' });
    expect(game.seatView(done.state, 0)).toMatchObject({
      navigation: ['nav-fortune-turns-2', 'nav-setback-1', 'nav-inspection-1'],
      products: { bread: 1, jam: 2, plastic: 1 },
    });
    expect(Object.keys(game.seatView(done.state, 0).products)).toEqual(['bread', 'jam', 'plastic']);
  });

  test('ROT-12.1: an imagined state keeps what was shown and offered in sight, and deals the rest anew', () => {
    const state = scenario({
      seats: 3,
      phase: 'trading',
      products: [{ bread: 1 }, { jam: 2, carpet: 1, petrol: 2 }, { pasta: 2, bread: 1, plastic: 1 }],
      navigation: [[], ['nav-joker-1', 'nav-storm-1'], []],
    });
    let done = accepted(state, 1, { type: 'reveal-products', products: { jam: 1 } });
    done = accepted(done.state, 1, { type: 'offer-trade', to: 0, give: { jam: 2 }, want: { bread: 1 } });
    done = accepted(done.state, 1, {
      type: 'offer-trade',
      to: 2,
      give: { carpet: 1, petrol: 1 },
      want: { plastic: 1 },
    });
    done = accepted(done.state, 2, { type: 'offer-trade', to: '*', give: { pasta: 1 }, want: { jam: 1 } });
    const hands = new Set<string>();
    for (let n = 0; n < 40; n++) {
      const twin = game.imagine(game.publicView(done.state), game.seatView(done.state, 0), 0, seedOf(n));
      expect(game.violations(twin)).toEqual([]);
      expect(game.publicView(twin)).toEqual(game.publicView(done.state));
      const jam = productsOf(twin, 1).filter((card) => card === 'jam');
      expect(jam.length).toBeGreaterThanOrEqual(2);
      hands.add(JSON.stringify([1, 2].map((seat) => game.seatView(twin, seat))));
    }
    expect(hands.size).toBeGreaterThan(35);
  });
});

function playedIn(events: readonly Event[]): string[] {
  return events.flatMap((event) => {
    if (event.type === 'navigation-played') return [event.card];
    if (event.type === 'mission-fulfilled') return event.jokers.map(({ card }) => card);
    return [];
  });
}
