import { describe, expect, test } from '@jest/globals';
import { reveal } from '../../kernel/reveal.ts';
import { asking, heard, told, toolsFor, typesOf } from '../../testing/scenario.ts';
import { dockers } from './index.ts';
import { berthAt, playerAt } from './state.ts';
import {
  accepted,
  allocate,
  components,
  type Done,
  lay,
  move,
  payBy,
  place,
  play,
  playedThrough,
  portersAt,
  primesIn,
  recall,
  refusal,
  reservesIn,
  scenario,
  swap,
} from './testing/scenario.ts';

/** A owns the tile; the spice ship of EX-15 is at quay 1. */
const spiceShip = (id: string) => ({
  tiles: { 0: [id] },
  quays: { 1: { ship: 'ship-5-4', goods: 'goods-spice', porters: [1, 0, 2] } },
});

describe('DOC-11: playing a tile', () => {
  test('DOC-11.1: onto a ship at quay, with porters or without', () => {
    const state = scenario({ tiles: { 0: ['event-claim-1'] }, quays: { 2: null }, shipPile: [] });
    expect(refusal(state, 0, lay('event-claim-1', 2))).toBe('quay-empty DOC-11.1');
    expect(refusal(state, 0, lay('event-claim-1', 1))).toBe('accepted');
    expect(refusal(state, 0, lay('event-fire-1', 1))).toBe('event-not-owned DOC-4.3');
    expect(refusal(state, 1, lay('event-claim-1', 1))).toBe('not-your-turn DOC-3.1');
  });

  test('DOC-11.2: one tile a ship, also after an instant effect', () => {
    const state = scenario({ tiles: { 0: ['event-mutiny-1'], 1: ['event-fire-1'] } });
    const after = playedThrough(state, lay('event-mutiny-1', 1), play('sailor', place(1))).state;
    expect(asking(after)).toEqual(['1 before-relation']);
    expect(refusal(after, 1, lay('event-fire-1', 1))).toBe('ship-has-event DOC-11.2');
    expect(refusal(after, 1, lay('event-fire-1', 2))).toBe('accepted');
  });

  test('DOC-11.3: the player who laid the tile owns it until the ship leaves', () => {
    const done = accepted(scenario({ tiles: { 0: ['event-pirates-1'] } }), 0, lay('event-pirates-1', 3));
    expect(berthAt(done.state.shown, 3).event).toEqual({
      id: 'event-pirates-1',
      kind: 'event-pirates',
      seat: 0,
    });
    expect(playerAt(done.state, 0).events).toEqual([]);
    expect(told(done, 'event-played')).toEqual({
      type: 'event-played',
      seat: 0,
      eventId: 'event-pirates-1',
      kind: 'event-pirates',
      quay: 3,
      shipId: berthAt(done.state.shown, 3).shipId,
    });
  });

  test('DOC-11.4: an event overrides the effects of relations', () => {
    const event = { id: 'event-exclusivity-1', seat: 1 };
    const closed = { 1: { ship: 'ship-8-1', porters: [0, 0, 0], event } };
    for (const [card, target] of [
      ['sailor', place(1)],
      ['foreman', place(1, 1)],
      ['harbourmaster', place(1, 2)],
      ['governor', place(4, 3, 1)],
    ] as const) {
      expect(refusal(scenario({ quays: closed }), 0, play(card, target))).toBe('ship-exclusive DOC-12.3');
    }
  });

  test('DOC-11.5: the tile goes to the discard with its ship, Damage out of the game', () => {
    const storm = accepted(scenario(spiceShip('event-storm-1')), 0, lay('event-storm-1', 1)).state;
    expect(storm.shown).toMatchObject({ eventDiscard: ['event-storm-1'], removedEvents: [] });
    const damage = accepted(scenario(spiceShip('event-damage-1')), 0, lay('event-damage-1', 1)).state;
    expect(damage.shown).toMatchObject({ eventDiscard: [], removedEvents: ['event-damage-1'] });
  });
});

