import { describe, expect, test } from '@jest/globals';
import { Match } from '../../kernel/match.ts';
import { game, type Scenario, Table } from './testing/scenario.ts';

function market(products: NonNullable<Scenario['products']>, more: Scenario = {}): Table {
  return new Table({ seats: products.length, phase: 'trading', products, ...more });
}

const swap = (to: number | '*', give: object, want: object) => ({ to, give, want });

describe('phase 5: trading', () => {
  test('ROT-7.1: products for products, at least one on each side', () => {
    for (const fields of [
      swap(1, {}, { jam: 1 }),
      swap(1, { bread: 1 }, {}),
      swap(1, { bread: 0 }, { jam: 1 }),
    ]) {
      expect(game.parseCommand('offer-trade', fields)).toMatchObject({ ok: false, code: 'bad-payload' });
    }
    const table = market([{ bread: 2 }, { jam: 1 }], { navigation: [['nav-joker-1']] });
    expect(table.refusal(0, 'offer-trade', swap(1, { 'nav-joker-1': 1 }, { jam: 1 }))).toBe(
      'unknown-product ROT-7.3',
    );
    expect(table.refusal(0, 'offer-trade', swap(1, { grain: 1 }, { jam: 1 }))).toBe(
      'unknown-product ROT-7.3',
    );
    expect(table.refusal(0, 'offer-trade', swap(1, { bread: 1 }, { gold: 1 }))).toBe(
      'unknown-product ROT-7.3',
    );
    // Whatever the product is called, and alongside products that exist.
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      for (const others of ['', '"bread":1,']) {
        const strange = JSON.parse(`{${others}"${name}":1}`) as object;
        expect(table.refusal(0, 'offer-trade', swap(1, strange, { jam: 1 }))).toBe('unknown-product ROT-7.3');
        expect(table.refusal(0, 'offer-trade', swap(1, { bread: 1 }, strange))).toBe(
          'unknown-product ROT-7.3',
        );
        expect(table.refusal(0, 'reveal-products', { products: strange })).toBe('unknown-product ROT-7.3');
      }
    }
    // One card for several, including several of the same kind.
    expect(table.refusal(0, 'offer-trade', swap(1, { bread: 2 }, { bread: 1 }))).toBe('accepted');
  });

  test('ROT-7.2: with fewer than two owners of products the phase is skipped', () => {
    const scene = { phase: 'unloading', turn: 1, navigation: [['nav-joker-1'], ['nav-joker-2']] } as const;
    const ships = { 'ship-yellow-1': 'harbour-botlek' };
    const one = new Table({ ...scene, ships, products: [{ bread: 3 }, {}] }).send(1, 'end-turn');
    expect(one.heard()).toContainEqual({ type: 'phase-skipped', phase: 'trading' });
    const two = new Table({ ...scene, ships, products: [{ bread: 3 }, { jam: 1 }] }).send(1, 'end-turn');
    expect(two.heard().at(-1)).toEqual({ type: 'phase-started', phase: 'trading' });
    expect(two.asked()).toEqual(['0 trading', '1 trading']);
  });

  test('ROT-7.3: who offers holds the cards; four open offers at most, numbered through the game', () => {
    const table = market([{ bread: 1 }, { jam: 1 }]);
    expect(table.refusal(0, 'offer-trade', swap(1, { bread: 2 }, { jam: 1 }))).toBe(
      'card-not-in-hand ROT-7.3',
    );
    expect(table.refusal(0, 'offer-trade', swap(1, { bread: 1, pasta: 1 }, { jam: 1 }))).toBe(
      'card-not-in-hand ROT-7.3',
    );
    for (const want of ['jam', 'pasta', 'petrol', 'carpet']) {
      table.send(0, 'offer-trade', swap(want === 'jam' ? '*' : 1, { bread: 1 }, { [want]: 1 }));
    }
    expect(table.state.shown.offers.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
    expect(table.refusal(0, 'offer-trade', swap(1, { bread: 1 }, { jam: 1 }))).toBe(
      'too-many-offers ROT-7.3',
    );
    table.send(0, 'withdraw-offer', { offer: 2 }).send(0, 'offer-trade', swap(1, { bread: 1 }, { jam: 1 }));
    expect(table.state.shown.offers.map(({ id }) => id)).toEqual([1, 3, 4, 5]);
    expect(game.publicView(table.state).nextOffer).toBe(6);
  });

  test('ROT-7.3: the numbers go on in the next round', () => {
    const table = market([{ bread: 1 }, { jam: 1 }]);
    const offer = swap(1, { bread: 1 }, { jam: 1 });
    table.send(0, 'offer-trade', offer).send(0, 'stop-trading').send(1, 'stop-trading');
    for (let turns = 0; table.state.shown.phase !== 'trading' && turns < 20; turns++) {
      const seat = table.state.open[0]?.seat ?? 0;
      const { type, ...fields } = game.fallback(table.state, seat);
      table.send(seat, type, fields);
    }
    expect([table.state.shown.round, table.state.shown.phase]).toEqual([2, 'trading']);
    expect(table.send(0, 'offer-trade', offer).told('trade-offered').offer).toBe(2);
  });

  test('ROT-7.3: obstacles of an offer are named in the order of the rules', () => {
    const bad = { gold: 99 };
    const table = market([{ bread: 1 }, { jam: 1 }, {}], { done: [2] });
    expect(table.refusal(0, 'offer-trade', swap(3, bad, bad))).toBe('unknown-seat ROT-7.3');
    expect(table.refusal(0, 'offer-trade', swap(0, bad, bad))).toBe('self-trade ROT-7.4');
    expect(table.refusal(0, 'offer-trade', swap(2, bad, bad))).toBe('partner-done ROT-7.8');
    expect(table.refusal(0, 'offer-trade', swap(1, bad, { jam: 99 }))).toBe('unknown-product ROT-7.3');
    expect(table.refusal(0, 'offer-trade', swap(1, { bread: 99 }, { jam: 99 }))).toBe(
      'card-not-in-hand ROT-7.3',
    );
    expect(table.refusal(0, 'offer-trade', swap(1, { bread: 1 }, { jam: 99 }))).toBe(
      'too-many-wanted ROT-7.11',
    );
    for (let n = 0; n < 4; n++) table.send(0, 'offer-trade', swap(1, { bread: 1 }, { jam: 1 }));
    expect(table.refusal(0, 'offer-trade', swap(1, { bread: 99 }, { jam: 1 }))).toBe(
      'too-many-offers ROT-7.3',
    );
  });

  test('ROT-7.4, ROT-7.5, ROT-7.6: EX-15 an exchange, its witnesses, and the offers it closes', () => {
    const table = market([{ bread: 2 }, { jam: 1 }, { pasta: 1 }]);
    table.send(0, 'offer-trade', swap(1, { bread: 1 }, { jam: 1 }));
    const offered = { type: 'trade-offered', offer: 1, from: 0, to: 1, giveCount: 1, wantCount: 1 };
    const deal = { give: { bread: 1 }, want: { jam: 1 } };
    expect([null, 2, 0, 1].map((seat) => table.heard(seat)[0])).toEqual([
      offered,
      offered,
      { ...offered, ...deal },
      { ...offered, ...deal },
    ]);
    table.send(0, 'offer-trade', swap(2, { bread: 2 }, { petrol: 1 }));
    expect(game.publicView(table.state).offers).toEqual([
      { id: 1, from: 0, to: 1, giveCount: 1, wantCount: 1 },
      { id: 2, from: 0, to: 2, giveCount: 2, wantCount: 1 },
    ]);
    expect([0, 1, 2].map((seat) => game.seatView(table.state, seat).offers.map(({ id }) => id))).toEqual([
      [1, 2],
      [1],
      [2],
    ]);
    table.send(1, 'accept-offer', { offer: 1 });
    expect([0, 1, 2].map((seat) => table.products(seat))).toEqual([
      { bread: 1, jam: 1 },
      { bread: 1 },
      { pasta: 1 },
    ]);
    const completed = { ...offered, type: 'trade-completed' };
    expect(table.heard(2)).toEqual([completed, { type: 'trade-closed', offer: 2, reason: 'stale' }]);
    expect(table.heard(null)).toEqual(table.heard(2));
    expect(table.heard(0)[0]).toEqual({ ...completed, ...deal });
    expect(table.heard(1)[0]).toEqual({ ...completed, ...deal });
    expect(table.state.shown.offers).toEqual([]);
  });

  test('ROT-7.4: who may accept, and with what', () => {
    const table = market([{ bread: 2 }, { jam: 1 }, { pasta: 1 }]);
    table.send(0, 'offer-trade', swap(1, { bread: 1 }, { petrol: 1 }));
    table.send(0, 'offer-trade', swap('*', { bread: 1 }, { pasta: 1 }));
    expect(table.refusal(1, 'accept-offer', { offer: 9 })).toBe('unknown-offer ROT-7.4');
    expect(table.refusal(0, 'accept-offer', { offer: 1 })).toBe('self-trade ROT-7.4');
    expect(table.refusal(0, 'accept-offer', { offer: 2 })).toBe('self-trade ROT-7.4');
    expect(table.refusal(2, 'accept-offer', { offer: 1 })).toBe('not-addressee ROT-7.4');
    expect(table.refusal(1, 'accept-offer', { offer: 1 })).toBe('card-not-in-hand ROT-7.4');
    expect(table.refusal(1, 'accept-offer', { offer: 2 })).toBe('card-not-in-hand ROT-7.4');
    table.send(2, 'accept-offer', { offer: 2 });
    expect(table.told('trade-completed')).toEqual({
      type: 'trade-completed',
      offer: 2,
      from: 0,
      to: 2,
      giveCount: 1,
      wantCount: 1,
      give: { bread: 1 },
      want: { pasta: 1 },
    });
    expect(table.products(0)).toEqual({ bread: 1, pasta: 1 });
    expect(table.products(2)).toEqual({ bread: 1 });
  });

  test('ROT-7.4: what is wanted must be held before the exchange', () => {
    const table = market([{ bread: 1 }, { jam: 2 }]);
    table.send(0, 'offer-trade', swap(1, { bread: 1 }, { bread: 1, jam: 1 }));
    expect(table.refusal(1, 'accept-offer', { offer: 1 })).toBe('card-not-in-hand ROT-7.4');
  });

  test('ROT-7.4: of two acceptances in the same moment one exchanges, the other comes too late', () => {
    const match = new Table({ seats: 3, phase: 'trading', products: [{ bread: 2 }, { jam: 1 }, { jam: 1 }] });
    match.send(0, 'offer-trade', swap('*', { bread: 1 }, { jam: 1 }));
    match.send(2, 'accept-offer', { offer: 1 });
    expect(match.refusal(1, 'accept-offer', { offer: 1 })).toBe('unknown-offer ROT-7.4');
    expect([0, 1, 2].map((seat) => match.products(seat))).toEqual([
      { bread: 1, jam: 1 },
      { jam: 1 },
      { bread: 1 },
    ]);
  });

  test('ROT-7.5: all offers of both traders are closed, those of others stay', () => {
    const table = market([{ bread: 3 }, { jam: 3 }, { pasta: 3 }]);
    table.send(0, 'offer-trade', swap(1, { bread: 1 }, { jam: 1 }));
    table.send(1, 'offer-trade', swap(2, { jam: 1 }, { pasta: 1 }));
    table.send(2, 'offer-trade', swap(0, { pasta: 1 }, { jam: 3 }));
    table.send(0, 'offer-trade', swap('*', { bread: 1 }, { pasta: 1 }));
    table.send(1, 'accept-offer', { offer: 1 });
    expect(table.heard().slice(1)).toEqual([
      { type: 'trade-closed', offer: 2, reason: 'stale' },
      { type: 'trade-closed', offer: 4, reason: 'stale' },
    ]);
    expect(table.state.shown.offers.map(({ id }) => id)).toEqual([3]);
  });

  test('ROT-7.7: EX-25 shown cards are put away after an exchange, whatever was exchanged', () => {
    const table = market([{ bread: 2 }, { jam: 1, pasta: 1 }]);
    table.send(0, 'reveal-products', { products: { bread: 2 } });
    table.send(0, 'reveal-products', { products: { bread: 1 } });
    expect(table.told('products-revealed')).toEqual({
      type: 'products-revealed',
      seat: 0,
      products: { bread: 1 },
    });
    table.send(1, 'reveal-products', { products: { jam: 1 } });
    expect(game.publicView(table.state).players.map(({ revealed }) => revealed)).toEqual([
      { bread: 1 },
      { jam: 1 },
    ]);
    expect(table.refusal(0, 'reveal-products', { products: { jam: 1 } })).toBe('card-not-in-hand ROT-7.7');
    expect(table.refusal(0, 'reveal-products', { products: { gold: 1 } })).toBe('unknown-product ROT-7.3');
    table.send(0, 'offer-trade', swap(1, { bread: 1 }, { pasta: 1 })).send(1, 'accept-offer', { offer: 1 });
    expect(table.state.shown.players.map(({ revealed }) => revealed)).toEqual([{}, {}]);
    table.send(0, 'reveal-products', { products: { pasta: 1 } });
    table.send(0, 'stop-trading').send(1, 'stop-trading');
    expect(table.state.shown.phase).toBe('missions');
    expect(table.state.shown.players[0]?.revealed).toEqual({});
  });

  test('ROT-7.8, ROT-7.11: EX-24 partners who are done, and one who comes back', () => {
    const table = market([{ bread: 1 }, { jam: 1 }, { pasta: 1 }], { done: [2] });
    expect(table.refusal(0, 'offer-trade', swap(1, { bread: 1 }, { jam: 2 }))).toBe(
      'too-many-wanted ROT-7.11',
    );
    expect(table.refusal(0, 'offer-trade', swap(2, { bread: 1 }, { jam: 1 }))).toBe('partner-done ROT-7.8');
    table.send(1, 'stop-trading');
    expect(table.refusal(0, 'offer-trade', swap('*', { bread: 1 }, { jam: 1 }))).toBe('partner-done ROT-7.8');
    table.send(1, 'resume-trading');
    expect(table.told('trading-resumed')).toEqual({ type: 'trading-resumed', seat: 1 });
    expect(table.asked()).toEqual(['0 trading', '1 trading']);
    expect(table.refusal(0, 'offer-trade', swap('*', { bread: 1 }, { jam: 1 }))).toBe('accepted');
  });

  test('ROT-7.8: who stops is done, and so are the offers from and to that player', () => {
    const table = market([{ bread: 3 }, { jam: 3 }, { pasta: 3 }]);
    table.send(0, 'offer-trade', swap(1, { bread: 1 }, { jam: 1 }));
    table.send(1, 'offer-trade', swap('*', { jam: 1 }, { pasta: 1 }));
    table.send(2, 'offer-trade', swap('*', { pasta: 1 }, { jam: 1 }));
    table.send(1, 'stop-trading');
    expect(table.heard()).toEqual([
      { type: 'trading-stopped', seat: 1 },
      { type: 'trade-closed', offer: 1, reason: 'player-done' },
      { type: 'trade-closed', offer: 2, reason: 'player-done' },
    ]);
    expect(table.asked()).toEqual(['0 trading', '2 trading']);
    expect(table.refusal(1, 'accept-offer', { offer: 3 })).toBe('not-your-turn ROT-2.1');
    expect(table.legal(1)).toEqual([{ type: 'resume-trading' }]);
    expect(table.refusal(0, 'resume-trading')).toBe('not-done ROT-7.8');
    table.send(0, 'stop-trading').send(2, 'stop-trading');
    expect(table.types().slice(0, 3)).toEqual(['trading-stopped', 'trade-closed', 'phase-started']);
    expect(table.refusal(1, 'resume-trading')).toBe('wrong-phase ROT-2.1');
  });

  test('ROT-7.8: without a card a player is done from the start, or at the moment it happens', () => {
    const table = new Table({
      seats: 4,
      phase: 'unloading',
      turn: 3,
      ships: { 'ship-red-1': 'harbour-botlek' },
      products: [{ bread: 1 }, { jam: 1 }, {}, {}],
      navigation: [[], [], ['nav-advantage-1'], ['nav-joker-1']],
    });
    table.send(3, 'end-turn');
    expect(table.asked()).toEqual(['0 trading', '1 trading', '2 trading', '3 trading']);
    table.send(2, 'lay-advantage', { card: 'nav-advantage-1' });
    expect(table.types()).toEqual(['advantage-laid', 'trading-stopped']);
    expect(table.refusal(2, 'resume-trading')).toBe('card-not-in-hand ROT-7.8');
    expect(table.legal(2)).toEqual([]);
    const poor = new Table({
      seats: 3,
      phase: 'unloading',
      turn: 2,
      ships: { 'ship-red-1': 'harbour-botlek' },
      products: [{ bread: 1 }, { jam: 1 }, {}],
      navigation: [[], [], ['nav-storm-1']],
    });
    poor.send(2, 'play-storm', { card: 'nav-storm-1', ship: 'ship-red-1', path: ['ch-62', 'ch-50'] });
    expect(poor.types().at(-1)).toBe('phase-started');
    expect(poor.asked()).toEqual(['0 trading', '1 trading']);
    expect(poor.refusal(2, 'resume-trading')).toBe('card-not-in-hand ROT-7.8');
  });

  test('ROT-7.9: outside phase 5 nothing is traded', () => {
    for (const phase of ['placement', 'sailing', 'navigation', 'unloading', 'missions'] as const) {
      const table = new Table({ phase, products: [{ bread: 2 }, { jam: 2 }] });
      expect(table.refusal(0, 'offer-trade', swap(1, { bread: 1 }, { jam: 1 }))).toBe('wrong-phase ROT-2.1');
      expect(table.refusal(0, 'accept-offer', { offer: 1 })).toBe('wrong-phase ROT-2.1');
      expect(table.refusal(0, 'reveal-products', { products: { bread: 1 } })).toBe('wrong-phase ROT-2.1');
    }
  });

  test('ROT-7.10: kinds and numbers, never card ids', () => {
    const table = market([{ bread: 1 }, { jam: 1 }]);
    expect(table.refusal(0, 'offer-trade', swap(1, { 'prod-bread-1': 1 }, { jam: 1 }))).toBe(
      'unknown-product ROT-7.3',
    );
    table.send(0, 'offer-trade', swap(1, { bread: 1 }, { jam: 1 })).send(1, 'accept-offer', { offer: 1 });
    expect(JSON.stringify([table.state, table.news])).not.toMatch(/prod-/);
  });

  test('ROT-7.11: an offer to all may want what the richest of the others holds', () => {
    const table = market([{ bread: 1 }, { jam: 1 }, { pasta: 3 }]);
    expect(table.refusal(0, 'offer-trade', swap('*', { bread: 1 }, { jam: 3 }))).toBe('accepted');
    expect(table.refusal(0, 'offer-trade', swap('*', { bread: 1 }, { jam: 4 }))).toBe(
      'too-many-wanted ROT-7.11',
    );
    table.send(2, 'stop-trading');
    expect(table.refusal(0, 'offer-trade', swap('*', { bread: 1 }, { jam: 3 }))).toBe(
      'too-many-wanted ROT-7.11',
    );
  });

  test('ROT-7.12: the sender withdraws, the addressee declines; both close the offer', () => {
    const table = market([{ bread: 3 }, { jam: 1 }, { pasta: 1 }]);
    table.send(0, 'offer-trade', swap(1, { bread: 1 }, { jam: 1 }));
    table.send(0, 'offer-trade', swap('*', { bread: 1 }, { jam: 1 }));
    expect(table.refusal(1, 'withdraw-offer', { offer: 1 })).toBe('not-your-offer ROT-7.12');
    expect(table.refusal(0, 'withdraw-offer', { offer: 7 })).toBe('unknown-offer ROT-7.4');
    expect(table.refusal(2, 'decline-offer', { offer: 1 })).toBe('not-addressee ROT-7.4');
    expect(table.refusal(0, 'decline-offer', { offer: 1 })).toBe('not-addressee ROT-7.4');
    expect(table.refusal(1, 'decline-offer', { offer: 2 })).toBe('not-addressee ROT-7.4');
    expect(table.refusal(1, 'decline-offer', { offer: 7 })).toBe('unknown-offer ROT-7.4');
    expect(table.send(1, 'decline-offer', { offer: 1 }).heard()).toEqual([
      { type: 'trade-closed', offer: 1, reason: 'declined' },
    ]);
    expect(table.send(0, 'withdraw-offer', { offer: 2 }).heard()).toEqual([
      { type: 'trade-closed', offer: 2, reason: 'withdrawn' },
    ]);
    expect(table.state.shown.offers).toEqual([]);
  });

  test('ROT-2.3: a trader’s decision changes with the own commands and with no others; the clock is one', () => {
    const table = market([{ bread: 3 }, { jam: 1 }, { pasta: 1 }]);
    const ids = () => table.state.open.map(({ seat, id, allotment }) => [seat, id, allotment]);
    const clock = 'round-1-trading';
    expect(ids()).toEqual([
      [0, 0, clock],
      [1, 1, clock],
      [2, 2, clock],
    ]);
    table.send(1, 'offer-trade', swap(0, { jam: 1 }, { bread: 1 }));
    expect(ids()).toEqual([
      [0, 0, clock],
      [2, 2, clock],
      [1, 9, clock],
    ]);
    table.send(0, 'accept-offer', { offer: 1 });
    expect(ids()).toEqual([
      [2, 2, clock],
      [1, 9, clock],
      [0, 16, clock],
    ]);
  });

  test('ROT-7.8: resuming answers no decision', () => {
    const options = game.parseOptions({ firstSeat: 0 }, 2);
    if (!options.ok) throw new Error(options.code);
    const match = new Match(game, options.value, 2, '0'.repeat(32));
    const command = { type: 'resume-trading' } as const;
    expect(match.propose(0, { decision: null, command }, 'player')).toMatchObject({ code: 'wrong-phase' });
    const id = match.decisionOf(0)?.id ?? null;
    expect(match.propose(0, { decision: id, command }, 'player')).toMatchObject({ code: 'bad-payload' });
  });
});
