import { describe, expect, test } from '@jest/globals';
import { createDealer, layPile } from '../../kernel/dealer.ts';
import { newsFor } from '../../kernel/journal.ts';
import { reveal } from '../../kernel/reveal.ts';
import { seedOf } from '../../testing/play.ts';
import { asking } from '../../testing/scenario.ts';
import { berthAt, handOf, shipPileCount } from './state.ts';
import {
  accepted,
  allocate,
  begun,
  components,
  game,
  lay,
  place,
  play,
  playedThrough,
  primesIn,
  reservesIn,
  scenario,
} from './testing/scenario.ts';

describe('DOC-2: setup', () => {
  test.each([
    [3, 9],
    [4, 8],
  ])('DOC-2.1: EX-1 with %i players the goods pile holds %i', (seats, goodsLeft) => {
    const { state } = begun(seats);
    const all = game.publicView(state);
    expect(all).toMatchObject({ shipPileCount: 16, goodsPileCount: goodsLeft, eventPileCount: 16 });
    expect(all.nextShipId).toMatch(/^ship-/);
    expect(all.players).toHaveLength(seats);
    for (const player of all.players) {
      expect(player).toMatchObject({
        primes: 0,
        reserve: 10,
        goodsCount: 1,
        events: [],
        relationsPlayed: [],
      });
      expect(player.relationsInHand).toHaveLength(9);
    }
    expect(all.players.map((player) => player.colour)).toEqual(
      ['blue', 'red', 'yellow', 'green'].slice(0, seats),
    );
    expect(all).toMatchObject({ phase: 'before-relation', round: 1, turnsPlayedInRound: 0 });
    expect(all.activeSeat).toBe(all.slateSeat);
  });

  /** Everything that was shuffled, in the order it was dealt. */
  function dealt(seats: number, n: number) {
    const { shown, hidden } = begun(seats, { firstSeat: 0 }, n).state;
    return {
      ships: [...shown.quays.map(({ shipId }) => shipId), shown.nextShipId, ...reveal(hidden.shipsBelow)],
      goods: [
        ...shown.quays.map(({ goods }) => goods),
        ...hidden.hands.flatMap((hand) => reveal(hand)),
        ...reveal(hidden.goodsPile),
      ],
      events: [...reveal(hidden.eventPile)],
    };
  }

  test('DOC-2.1, DOC-2.2: ships, goods and events are shuffled, in this order, and dealt from the top', () => {
    for (const n of [1, 2, 3]) {
      const dealer = createDealer(seedOf(n));
      const ships = layPile(dealer, 'ships', components.ships);
      const goods = layPile(dealer, 'goods', components.goods);
      const events = layPile(dealer, 'events', components.events);
      expect(dealt(3, n)).toEqual({ ships, goods, events });
      expect(dealt(4, n)).toEqual({ ships, goods, events });
    }
  });

  test('DOC-2.1: everything may lie on top', () => {
    const deals = Array.from({ length: 200 }, (_, n) => dealt(3, n));
    const tops = (pile: 'ships' | 'goods' | 'events') => new Set(deals.map((deal) => deal[pile][0]));
    expect([...tops('ships')].sort()).toEqual([...components.ships].sort());
    expect([...tops('goods')].sort()).toEqual([...new Set(components.goods)].sort());
    expect([...tops('events')].sort()).toEqual([...components.events].sort());
  });

  test('DOC-2.2: quays 1 to 4 take the top ships and goods in that order', () => {
    const { state, news } = begun(3);
    const [started] = newsFor(news, null);
    if (started?.type !== 'game-started') throw new Error('no beginning');
    expect(started.quays.map(({ quay }) => quay)).toEqual([1, 2, 3, 4]);
    expect(started.quays.map(({ shipId }) => shipId)).toEqual(state.shown.quays.map((berth) => berth.shipId));
    expect(started.quays.map(({ goods }) => goods)).toEqual(state.shown.quays.map((berth) => berth.goods));
    expect(started.quays.map(({ value }) => value)).toEqual(
      state.shown.quays.map((berth) => Number(berth.shipId?.split('-')[1])),
    );
    expect(started).toMatchObject({ edition: 'reconstruction-1', nextShipId: state.shown.nextShipId });
    expect(newsFor(news, null).map((event) => event.type)).toEqual([
      'game-started',
      'goods-dealt',
      'round-started',
      'turn-started',
    ]);
  });

  test('DOC-2.3: a seat is told its own goods tile and nobody else is', () => {
    const { state, news } = begun(4);
    for (const seat of [0, 1, 2, 3]) {
      const own = handOf(state, seat);
      expect(game.seatView(state, seat)).toEqual({ goods: own });
      expect(newsFor(news, seat)[1]).toEqual({
        type: 'goods-dealt',
        counts: [1, 1, 1, 1],
        goods: own[0],
      });
    }
    expect(newsFor(news, null)[1]).toEqual({ type: 'goods-dealt', counts: [1, 1, 1, 1] });
  });

  test('DOC-2.1: the slate goes to firstSeat, or to each seat now and then', () => {
    expect(begun(4, { firstSeat: 2 }).state.shown).toMatchObject({
      slateSeat: 2,
      activeSeat: 2,
      roundFirstSeat: 2,
    });
    const holders = new Set([...Array(40).keys()].map((n) => begun(4, {}, n).state.shown.slateSeat));
    expect([...holders].sort()).toEqual([0, 1, 2, 3]);
  });
});

