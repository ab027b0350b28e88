import { describe, expect, test } from '@jest/globals';
import { reveal } from '../../kernel/reveal.ts';
import { components, lay, move, payBy, place, recall, swap, Table } from './testing/scenario.ts';

/** A owns the tile; the spice ship of EX-15 is at quay 1. */
const spiceShip = (id: string) => ({
  tiles: { 0: [id] },
  quays: { 1: { ship: 'ship-5-4', goods: 'goods-spice', porters: [1, 0, 2] } },
});

describe('DOC-11: playing a tile', () => {
  test('DOC-11.1: onto a ship at quay, with porters or without', () => {
    const table = new Table({ tiles: { 0: ['event-claim-1'] }, quays: { 2: null }, shipPile: [] });
    expect(table.refusal(lay('event-claim-1', 2))).toBe('quay-empty DOC-11.1');
    expect(table.refusal(lay('event-claim-1', 1))).toBe('accepted');
    expect(table.refusal(lay('event-fire-1', 1))).toBe('event-not-owned DOC-4.3');
    expect(table.refusal(lay('event-claim-1', 1), 1)).toBe('not-your-turn DOC-3.1');
  });

  test('DOC-11.2: one tile a ship, also after an instant effect', () => {
    const table = new Table({ tiles: { 0: ['event-mutiny-1'], 1: ['event-fire-1'] } });
    table.send(lay('event-mutiny-1', 1)).play('sailor', place(1));
    expect(table.actor).toBe(1);
    expect(table.refusal(lay('event-fire-1', 1))).toBe('ship-has-event DOC-11.2');
    expect(table.refusal(lay('event-fire-1', 2))).toBe('accepted');
  });

  test('DOC-11.3: who laid the tile owns it until the ship leaves', () => {
    const table = new Table({ tiles: { 0: ['event-pirates-1'] } }).send(lay('event-pirates-1', 3));
    expect(table.quay(3).event).toEqual({ id: 'event-pirates-1', kind: 'event-pirates', seat: 0 });
    expect(table.player(0).events).toEqual([]);
    expect(table.events('event-played')).toEqual([
      {
        type: 'event-played',
        seat: 0,
        eventId: 'event-pirates-1',
        kind: 'event-pirates',
        quay: 3,
        shipId: table.quay(3).shipId,
      },
    ]);
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
      expect(new Table({ quays: closed }).refusedPlay(card, target)).toBe('ship-exclusive DOC-12.3');
    }
  });

  test('DOC-11.5: the tile goes to the discard with its ship, Damage out of the game', () => {
    const storm = new Table(spiceShip('event-storm-1')).send(lay('event-storm-1', 1));
    expect(storm.shown).toMatchObject({ eventDiscard: ['event-storm-1'], removedEvents: [] });
    const damage = new Table(spiceShip('event-damage-1')).send(lay('event-damage-1', 1));
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
  const paid = (table: Table) =>
    table.events('primes-paid').map(({ quay, primePerPorter, amounts }) => [quay, primePerPorter, amounts]);

  test('DOC-12.1: EX-17 Top quality adds 1 to this ship alone', () => {
    // The other ship with the same goods is settled while the tile is still at quay 1.
    const table = new Table(departing('event-top-quality-1', 'goods-madras'));
    expect(paid(table.play('harbourmaster', place(2, 1)))).toEqual([
      [2, 2, [6, 0, 0]],
      [1, 3, [6, 3, 0]],
    ]);
    const { quays } = departing('event-top-quality-1', 'goods-vanilla');
    const vanilla = new Table({ slate: 1, quays: { 1: quays[1] } }).play('sailor', place(1));
    expect(paid(vanilla)).toEqual([[1, 6, [12, 6, 0]]]);
  });

  test('DOC-12.2: EX-17 Poor quality takes 1 from this ship alone', () => {
    const table = new Table(departing('event-poor-quality-2', 'goods-madras'));
    expect(paid(table.play('harbourmaster', place(2, 1)))).toEqual([
      [2, 2, [6, 0, 0]],
      [1, 1, [2, 1, 0]],
    ]);
  });

  test('DOC-12.1, DOC-12.2: the next ship at the quay is not affected', () => {
    for (const [id, prime] of [
      ['event-top-quality-1', 4],
      ['event-poor-quality-1', 2],
    ] as const) {
      const table = new Table({
        slate: 2,
        shipPile: ['ship-3-1', 'ship-8-1'],
        goodsPile: ['goods-rum'],
        quays: { 1: { ship: 'ship-3-3', goods: 'goods-rum', porters: [2, 0, 0], event: { id, seat: 0 } } },
      });
      expect(paid(table.play('sailor', place(1)))).toEqual([[1, prime, [3 * prime, 0, 0]]]);
      table.send({ type: 'allocate-goods', assignments: [{ quay: 1, goods: 'goods-rum' }] });
      expect(paid(table.play('shipowner', place(1, 1, 1)))).toEqual([[1, 3, [0, 9, 0]]]);
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
    const table = (active = 0) => new Table({ quays, active, primes: [1, 1, 1] });
    expect(table().refusedPlay('sailor', place(2))).toBe('ship-exclusive DOC-12.3');
    expect(table().play('smuggler', recall(2, 1), place(1)).quay(2).porters).toEqual([1, 0, 0]);
    expect(table().play('pilot', place(4), move(2, 3)).quay(2).porters).toEqual([0, 1, 0]);
    expect(table(1).play('sailor', place(2)).quay(2).porters).toEqual([1, 2, 0]);
  });

  test('DOC-12.3: moving and swapping in obey Exclusivity, for both porters', () => {
    const event = { id: 'event-exclusivity-1', seat: 1 };
    const quays = {
      1: { ship: 'ship-6-1', porters: [1, 1, 0] },
      2: { ship: 'ship-5-3', porters: [1, 1, 0], event },
    };
    const table = (active: number) => new Table({ quays, active });
    expect(table(0).refusedPlay('pilot', place(4), move(1, 2))).toBe('ship-exclusive DOC-12.3');
    expect(table(1).play('pilot', place(4), move(1, 2)).quay(2).porters).toEqual([1, 2, 0]);
    // A may not enter; B may enter, and the porter that leaves goes to an open ship.
    expect(table(0).refusedPlay('innkeeper', place(4), swap(1, 2, 1))).toBe('ship-exclusive DOC-12.3');
    expect(
      table(1)
        .play('innkeeper', place(4), swap(1, 2, 0))
        .quay(2).porters,
    ).toEqual([0, 2, 0]);
    // Nor may A's card bring B's porter in, in exchange for A's own.
    expect(table(0).refusedPlay('innkeeper', place(4), swap(2, 1, 1))).toBe('ship-exclusive DOC-12.3');
    // From B's own exclusive ship, this would bring A's porter in: not allowed.
    expect(table(1).refusedPlay('innkeeper', place(4), swap(2, 1, 0))).toBe('ship-exclusive DOC-12.3');
  });

  test('DOC-12.4: Pirates take all primes, with or without a porter aboard', () => {
    const event = { id: 'event-pirates-2', seat: 2 };
    const table = new Table({
      primes: [5, 5, 5],
      quays: { 1: { ship: 'ship-3-1', goods: 'goods-rum', porters: [1, 1, 0], event } },
    }).play('sailor', place(1));
    expect(table.events('primes-paid')).toMatchObject([{ amounts: [0, 0, 9], pirateSeat: 2 }]);
    expect(table.events('payer-asked')).toMatchObject([{ eligible: [1] }]);
    table.send(payBy(1, 1));
    expect(table.primes).toEqual([5, 4, 14]);
  });

  test('DOC-12.5: Mutiny sends 1 porter of every other player home', () => {
    const quays = { 1: { ship: 'ship-8-1', porters: [2, 3, 1] } };
    const table = new Table({ quays, tiles: { 0: ['event-mutiny-1'] } }).send(lay('event-mutiny-1', 1));
    expect(table.quay(1).porters).toEqual([2, 2, 0]);
    expect(table.events('porters-returned')).toEqual([
      { type: 'porters-returned', quay: 1, counts: [0, 1, 1], cause: 'mutiny' },
    ]);
    expect(table.quay(1).event).toEqual({ id: 'event-mutiny-1', kind: 'event-mutiny', seat: 0 });
    const nobody = new Table({ tiles: { 0: ['event-mutiny-1'] } }).send(lay('event-mutiny-1', 1));
    expect(nobody.types()).toEqual(['event-played']);
  });

  test('DOC-12.6: Shortage sends even an empty ship off', () => {
    const table = new Table({ tiles: { 0: ['event-shortage-2'] } }).send(lay('event-shortage-2', 1));
    expect(table.events('primes-paid')).toMatchObject([{ amounts: [0, 0, 0] }]);
    expect(table.types()).not.toContain('porters-returned');
    expect(table.events('ship-departed')).toMatchObject([{ cause: 'shortage', eventId: 'event-shortage-2' }]);
  });

  /** EX-15: plays the tile of this cause on the spice ship and checks where everything went. */
  function expectLoss(cause: string, fate: { shipTo: string; goodsTo: string; eventTo: string }) {
    const eventId = `event-${cause}-1`;
    const table = new Table(spiceShip(eventId));
    table.send(lay(eventId, 1));
    expect(table.events('ship-removed')).toEqual([
      { type: 'ship-removed', quay: 1, shipId: 'ship-5-4', cause, goods: 'goods-spice', eventId, ...fate },
    ]);
    expect(table.events('porters-returned')).toEqual([
      { type: 'porters-returned', quay: 1, counts: [1, 0, 2], cause },
    ]);
    expect(table.primes).toEqual([0, 0, 0]);
    expect(table.reserves).toEqual([10, 10, 10]);
    expect(table.shown.removedShips).toEqual(fate.shipTo === 'removed' ? ['ship-5-4'] : []);
    expect(table.shown.shipDiscard).toEqual(fate.shipTo === 'discard' ? ['ship-5-4'] : []);
    expect(table.shown.removedGoods).toEqual(fate.goodsTo === 'removed' ? ['goods-spice'] : []);
    expect(reveal(table.state.hidden.goodsPile).at(-1) === 'goods-spice').toBe(fate.goodsTo === 'pile');
    expect(table.shown.eventDiscard).toEqual(fate.eventTo === 'discard' ? [eventId] : []);
    expect(table.shown.removedEvents).toEqual(fate.eventTo === 'removed' ? [eventId] : []);
    expect(table.events('ship-docked')).toMatchObject([{ quay: 1 }]);
    expect(table.phase).toBe('allocating');
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
    const claim = (primes: number[]) =>
      new Table({
        seats: 4,
        primes,
        tiles: { 0: ['event-claim-1'] },
        quays: { 2: { ship: 'ship-7-1' } },
      }).send(lay('event-claim-1', 2));
    const table = claim([4, 5, 9, 0]);
    expect(table.primes).toEqual([11, 0, 2, 0]);
    expect(table.events('primes-claimed')).toEqual([
      { type: 'primes-claimed', seat: 0, gained: 7, losses: [0, 5, 7, 0] },
    ]);
    expect(table.quay(2)).toMatchObject({ shipId: 'ship-7-1', event: { id: 'event-claim-1', seat: 0 } });
    const poor = claim([4, 1, 2, 0]);
    expect(poor.events('primes-claimed')).toMatchObject([{ losses: [0, 1, 2, 0] }]);
    expect(poor.primes).toEqual([11, 0, 0, 0]);
  });

  test('DOC-12.10: an edition may cap the gain at what was collected', () => {
    const tile = components.tileOf.get('event-claim-1');
    if (tile?.effect.type !== 'collect') throw new Error('no claim');
    const capped = { ...tile, effect: { ...tile.effect, gainCap: 'total-collected' as const } };
    const edition = { ...components, tileOf: new Map([...components.tileOf, [tile.id, capped]]) };
    const setting = { tiles: { 0: [tile.id] }, quays: { 2: { ship: 'ship-7-1' } } };
    const table = (primes: number[]) => new Table({ ...setting, primes }, edition).send(lay(tile.id, 2));
    expect(table([4, 1, 2]).primes).toEqual([7, 0, 0]);
    expect(table([4, 9, 9]).primes).toEqual([11, 2, 2]);
  });

  test('DOC-12.11: a ship with an event is safe from every other one', () => {
    const event = { id: 'event-top-quality-1', seat: 1 };
    for (const kind of ['storm', 'fire', 'damage', 'shortage', 'pirates', 'claim']) {
      const id = `event-${kind}-1`;
      const table = new Table({ tiles: { 0: [id] }, quays: { 1: { event } } });
      expect(table.refusal(lay(id, 1))).toBe('ship-has-event DOC-11.2');
    }
  });

  test('DOC-12.12: a ship lost by an event owes nothing, and its quay is refilled', () => {
    const table = new Table({
      ...spiceShip('event-fire-1'),
      primes: [4, 4, 4],
      relationPlayed: 'relation-sailor',
    });
    table.send(lay('event-fire-1', 1));
    expect(table.types()).toEqual([
      'event-played',
      'porters-returned',
      'ship-removed',
      'ship-docked',
      'goods-drawn',
    ]);
    expect(table.primes).toEqual([4, 4, 4]);
    table.send({ type: 'allocate-goods', assignments: [{ quay: 1, goods: 'goods-madras' }] });
    expect(table.phase).toBe('after-relation');
  });
});
