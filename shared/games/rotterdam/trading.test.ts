import { describe, expect, test } from '@jest/globals';
import { Match } from '../../kernel/match.ts';
import type { Seat } from '../../kernel/seat.ts';
import { optionsOf } from '../../testing/play.ts';
import { asking, heard, told, typesOf } from '../../testing/scenario.ts';
import type { Command } from './commands.ts';
import { tallyOf } from './hands.ts';
import { type Draft, productsOf, type Tally } from './state.ts';
import { accepted, type Done, game, parsed, refusal, type Scenario, scenario } from './testing/scenario.ts';

function market(products: NonNullable<Scenario['products']>, more: Scenario = {}): Draft {
  return scenario({ seats: products.length, phase: 'trading', products, ...more });
}

const offer = (to: Seat | '*', give: Tally, want: Tally): Command => ({
  type: 'offer-trade',
  to,
  give,
  want,
});

describe('ROT-7: trading', () => {
  test('ROT-7.1: products for products, at least one on each side', () => {
    for (const fields of [
      { to: 1, give: {}, want: { jam: 1 } },
      { to: 1, give: { bread: 1 }, want: {} },
      { to: 1, give: { bread: 0 }, want: { jam: 1 } },
    ]) {
      expect(game.parseCommand('offer-trade', fields)).toMatchObject({ ok: false, code: 'bad-payload' });
    }
    const state = market([{ bread: 2 }, { jam: 1 }], { navigation: [['nav-joker-1']] });
    expect(refusal(state, 0, offer(1, { 'nav-joker-1': 1 }, { jam: 1 }))).toBe('unknown-product ROT-7.3');
    expect(refusal(state, 0, offer(1, { grain: 1 }, { jam: 1 }))).toBe('unknown-product ROT-7.3');
    expect(refusal(state, 0, offer(1, { bread: 1 }, { gold: 1 }))).toBe('unknown-product ROT-7.3');
    // Whatever the product is called, and alongside products that exist.
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      for (const others of ['', '"bread":1,']) {
        const strange = JSON.parse(`{${others}"${name}":1}`) as object;
        expect(refusal(state, 0, parsed('offer-trade', { to: 1, give: strange, want: { jam: 1 } }))).toBe(
          'unknown-product ROT-7.3',
        );
        expect(refusal(state, 0, parsed('offer-trade', { to: 1, give: { bread: 1 }, want: strange }))).toBe(
          'unknown-product ROT-7.3',
        );
        expect(refusal(state, 0, parsed('reveal-products', { products: strange }))).toBe(
          'unknown-product ROT-7.3',
        );
      }
    }
    // One card for several, including several of the same kind.
    expect(refusal(state, 0, offer(1, { bread: 2 }, { bread: 1 }))).toBe('accepted');
  });

  test('ROT-7.2: with fewer than two owners of products the phase is skipped', () => {
    const scene = { phase: 'unloading', turn: 1, navigation: [['nav-joker-1'], ['nav-joker-2']] } as const;
    const ships = { 'ship-yellow-1': 'harbour-botlek' };
    const one = accepted(scenario({ ...scene, ships, products: [{ bread: 3 }, {}] }), 1, {
      type: 'end-turn',
    });
    expect(heard(one)).toContainEqual({ type: 'phase-skipped', phase: 'trading' });
    const two = accepted(scenario({ ...scene, ships, products: [{ bread: 3 }, { jam: 1 }] }), 1, {
      type: 'end-turn',
    });
    expect(heard(two).at(-1)).toEqual({ type: 'phase-started', phase: 'trading' });
    expect(asking(two.state)).toEqual(['0 trading', '1 trading']);
  });

  test('ROT-7.3: the player who makes an offer holds the cards; four open offers at most, numbered through the game', () => {
    let done: Done = { state: market([{ bread: 1 }, { jam: 1 }]), news: [] };
    expect(refusal(done.state, 0, offer(1, { bread: 2 }, { jam: 1 }))).toBe('card-not-in-hand ROT-7.3');
    expect(refusal(done.state, 0, offer(1, { bread: 1, pasta: 1 }, { jam: 1 }))).toBe(
      'card-not-in-hand ROT-7.3',
    );
    for (const want of ['jam', 'pasta', 'petrol', 'carpet']) {
      done = accepted(done.state, 0, offer(want === 'jam' ? '*' : 1, { bread: 1 }, { [want]: 1 }));
    }
    expect(done.state.shown.offers.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
    expect(refusal(done.state, 0, offer(1, { bread: 1 }, { jam: 1 }))).toBe('too-many-offers ROT-7.3');
    done = accepted(done.state, 0, { type: 'withdraw-offer', offer: 2 });
    done = accepted(done.state, 0, offer(1, { bread: 1 }, { jam: 1 }));
    expect(done.state.shown.offers.map(({ id }) => id)).toEqual([1, 3, 4, 5]);
    expect(game.publicView(done.state).nextOffer).toBe(6);
  });

  test('ROT-7.3: the numbers go on in the next round', () => {
    const state = market([{ bread: 1 }, { jam: 1 }]);
    const swap = offer(1, { bread: 1 }, { jam: 1 });
    let done = accepted(state, 0, swap);
    done = accepted(done.state, 0, { type: 'stop-trading' });
    done = accepted(done.state, 1, { type: 'stop-trading' });
    for (let turns = 0; done.state.shown.phase !== 'trading' && turns < 20; turns++) {
      const seat = done.state.open[0]?.seat ?? 0;
      done = accepted(done.state, seat, game.fallback(done.state, seat));
    }
    expect([done.state.shown.round, done.state.shown.phase]).toEqual([2, 'trading']);
    done = accepted(done.state, 0, swap);
    expect(told(done, 'trade-offered').offer).toBe(2);
  });

  test('ROT-7.3: obstacles of an offer are named in the order of the rules', () => {
    const bad = { gold: 99 };
    let done: Done = { state: market([{ bread: 1 }, { jam: 1 }, {}], { done: [2] }), news: [] };
    expect(refusal(done.state, 0, offer(3, bad, bad))).toBe('unknown-seat ROT-7.3');
    expect(refusal(done.state, 0, offer(0, bad, bad))).toBe('self-trade ROT-7.4');
    expect(refusal(done.state, 0, offer(2, bad, bad))).toBe('partner-done ROT-7.8');
    expect(refusal(done.state, 0, offer(1, bad, { jam: 99 }))).toBe('unknown-product ROT-7.3');
    expect(refusal(done.state, 0, offer(1, { bread: 99 }, { jam: 99 }))).toBe('card-not-in-hand ROT-7.3');
    expect(refusal(done.state, 0, offer(1, { bread: 1 }, { jam: 99 }))).toBe('too-many-wanted ROT-7.11');
    for (let n = 0; n < 4; n++) done = accepted(done.state, 0, offer(1, { bread: 1 }, { jam: 1 }));
    expect(refusal(done.state, 0, offer(1, { bread: 99 }, { jam: 1 }))).toBe('too-many-offers ROT-7.3');
  });

  test('ROT-7.4, ROT-7.5, ROT-7.6: EX-15 an exchange, its witnesses, and the offers it closes', () => {
    const state = market([{ bread: 2 }, { jam: 1 }, { pasta: 1 }]);
    let done = accepted(state, 0, offer(1, { bread: 1 }, { jam: 1 }));
    const offered = { type: 'trade-offered', offer: 1, from: 0, to: 1, giveCount: 1, wantCount: 1 };
    const deal = { give: { bread: 1 }, want: { jam: 1 } };
    expect([null, 2, 0, 1].map((seat) => heard(done, seat)[0])).toEqual([
      offered,
      offered,
      { ...offered, ...deal },
      { ...offered, ...deal },
    ]);
    done = accepted(done.state, 0, offer(2, { bread: 2 }, { petrol: 1 }));
    expect(game.publicView(done.state).offers).toEqual([
      { id: 1, from: 0, to: 1, giveCount: 1, wantCount: 1 },
      { id: 2, from: 0, to: 2, giveCount: 2, wantCount: 1 },
    ]);
    expect([0, 1, 2].map((seat) => game.seatView(done.state, seat).offers.map(({ id }) => id))).toEqual([
      [1, 2],
      [1],
      [2],
    ]);
    done = accepted(done.state, 1, { type: 'accept-offer', offer: 1 });
    expect([0, 1, 2].map((seat) => tallyOf(productsOf(done.state, seat)))).toEqual([
      { bread: 1, jam: 1 },
      { bread: 1 },
      { pasta: 1 },
    ]);
    const completed = { ...offered, type: 'trade-completed' };
    expect(heard(done, 2)).toEqual([completed, { type: 'trade-closed', offer: 2, reason: 'stale' }]);
    expect(heard(done, null)).toEqual(heard(done, 2));
    expect(heard(done, 0)[0]).toEqual({ ...completed, ...deal });
    expect(heard(done, 1)[0]).toEqual({ ...completed, ...deal });
    expect(done.state.shown.offers).toEqual([]);
  });

  test('ROT-7.4: who may accept, and with what', () => {
    const state = market([{ bread: 2 }, { jam: 1 }, { pasta: 1 }]);
    let done = accepted(state, 0, offer(1, { bread: 1 }, { petrol: 1 }));
    done = accepted(done.state, 0, offer('*', { bread: 1 }, { pasta: 1 }));
    expect(refusal(done.state, 1, { type: 'accept-offer', offer: 9 })).toBe('unknown-offer ROT-7.4');
    expect(refusal(done.state, 0, { type: 'accept-offer', offer: 1 })).toBe('self-trade ROT-7.4');
    expect(refusal(done.state, 0, { type: 'accept-offer', offer: 2 })).toBe('self-trade ROT-7.4');
    expect(refusal(done.state, 2, { type: 'accept-offer', offer: 1 })).toBe('not-addressee ROT-7.4');
    expect(refusal(done.state, 1, { type: 'accept-offer', offer: 1 })).toBe('card-not-in-hand ROT-7.4');
    expect(refusal(done.state, 1, { type: 'accept-offer', offer: 2 })).toBe('card-not-in-hand ROT-7.4');
    done = accepted(done.state, 2, { type: 'accept-offer', offer: 2 });
    expect(told(done, 'trade-completed')).toEqual({
      type: 'trade-completed',
      offer: 2,
      from: 0,
      to: 2,
      giveCount: 1,
      wantCount: 1,
      give: { bread: 1 },
      want: { pasta: 1 },
    });
    expect(tallyOf(productsOf(done.state, 0))).toEqual({ bread: 1, pasta: 1 });
    expect(tallyOf(productsOf(done.state, 2))).toEqual({ bread: 1 });
  });

  test('ROT-7.4: what is wanted must be held before the exchange', () => {
    const state = market([{ bread: 1 }, { jam: 2 }]);
    const done = accepted(state, 0, offer(1, { bread: 1 }, { bread: 1, jam: 1 }));
    expect(refusal(done.state, 1, { type: 'accept-offer', offer: 1 })).toBe('card-not-in-hand ROT-7.4');
  });

  test('ROT-7.4: of two acceptances in the same moment one exchanges, the other comes too late', () => {
    const match = scenario({ seats: 3, phase: 'trading', products: [{ bread: 2 }, { jam: 1 }, { jam: 1 }] });
    let matchDone = accepted(match, 0, offer('*', { bread: 1 }, { jam: 1 }));
    matchDone = accepted(matchDone.state, 2, { type: 'accept-offer', offer: 1 });
    expect(refusal(matchDone.state, 1, { type: 'accept-offer', offer: 1 })).toBe('unknown-offer ROT-7.4');
    expect([0, 1, 2].map((seat) => tallyOf(productsOf(matchDone.state, seat)))).toEqual([
      { bread: 1, jam: 1 },
      { jam: 1 },
      { bread: 1 },
    ]);
  });

  test('ROT-7.5: all offers of both traders are closed, those of others stay', () => {
    const state = market([{ bread: 3 }, { jam: 3 }, { pasta: 3 }]);
    let done = accepted(state, 0, offer(1, { bread: 1 }, { jam: 1 }));
    done = accepted(done.state, 1, offer(2, { jam: 1 }, { pasta: 1 }));
    done = accepted(done.state, 2, offer(0, { pasta: 1 }, { jam: 3 }));
    done = accepted(done.state, 0, offer('*', { bread: 1 }, { pasta: 1 }));
    done = accepted(done.state, 1, { type: 'accept-offer', offer: 1 });
    expect(heard(done).slice(1)).toEqual([
      { type: 'trade-closed', offer: 2, reason: 'stale' },
      { type: 'trade-closed', offer: 4, reason: 'stale' },
    ]);
    expect(done.state.shown.offers.map(({ id }) => id)).toEqual([3]);
  });

  test('ROT-7.7: EX-25 shown cards are put away after an exchange, whatever was exchanged', () => {
    const state = market([{ bread: 2 }, { jam: 1, pasta: 1 }]);
    let done = accepted(state, 0, { type: 'reveal-products', products: { bread: 2 } });
    done = accepted(done.state, 0, { type: 'reveal-products', products: { bread: 1 } });
    expect(told(done, 'products-revealed')).toEqual({
      type: 'products-revealed',
      seat: 0,
      products: { bread: 1 },
    });
    done = accepted(done.state, 1, { type: 'reveal-products', products: { jam: 1 } });
    expect(game.publicView(done.state).players.map(({ revealed }) => revealed)).toEqual([
      { bread: 1 },
      { jam: 1 },
    ]);
    expect(refusal(done.state, 0, { type: 'reveal-products', products: { jam: 1 } })).toBe(
      'card-not-in-hand ROT-7.7',
    );
    expect(refusal(done.state, 0, { type: 'reveal-products', products: { gold: 1 } })).toBe(
      'unknown-product ROT-7.3',
    );
    done = accepted(done.state, 0, offer(1, { bread: 1 }, { pasta: 1 }));
    done = accepted(done.state, 1, { type: 'accept-offer', offer: 1 });
    expect(done.state.shown.players.map(({ revealed }) => revealed)).toEqual([{}, {}]);
    done = accepted(done.state, 0, { type: 'reveal-products', products: { pasta: 1 } });
    done = accepted(done.state, 0, { type: 'stop-trading' });
    done = accepted(done.state, 1, { type: 'stop-trading' });
    expect(done.state.shown.phase).toBe('missions');
    expect(done.state.shown.players[0]?.revealed).toEqual({});
  });

  test('ROT-7.8, ROT-7.11: EX-24 partners who are done, and one who comes back', () => {
    const state = market([{ bread: 1 }, { jam: 1 }, { pasta: 1 }], { done: [2] });
    expect(refusal(state, 0, offer(1, { bread: 1 }, { jam: 2 }))).toBe('too-many-wanted ROT-7.11');
    expect(refusal(state, 0, offer(2, { bread: 1 }, { jam: 1 }))).toBe('partner-done ROT-7.8');
    let done = accepted(state, 1, { type: 'stop-trading' });
    expect(refusal(done.state, 0, offer('*', { bread: 1 }, { jam: 1 }))).toBe('partner-done ROT-7.8');
    done = accepted(done.state, 1, { type: 'resume-trading' });
    expect(told(done, 'trading-resumed')).toEqual({ type: 'trading-resumed', seat: 1 });
    expect(asking(done.state)).toEqual(['0 trading', '1 trading']);
    expect(refusal(done.state, 0, offer('*', { bread: 1 }, { jam: 1 }))).toBe('accepted');
  });

  test('ROT-7.8: a player who stops is done, and so are the offers from and to that player', () => {
    const state = market([{ bread: 3 }, { jam: 3 }, { pasta: 3 }]);
    let done = accepted(state, 0, offer(1, { bread: 1 }, { jam: 1 }));
    done = accepted(done.state, 1, offer('*', { jam: 1 }, { pasta: 1 }));
    done = accepted(done.state, 2, offer('*', { pasta: 1 }, { jam: 1 }));
    done = accepted(done.state, 1, { type: 'stop-trading' });
    expect(heard(done)).toEqual([
      { type: 'trading-stopped', seat: 1 },
      { type: 'trade-closed', offer: 1, reason: 'player-done' },
      { type: 'trade-closed', offer: 2, reason: 'player-done' },
    ]);
    expect(asking(done.state)).toEqual(['0 trading', '2 trading']);
    expect(refusal(done.state, 1, { type: 'accept-offer', offer: 3 })).toBe('not-your-turn ROT-2.1');
    expect([...game.legal(done.state, 1)]).toEqual([{ type: 'resume-trading' }]);
    expect(refusal(done.state, 0, { type: 'resume-trading' })).toBe('not-done ROT-7.8');
    done = accepted(done.state, 0, { type: 'stop-trading' });
    done = accepted(done.state, 2, { type: 'stop-trading' });
    expect(typesOf(done).slice(0, 3)).toEqual(['trading-stopped', 'trade-closed', 'phase-started']);
    expect(refusal(done.state, 1, { type: 'resume-trading' })).toBe('wrong-phase ROT-2.1');
  });

  test('ROT-7.8: without a card a player is done from the start, or at the moment it happens', () => {
    const state = scenario({
      seats: 4,
      phase: 'unloading',
      turn: 3,
      ships: { 'ship-red-1': 'harbour-botlek' },
      products: [{ bread: 1 }, { jam: 1 }, {}, {}],
      navigation: [[], [], ['nav-advantage-1'], ['nav-joker-1']],
    });
    let done = accepted(state, 3, { type: 'end-turn' });
    expect(asking(done.state)).toEqual(['0 trading', '1 trading', '2 trading', '3 trading']);
    done = accepted(done.state, 2, { type: 'lay-advantage', card: 'nav-advantage-1' });
    expect(typesOf(done)).toEqual(['advantage-laid', 'trading-stopped']);
    expect(refusal(done.state, 2, { type: 'resume-trading' })).toBe('card-not-in-hand ROT-7.8');
    expect([...game.legal(done.state, 2)]).toEqual([]);
    const poor = scenario({
      seats: 3,
      phase: 'unloading',
      turn: 2,
      ships: { 'ship-red-1': 'harbour-botlek' },
      products: [{ bread: 1 }, { jam: 1 }, {}],
      navigation: [[], [], ['nav-storm-1']],
    });
    const poorDone = accepted(poor, 2, {
      type: 'play-storm',
      card: 'nav-storm-1',
      ship: 'ship-red-1',
      path: ['ch-62', 'ch-50'],
    });
    expect(typesOf(poorDone).at(-1)).toBe('phase-started');
    expect(asking(poorDone.state)).toEqual(['0 trading', '1 trading']);
    expect(refusal(poorDone.state, 2, { type: 'resume-trading' })).toBe('card-not-in-hand ROT-7.8');
  });

  test('ROT-7.9: outside phase 5 nothing is traded', () => {
    for (const phase of ['placement', 'sailing', 'navigation', 'unloading', 'missions'] as const) {
      const state = scenario({ phase, products: [{ bread: 2 }, { jam: 2 }] });
      expect(refusal(state, 0, offer(1, { bread: 1 }, { jam: 1 }))).toBe('wrong-phase ROT-2.1');
      expect(refusal(state, 0, { type: 'accept-offer', offer: 1 })).toBe('wrong-phase ROT-2.1');
      expect(refusal(state, 0, { type: 'reveal-products', products: { bread: 1 } })).toBe(
        'wrong-phase ROT-2.1',
      );
    }
  });

  test('ROT-7.10: kinds and numbers, never card ids', () => {
    const state = market([{ bread: 1 }, { jam: 1 }]);
    expect(refusal(state, 0, offer(1, { 'prod-bread-1': 1 }, { jam: 1 }))).toBe('unknown-product ROT-7.3');
    let done = accepted(state, 0, offer(1, { bread: 1 }, { jam: 1 }));
    done = accepted(done.state, 1, { type: 'accept-offer', offer: 1 });
    expect(JSON.stringify([done.state, done.news])).not.toMatch(/prod-/);
  });

  test('ROT-7.11: an offer to all may want what the richest of the others holds', () => {
    const state = market([{ bread: 1 }, { jam: 1 }, { pasta: 3 }]);
    expect(refusal(state, 0, offer('*', { bread: 1 }, { jam: 3 }))).toBe('accepted');
    expect(refusal(state, 0, offer('*', { bread: 1 }, { jam: 4 }))).toBe('too-many-wanted ROT-7.11');
    const done = accepted(state, 2, { type: 'stop-trading' });
    expect(refusal(done.state, 0, offer('*', { bread: 1 }, { jam: 3 }))).toBe('too-many-wanted ROT-7.11');
  });

  test('ROT-7.12: the sender withdraws, the addressee declines; both close the offer', () => {
    const state = market([{ bread: 3 }, { jam: 1 }, { pasta: 1 }]);
    let done = accepted(state, 0, offer(1, { bread: 1 }, { jam: 1 }));
    done = accepted(done.state, 0, offer('*', { bread: 1 }, { jam: 1 }));
    expect(refusal(done.state, 1, { type: 'withdraw-offer', offer: 1 })).toBe('not-your-offer ROT-7.12');
    expect(refusal(done.state, 0, { type: 'withdraw-offer', offer: 7 })).toBe('unknown-offer ROT-7.4');
    expect(refusal(done.state, 2, { type: 'decline-offer', offer: 1 })).toBe('not-addressee ROT-7.4');
    expect(refusal(done.state, 0, { type: 'decline-offer', offer: 1 })).toBe('not-addressee ROT-7.4');
    expect(refusal(done.state, 1, { type: 'decline-offer', offer: 2 })).toBe('not-addressee ROT-7.4');
    expect(refusal(done.state, 1, { type: 'decline-offer', offer: 7 })).toBe('unknown-offer ROT-7.4');
    done = accepted(done.state, 1, { type: 'decline-offer', offer: 1 });
    expect(heard(done)).toEqual([{ type: 'trade-closed', offer: 1, reason: 'declined' }]);
    done = accepted(done.state, 0, { type: 'withdraw-offer', offer: 2 });
    expect(heard(done)).toEqual([{ type: 'trade-closed', offer: 2, reason: 'withdrawn' }]);
    expect(done.state.shown.offers).toEqual([]);
  });

  test('ROT-2.3: a trader’s decision changes with the trader’s own commands and no others; the clock is one', () => {
    const state = market([{ bread: 3 }, { jam: 1 }, { pasta: 1 }]);
    const ids = ({ open }: Draft) => open.map(({ seat, id, allotment }) => [seat, id, allotment]);
    const clock = 'round-1-trading';
    expect(ids(state)).toEqual([
      [0, 0, clock],
      [1, 1, clock],
      [2, 2, clock],
    ]);
    let done = accepted(state, 1, offer(0, { jam: 1 }, { bread: 1 }));
    expect(ids(done.state)).toEqual([
      [0, 0, clock],
      [2, 2, clock],
      [1, 9, clock],
    ]);
    done = accepted(done.state, 0, { type: 'accept-offer', offer: 1 });
    expect(ids(done.state)).toEqual([
      [2, 2, clock],
      [1, 9, clock],
      [0, 16, clock],
    ]);
  });

  test('ROT-7.8: resuming answers no decision', () => {
    const options = optionsOf(game, 2, { firstSeat: 0 });
    const match = new Match(game, options, 2, '0'.repeat(32));
    const command = { type: 'resume-trading' } as const;
    expect(match.propose(0, { decision: null, command }, 'player')).toMatchObject({ code: 'wrong-phase' });
    const id = match.decisionOf(0)?.id ?? null;
    expect(match.propose(0, { decision: id, command }, 'player')).toMatchObject({ code: 'bad-payload' });
  });
});