describe('DOC-1: supplies', () => {
  test('DOC-1.1: porters are ten a player, in reserve or aboard, through departures and removals', () => {
    const state = scenario({
      quays: { 1: { ship: 'ship-3-1', porters: [1, 1, 0] }, 2: { ship: 'ship-6-1', porters: [2, 1, 2] } },
      tiles: { 0: ['event-fire-1'] },
    });
    expect(reservesIn(state)).toEqual([7, 8, 8]);
    const after = accepted(state, 0, lay('event-fire-1', 2)).state;
    expect(reservesIn(after)).toEqual([9, 9, 10]);
    const later = accepted(after, 0, allocate({ 2: 'goods-madras' })).state;
    const end = playedThrough(later, play('sailor', place(1)), {
      type: 'settle-commission',
      quay: 1,
      payer: 1,
    }).state;
    expect(reservesIn(end)).toEqual([10, 10, 10]);
  });

  test('DOC-1.2: no player pays more than they have', () => {
    const state = scenario({
      primes: [2, 1, 9],
      tiles: { 0: ['event-claim-1'] },
      quays: { 1: { ship: 'ship-4-1' } },
    });
    const after = accepted(state, 0, lay('event-claim-1', 1)).state;
    expect(primesIn(after)).toEqual([6, 0, 5]);
  });

  test('DOC-1.3: departed ships are never shuffled back', () => {
    const state = scenario({
      slate: 1,
      shipPile: [],
      quays: { 2: { ship: 'ship-3-1', goods: 'goods-rum', porters: [2, 0, 0] } },
    });
    const after = accepted(state, 0, play('sailor', place(2))).state;
    expect(berthAt(after.shown, 2).shipId).toBeNull();
    expect(after.shown.shipDiscard.at(-1)).toBe('ship-3-1');
    expect(shipPileCount(after)).toBe(0);
  });

  test('DOC-1.4: the state knows goods by kind alone', () => {
    const { state } = begun(3);
    expect(JSON.stringify(state)).not.toMatch(/goods-[a-z]+-\d/);
    expect(JSON.stringify(state)).toMatch(/goods-madras/);
  });

  test('DOC-1.5: a goods tile is in the pile, a hand, in front of a ship or out of the game', () => {
    const state = scenario({ goodsPile: ['goods-rum'], goods: { 0: 'goods-vanilla' } });
    expect(reveal(state.hidden.goodsPile).length + 3 + 4 + state.shown.removedGoods.length).toBe(16);
    state.shown.removedGoods.pop();
    expect(game.violations(state)).toContain('goods: goods-spice is lost');
  });

  test('DOC-1.6: an event tile is in exactly one place', () => {
    const state = scenario({ tiles: { 1: ['event-storm-1'] } });
    expect(reveal(state.hidden.eventPile).length).toBe(15);
    state.shown.eventDiscard = ['event-storm-1'];
    expect(game.violations(state)).toContain(
      'events: event-storm-1 is there too often, or not part of the game',
    );
  });

  test('DOC-1.7: a total may pass 99', () => {
    const state = scenario({
      options: { targetPrimes: 300 },
      primes: [98, 5, 5],
      slate: 1,
      quays: { 1: { ship: 'ship-3-1', goods: 'goods-rum', porters: [2, 0, 0] } },
    });
    const after = accepted(state, 0, play('sailor', place(1))).state;
    expect(primesIn(after)[0]).toBe(98 + 9 - 1);
    expect(asking(after)).toEqual(['0 allocating']);
  });
});