describe('DOC-12: the ten events', () => {
  const departing = (id: string, goods: string) => ({
    slate: 1,
    quays: {
      1: { ship: 'ship-3-3', goods, porters: [1, 1, 0], event: { id, seat: 2 } },
      2: { ship: 'ship-3-4', goods, porters: [2, 0, 0] },
    },
  });

  /** Quay, prime per porter and amounts of the departures, in the order of settling. */
  const paid = (done: Done) =>
    heard(done)
      .filter((event) => event.type === 'primes-paid')
      .map(({ quay, primePerPorter, amounts }) => [quay, primePerPorter, amounts]);

  test('DOC-12.1: EX-17 Top quality adds 1 to this ship alone', () => {
    // The other ship with the same goods is settled while the tile is still at quay 1.
    const state = scenario(departing('event-top-quality-1', 'goods-madras'));
    expect(paid(accepted(state, 0, play('harbourmaster', place(2, 1))))).toEqual([
      [2, 2, [6, 0, 0]],
      [1, 3, [6, 3, 0]],
    ]);
    const { quays } = departing('event-top-quality-1', 'goods-vanilla');
    const vanilla = accepted(scenario({ slate: 1, quays: { 1: quays[1] } }), 0, play('sailor', place(1)));
    expect(paid(vanilla)).toEqual([[1, 6, [12, 6, 0]]]);
  });

  test('DOC-12.2: EX-17 Poor quality takes 1 from this ship alone', () => {
    const state = scenario(departing('event-poor-quality-2', 'goods-madras'));
    expect(paid(accepted(state, 0, play('harbourmaster', place(2, 1))))).toEqual([
      [2, 2, [6, 0, 0]],
      [1, 1, [2, 1, 0]],
    ]);
  });

  test('DOC-12.1, DOC-12.2: the next ship at the quay is not affected', () => {
    for (const [id, prime] of [
      ['event-top-quality-1', 4],
      ['event-poor-quality-1', 2],
    ] as const) {
      const state = scenario({
        slate: 2,
        shipPile: ['ship-3-1', 'ship-8-1'],
        goodsPile: ['goods-rum'],
        quays: { 1: { ship: 'ship-3-3', goods: 'goods-rum', porters: [2, 0, 0], event: { id, seat: 0 } } },
      });
      const done = accepted(state, 0, play('sailor', place(1)));
      expect(paid(done)).toEqual([[1, prime, [3 * prime, 0, 0]]]);
      const { state: after } = accepted(done.state, 0, allocate({ 1: 'goods-rum' }));
      expect(paid(accepted(after, 1, play('shipowner', place(1, 1, 1))))).toEqual([[1, 3, [0, 9, 0]]]);
    }
  });

  test('DOC-12.3: EX-13 Exclusivity admits only its owner’s porters, by the owner’s own cards', () => {
    const quays = {
      2: {
        ship: 'ship-5-3',
        goods: 'goods-rum',
        porters: [1, 1, 0],
        event: { id: 'event-exclusivity-1', seat: 1 },
      },
    };
    const turnOf = (active: number) => scenario({ quays, active, primes: [1, 1, 1] });
    expect(refusal(turnOf(0), 0, play('sailor', place(2)))).toBe('ship-exclusive DOC-12.3');
    const recalled = accepted(turnOf(0), 0, play('smuggler', recall(2, 1), place(1)));
    expect(portersAt(recalled.state, 2)).toEqual([1, 0, 0]);
    const left = accepted(turnOf(0), 0, play('pilot', place(4), move(2, 3)));
    expect(portersAt(left.state, 2)).toEqual([0, 1, 0]);
    const own = accepted(turnOf(1), 1, play('sailor', place(2)));
    expect(portersAt(own.state, 2)).toEqual([1, 2, 0]);
  });

  test('DOC-12.3: moving and swapping in obey Exclusivity, for both porters', () => {
    const event = { id: 'event-exclusivity-1', seat: 1 };
    const quays = {
      1: { ship: 'ship-6-1', porters: [1, 1, 0] },
      2: { ship: 'ship-5-3', porters: [1, 1, 0], event },
    };
    const turnOf = (active: number) => scenario({ quays, active });
    expect(refusal(turnOf(0), 0, play('pilot', place(4), move(1, 2)))).toBe('ship-exclusive DOC-12.3');
    const moved = accepted(turnOf(1), 1, play('pilot', place(4), move(1, 2)));
    expect(portersAt(moved.state, 2)).toEqual([1, 2, 0]);
    // A may not enter; B may enter, and the porter that leaves goes to an open ship.
    expect(refusal(turnOf(0), 0, play('innkeeper', place(4), swap(1, 2, 1)))).toBe('ship-exclusive DOC-12.3');
    const swapped = accepted(turnOf(1), 1, play('innkeeper', place(4), swap(1, 2, 0)));
    expect(portersAt(swapped.state, 2)).toEqual([0, 2, 0]);
    // Nor may A's card bring B's porter in, in exchange for A's own.
    expect(refusal(turnOf(0), 0, play('innkeeper', place(4), swap(2, 1, 1)))).toBe('ship-exclusive DOC-12.3');
    // From B's own exclusive ship, this would bring A's porter in: not allowed.
    expect(refusal(turnOf(1), 1, play('innkeeper', place(4), swap(2, 1, 0)))).toBe('ship-exclusive DOC-12.3');
  });

  test('DOC-12.4: Pirates take all primes, with or without a porter aboard', () => {
    const event = { id: 'event-pirates-2', seat: 2 };
    const state = scenario({
      primes: [5, 5, 5],
      quays: { 1: { ship: 'ship-3-1', goods: 'goods-rum', porters: [1, 1, 0], event } },
    });
    const done = accepted(state, 0, play('sailor', place(1)));
    expect(told(done, 'primes-paid')).toMatchObject({ amounts: [0, 0, 9], pirateSeat: 2 });
    expect(told(done, 'payer-asked')).toMatchObject({ eligible: [1] });
    const after = accepted(done.state, 0, payBy(1, 1)).state;
    expect(primesIn(after)).toEqual([5, 4, 14]);
  });

  test('DOC-12.5: Mutiny sends 1 porter of every other player home', () => {
    const quays = { 1: { ship: 'ship-8-1', porters: [2, 3, 1] } };
    const done = accepted(scenario({ quays, tiles: { 0: ['event-mutiny-1'] } }), 0, lay('event-mutiny-1', 1));
    expect(portersAt(done.state, 1)).toEqual([2, 2, 0]);
    expect(told(done, 'porters-returned')).toEqual({
      type: 'porters-returned',
      quay: 1,
      counts: [0, 1, 1],
      cause: 'mutiny',
    });
    expect(berthAt(done.state.shown, 1).event).toEqual({
      id: 'event-mutiny-1',
      kind: 'event-mutiny',
      seat: 0,
    });
    const nobody = accepted(scenario({ tiles: { 0: ['event-mutiny-1'] } }), 0, lay('event-mutiny-1', 1));
    expect(typesOf(nobody)).toEqual(['event-played']);
  });

  test('DOC-12.6: Shortage sends even an empty ship off', () => {
    const done = accepted(scenario({ tiles: { 0: ['event-shortage-2'] } }), 0, lay('event-shortage-2', 1));
    expect(told(done, 'primes-paid')).toMatchObject({ amounts: [0, 0, 0] });
    expect(typesOf(done)).not.toContain('porters-returned');
    expect(told(done, 'ship-departed')).toMatchObject({ cause: 'shortage', eventId: 'event-shortage-2' });
  });

  /** EX-15: plays the tile of this cause on the spice ship and checks where everything went. */
  function expectLoss(cause: string, fate: { shipTo: string; goodsTo: string; eventTo: string }) {
    const eventId = `event-${cause}-1`;
    const state = scenario(spiceShip(eventId));
    const done = accepted(state, 0, lay(eventId, 1));
    expect(told(done, 'ship-removed')).toEqual({
      type: 'ship-removed',
      quay: 1,
      shipId: 'ship-5-4',
      cause,
      goods: 'goods-spice',
      eventId,
      ...fate,
    });
    expect(told(done, 'porters-returned')).toEqual({
      type: 'porters-returned',
      quay: 1,
      counts: [1, 0, 2],
      cause,
    });
    expect(primesIn(done.state)).toEqual([0, 0, 0]);
    expect(reservesIn(done.state)).toEqual([10, 10, 10]);
    expect(done.state.shown.removedShips).toEqual(fate.shipTo === 'removed' ? ['ship-5-4'] : []);
    expect(done.state.shown.shipDiscard).toEqual(fate.shipTo === 'discard' ? ['ship-5-4'] : []);
    expect(done.state.shown.removedGoods).toEqual(fate.goodsTo === 'removed' ? ['goods-spice'] : []);
    expect(reveal(done.state.hidden.goodsPile).at(-1) === 'goods-spice').toBe(fate.goodsTo === 'pile');
    expect(done.state.shown.eventDiscard).toEqual(fate.eventTo === 'discard' ? [eventId] : []);
    expect(done.state.shown.removedEvents).toEqual(fate.eventTo === 'removed' ? [eventId] : []);
    expect(told(done, 'ship-docked')).toMatchObject({ quay: 1 });
    expect(asking(done.state)).toEqual(['0 allocating']);
  }

  test('DOC-12.7: EX-15 Damage takes ship, goods and tile out of the game', () => {
    expectLoss('damage', { shipTo: 'removed', goodsTo: 'removed', eventTo: 'removed' });
  });

  test('DOC-12.8: EX-15 Storm loses the goods', () => {
    expectLoss('storm', { shipTo: 'discard', goodsTo: 'removed', eventTo: 'discard' });
  });

  test('DOC-12.9: EX-15 Fire puts the goods under the pile', () => {
    expectLoss('fire', { shipTo: 'discard', goodsTo: 'pile', eventTo: 'discard' });
  });

  test('DOC-12.10: EX-16 Claim takes up to the ship’s value from each and gains exactly that value', () => {
    const setting = { seats: 4, tiles: { 0: ['event-claim-1'] }, quays: { 2: { ship: 'ship-7-1' } } };
    const claim = (primes: number[]) =>
      accepted(scenario({ ...setting, primes }), 0, lay('event-claim-1', 2));
    const done = claim([4, 5, 9, 0]);
    expect(primesIn(done.state)).toEqual([11, 0, 2, 0]);
    expect(told(done, 'primes-claimed')).toEqual({
      type: 'primes-claimed',
      seat: 0,
      gained: 7,
      losses: [0, 5, 7, 0],
    });
    expect(berthAt(done.state.shown, 2)).toMatchObject({
      shipId: 'ship-7-1',
      event: { id: 'event-claim-1', seat: 0 },
    });
    const poor = claim([4, 1, 2, 0]);
    expect(told(poor, 'primes-claimed')).toMatchObject({ losses: [0, 1, 2, 0] });
    expect(primesIn(poor.state)).toEqual([11, 0, 0, 0]);
  });

  test('DOC-12.10: an edition may cap the gain at what was collected', () => {
    const tile = components.tileOf.get('event-claim-1');
    if (tile?.effect.type !== 'collect') throw new Error('no claim');
    const capped = { ...tile, effect: { ...tile.effect, gainCap: 'total-collected' as const } };
    const edition = { ...components, tileOf: new Map([...components.tileOf, [tile.id, capped]]) };
    const setting = { tiles: { 0: [tile.id] }, quays: { 2: { ship: 'ship-7-1' } } };
    const { accepted } = toolsFor(dockers.withEdition(edition));
    const claimed = (primes: number[]) =>
      primesIn(accepted(scenario({ ...setting, primes }, edition), 0, lay(tile.id, 2)).state);
    expect(claimed([4, 1, 2])).toEqual([7, 0, 0]);
    expect(claimed([4, 9, 9])).toEqual([11, 2, 2]);
  });

  test('DOC-12.11: a ship with an event is safe from every other one', () => {
    const event = { id: 'event-top-quality-1', seat: 1 };
    for (const kind of ['storm', 'fire', 'damage', 'shortage', 'pirates', 'claim']) {
      const id = `event-${kind}-1`;
      const state = scenario({ tiles: { 0: [id] }, quays: { 1: { event } } });
      expect(refusal(state, 0, lay(id, 1))).toBe('ship-has-event DOC-11.2');
    }
  });

  test('DOC-12.12: a ship lost by an event owes nothing, and its quay is refilled', () => {
    const state = scenario({
      ...spiceShip('event-fire-1'),
      primes: [4, 4, 4],
      relationPlayed: 'relation-sailor',
    });
    const done = accepted(state, 0, lay('event-fire-1', 1));
    expect(typesOf(done)).toEqual([
      'event-played',
      'porters-returned',
      'ship-removed',
      'ship-docked',
      'goods-drawn',
    ]);
    expect(primesIn(done.state)).toEqual([4, 4, 4]);
    const after = accepted(done.state, 0, allocate({ 1: 'goods-madras' })).state;
    expect(asking(after)).toEqual(['0 after-relation']);
  });
});
