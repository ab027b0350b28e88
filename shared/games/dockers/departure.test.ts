import { describe, expect, test } from '@jest/globals';
import { reveal } from '../../kernel/reveal.ts';
import { primePerPorter } from './harbour.ts';
import { components, lay, move, payBy, place, recall, swap, Table, trade } from './testing/scenario.ts';

describe('DOC-7: departures', () => {
  test('DOC-7.4, DOC-7.5, DOC-8.6: EX-2 primes, automatic commission, a new ship', () => {
    const table = new Table({
      slate: 2,
      primes: [10, 4, 0],
      goodsPile: ['goods-spice', 'goods-madras'],
      shipPile: ['ship-6-1', 'ship-7-1'],
      quays: { 2: { ship: 'ship-4-1', goods: 'goods-rum', porters: [1, 2, 0] } },
    });
    table.play('sailor', place(2));
    expect(table.primes).toEqual([15, 10, 0]);
    expect(table.types()).toEqual([
      'relation-played',
      'effect-applied',
      'ship-filled',
      'primes-paid',
      'commission-paid',
      'porters-returned',
      'ship-departed',
      'ship-docked',
      'goods-drawn',
    ]);
    expect(table.events('primes-paid')).toEqual([
      {
        type: 'primes-paid',
        quay: 2,
        shipId: 'ship-4-1',
        primePerPorter: 3,
        amounts: [6, 6, 0],
        pirateSeat: null,
      },
    ]);
    expect(table.events('commission-paid')).toEqual([
      { type: 'commission-paid', quay: 2, relation: 'relation-sailor', due: 1, payerSeat: 0, paid: 1 },
    ]);
    expect(table.events('ship-departed')).toEqual([
      {
        type: 'ship-departed',
        quay: 2,
        shipId: 'ship-4-1',
        goods: 'goods-rum',
        eventId: null,
        cause: 'relation',
      },
    ]);
    expect(table.events('ship-docked')).toEqual([
      { type: 'ship-docked', quay: 2, shipId: 'ship-6-1', nextShipId: 'ship-7-1', shipPileCount: 1 },
    ]);
    expect(table.hand(0)).toEqual(['goods-madras', 'goods-spice']);
    expect(table.state.hidden.goodsPile).toEqual(['goods-madras', 'goods-rum']);
    expect(table.shown.shipDiscard).toContain('ship-4-1');
    expect(table.phase).toBe('allocating');
  });

  test('DOC-7.1: a ship departs as soon as it is full, no matter whose porters they are', () => {
    const quays = {
      1: { ship: 'ship-3-1', porters: [0, 1, 1] },
      2: { ship: 'ship-5-1', porters: [1, 0, 0] },
    };
    const moved = new Table({ quays, slate: 1 }).play('pilot', place(2), move(2, 1));
    expect(moved.events('ship-departed')).toMatchObject([{ quay: 1 }]);
    const short = new Table({ quays, slate: 1 }).play('foreman', place(2, 2));
    expect(short.types()).not.toContain('ship-filled');
  });

  test('DOC-7.2: EX-11 a departing ship is out of reach for the rest of the card', () => {
    const quays = {
      1: { ship: 'ship-5-1', goods: 'goods-madras', porters: [0, 2, 0] },
      2: { ship: 'ship-4-2', goods: 'goods-spice', porters: [1, 2, 0] },
      3: { ship: 'ship-6-2', goods: 'goods-rum', porters: [2, 0, 1] },
      4: { ship: 'ship-7-1', goods: 'goods-madras', porters: [0, 0, 0] },
    };
    const table = () => new Table({ quays, slate: 1 });
    expect(table().refusedPlay('pilot', place(2), move(3, 2))).toBe('ship-departing DOC-7.2');
    expect(table().refusedPlay('pilot', place(2), move(2, 3))).toBe('ship-departing DOC-7.2');
    expect(table().refusedPlay('innkeeper', place(2), swap(3, 2, 1))).toBe('ship-departing DOC-7.2');
    expect(table().refusedPlay('customs', place(2), trade(2))).toBe('ship-departing DOC-7.2');
    expect(table().play('pilot', place(2), move(3, 4)).quay(4).porters).toEqual([1, 0, 0]);
    expect(table().play('pilot', place(2), null).events('ship-departed')).toHaveLength(1);
    expect(table().play('smuggler', recall(2, 1), place(2)).types()).not.toContain('ship-filled');
  });

  /** The position of EX-5 and EX-6. */
  const twoShips = {
    seats: 4,
    primes: [3, 3, 3, 3],
    goodsPile: ['goods-spice', 'goods-spice'],
    quays: {
      1: { ship: 'ship-3-1', goods: 'goods-madras', porters: [1, 1, 0, 0] },
      2: { ship: 'ship-4-3', goods: 'goods-rum', porters: [1, 0, 2, 0] },
    },
  };

  test('DOC-7.3, DOC-6.11, DOC-8.4: EX-5 two ships, settled in the order in which they filled', () => {
    const table = new Table(twoShips).play('harbourmaster', place(2, 1));
    expect(table.phase).toBe('settling');
    expect(table.shown.turn.departQueue).toEqual([2, 1]);
    expect(table.primes).toEqual([9, 3, 9, 3]);
    expect(table.refusal(payBy(1, 1))).toBe('wrong-ship DOC-7.3');
    table.send(payBy(2, 0));
    expect(table.primes).toEqual([10, 5, 9, 3]);
    expect(table.types()).toEqual([
      'commission-paid',
      'porters-returned',
      'ship-departed',
      'primes-paid',
      'payer-asked',
    ]);
    table.send(payBy(1, 1));
    expect(table.primes).toEqual([10, 2, 9, 3]);
    expect(table.shown.slateSeat).toBe(1);
    expect(table.events('ship-docked').map(({ quay }) => quay)).toEqual([1, 2]);
    expect(table.state.hidden.goodsPile).toEqual(['goods-rum', 'goods-madras']);
    expect(table.hand(0)).toHaveLength(3);
    expect(table.events('goods-drawn')).toEqual([{ type: 'goods-drawn', seat: 0, count: 2 }]);
  });

  test('DOC-8.4, DOC-7.3: EX-6 the slate left for the first ship is gone for the second', () => {
    const table = new Table(twoShips).play('harbourmaster', place(2, 1)).send(payBy(2, 2));
    expect(table.primes).toEqual([10, 5, 6, 3]);
    expect(table.shown.slateSeat).toBe(2);
    expect(table.types()).toEqual([
      'commission-paid',
      'slate-moved',
      'porters-returned',
      'ship-departed',
      'primes-paid',
      'commission-paid',
      'porters-returned',
      'ship-departed',
      'ship-docked',
      'ship-docked',
      'goods-drawn',
    ]);
    expect(table.phase).toBe('allocating');
  });

  test('DOC-7.5, DOC-7.7: EX-7 three ships, three commissions, as far as the primes go', () => {
    const table = new Table({
      slate: 2,
      quays: {
        1: { ship: 'ship-3-2', goods: 'goods-madras', porters: [0, 2, 0] },
        2: { ship: 'ship-4-1', goods: 'goods-madras', porters: [0, 0, 3] },
        4: { ship: 'ship-3-4', goods: 'goods-rum', porters: [0, 1, 1] },
      },
    });
    table.play('governor', place(1, 2, 4));
    expect(table.events('commission-paid').map(({ due, paid }) => [due, paid])).toEqual([
      [5, 2],
      [5, 2],
      [5, 3],
    ]);
    expect(table.primes).toEqual([0, 7, 9]);
  });

  test('DOC-7.4: the prime per porter is the goods’ own and the event’s, never below 0', () => {
    const berth = (goods: string, id?: string) => ({
      quay: 1,
      shipId: 'ship-3-1',
      value: 3,
      goods,
      event: id === undefined ? null : { id, kind: id.replace(/-\d$/, ''), seat: 0 },
      porters: [0, 0, 0],
      departing: false,
    });
    expect(
      ['madras', 'rum', 'spice', 'vanilla'].map((kind) => primePerPorter(components, berth(`goods-${kind}`))),
    ).toEqual([2, 3, 4, 5]);
    expect(primePerPorter(components, berth('goods-rum', 'event-top-quality-1'))).toBe(4);
    expect(primePerPorter(components, berth('goods-rum', 'event-poor-quality-1'))).toBe(2);
    expect(primePerPorter(components, berth('goods-rum', 'event-mutiny-1'))).toBe(3);
    expect(primePerPorter(components, { ...berth('goods-rum'), goods: null })).toBe(0);
    const worthless = { ...components, primeOf: new Map([['goods-rum', 0]]) };
    expect(primePerPorter(worthless, berth('goods-rum', 'event-poor-quality-1'))).toBe(0);
  });

  test('DOC-7.6: the active player alone owes the commission, also of a ship that pays only others', () => {
    const event = { id: 'event-pirates-1', seat: 2 };
    const table = new Table({
      slate: 1,
      primes: [5, 5, 5],
      quays: { 1: { ship: 'ship-3-1', goods: 'goods-madras', porters: [0, 2, 0], event } },
    });
    table.play('sailor', place(1));
    expect(table.primes).toEqual([4, 5, 11]);
    expect(table.events('commission-paid')).toMatchObject([{ payerSeat: 0, paid: 1 }]);
  });

  test('DOC-7.8: EX-14 a ship that an event sends off owes no commission and no slate', () => {
    const table = new Table({
      primes: [1, 1, 1],
      tiles: { 0: ['event-shortage-1'] },
      quays: { 4: { ship: 'ship-8-1', goods: 'goods-vanilla', porters: [3, 1, 0] } },
    });
    table.send(lay('event-shortage-1', 4));
    expect(table.primes).toEqual([16, 6, 1]);
    expect(table.types()).toEqual([
      'event-played',
      'primes-paid',
      'porters-returned',
      'ship-departed',
      'ship-docked',
      'goods-drawn',
    ]);
    expect(table.shown.slateSeat).toBe(0);
    expect(table.phase).toBe('allocating');
    table.send({ type: 'allocate-goods', assignments: [{ quay: 4, goods: 'goods-madras' }] });
    expect(table.phase).toBe('before-relation');
    expect(table.shown.eventDiscard).toEqual(['event-shortage-1']);
    expect(reveal(table.state.hidden.goodsPile).at(-1)).toBe('goods-vanilla');
  });

  test('DOC-7.9: porters go home, goods under the pile, event and ship to their discards', () => {
    const table = new Table({
      slate: 1,
      goodsPile: ['goods-rum', 'goods-spice'],
      quays: {
        1: {
          ship: 'ship-3-1',
          goods: 'goods-vanilla',
          porters: [0, 2, 0],
          event: { id: 'event-mutiny-2', seat: 1 },
        },
      },
    });
    table.play('sailor', place(1));
    expect(table.events('porters-returned')).toEqual([
      { type: 'porters-returned', quay: 1, counts: [1, 2, 0], cause: 'departure' },
    ]);
    expect(table.reserves).toEqual([10, 10, 10]);
    expect(table.state.hidden.goodsPile).toEqual(['goods-spice', 'goods-vanilla']);
    expect(table.shown.eventDiscard).toEqual(['event-mutiny-2']);
    expect(table.shown.shipDiscard).toEqual(['ship-3-1']);
    expect(table.events('ship-departed')).toMatchObject([{ eventId: 'event-mutiny-2' }]);
  });

  test('DOC-7.10: primes just gained pay the commission', () => {
    const table = new Table({
      slate: 1,
      quays: { 1: { ship: 'ship-5-1', goods: 'goods-spice', porters: [2, 0, 0] } },
    });
    table.play('shipowner', place(1, 1, 1));
    expect(table.events('commission-paid')).toMatchObject([{ due: 4, paid: 4 }]);
    expect(table.primes).toEqual([16, 0, 0]);
  });
});

describe('DOC-8: the slate', () => {
  const spiceShip = {
    primes: [5, 6, 2],
    quays: { 3: { ship: 'ship-5-2', goods: 'goods-spice', porters: [0, 2, 1] } },
  };

  test('DOC-8.1, DOC-3.4: EX-3 a player aboard pays and takes the slate', () => {
    const table = new Table({ ...spiceShip, turnsPlayed: 2 }).play('foreman', place(3, 3));
    expect(table.primes).toEqual([13, 14, 6]);
    expect(table.events('payer-asked')).toEqual([
      { type: 'payer-asked', quay: 3, relation: 'relation-foreman', amount: 2, eligible: [1, 2] },
    ]);
    table.send(payBy(3, 1));
    expect(table.primes).toEqual([13, 12, 6]);
    expect(table.events('slate-moved')).toEqual([
      { type: 'slate-moved', fromSeat: 0, toSeat: 1, cause: 'left' },
    ]);
    table.send({ type: 'allocate-goods', assignments: [{ quay: 3, goods: 'goods-madras' }] });
    table.send({ type: 'end-turn' });
    expect(table.shown).toMatchObject({ slateSeat: 1, activeSeat: 1, roundFirstSeat: 1 });
  });

  test('DOC-8.1: only a player aboard can be named', () => {
    const table = new Table({ quays: { 1: { ship: 'ship-3-1', porters: [1, 1, 0] } } });
    table.play('sailor', place(1));
    expect(table.refusal(payBy(1, 2))).toBe('payer-not-aboard DOC-8.1');
    expect(table.refusal(payBy(1, 3))).toBe('payer-not-aboard DOC-8.1');
    expect(table.events('payer-asked')).toMatchObject([{ eligible: [1] }]);
  });

  test('DOC-8.2: it does not matter who put the porter aboard, nor whether it earns', () => {
    const event = { id: 'event-pirates-1', seat: 0 };
    const quays = {
      1: { ship: 'ship-4-1', goods: 'goods-rum', porters: [2, 0, 0], event },
      2: { ship: 'ship-5-1', porters: [0, 1, 0] },
    };
    // A's Innkeeper brings B's porter aboard; B and C play elsewhere, and the slate comes to A.
    const table = new Table({ quays, primes: [3, 3, 0], slate: 2 });
    table
      .play('innkeeper', place(3), swap(1, 2, 1))
      .play('sailor', place(3))
      .play('sailor', place(3));
    expect(table.shown).toMatchObject({ slateSeat: 0, activeSeat: 0 });
    // A's Foreman fills the ship: all its primes go to A, yet B, who earns nothing, can be named.
    table.play('foreman', place(1, 1)).send(payBy(1, 1));
    expect(table.events('commission-paid')).toMatchObject([{ payerSeat: 1, paid: 2 }]);
    expect(table.primes).toEqual([3 + 12, 1, 0]);
  });

  test('DOC-8.3, DOC-12.4: EX-4 what the named player cannot pay is waived', () => {
    const table = new Table({
      primes: [2, 7, 1],
      quays: {
        1: {
          ship: 'ship-6-1',
          goods: 'goods-rum',
          porters: [1, 1, 1],
          event: { id: 'event-pirates-1', seat: 0 },
        },
      },
    });
    table.play('shipowner', place(1, 1, 1));
    expect(table.events('primes-paid')).toMatchObject([{ amounts: [18, 0, 0], pirateSeat: 0 }]);
    table.send(payBy(1, 2));
    expect(table.primes).toEqual([20, 7, 0]);
    expect(table.events('commission-paid')).toMatchObject([{ due: 4, payerSeat: 2, paid: 1 }]);
    expect(table.shown.slateSeat).toBe(2);
  });

  test('DOC-8.3: a player without primes pays nothing and still takes the slate', () => {
    const pirates = { id: 'event-pirates-1', seat: 0 };
    const table = new Table({ quays: { 1: { ship: 'ship-3-1', porters: [1, 0, 1], event: pirates } } });
    table.play('sailor', place(1)).send(payBy(1, 2));
    expect(table.events('commission-paid')).toMatchObject([{ payerSeat: 2, paid: 0 }]);
    expect(table.shown).toMatchObject({ slateSeat: 2, slateUsedThisRound: true });
  });

  test('DOC-8.5: the named player may leave the slate again in their own turn of the same round', () => {
    const table = new Table({
      quays: {
        1: { ship: 'ship-3-1', porters: [1, 1, 0] },
        2: { ship: 'ship-3-2', porters: [0, 1, 1] },
      },
    });
    table.play('sailor', place(1)).send(payBy(1, 1));
    table.send({ type: 'allocate-goods', assignments: [{ quay: 1, goods: 'goods-madras' }] });
    expect(table.actor).toBe(1);
    table.play('sailor', place(2)).send(payBy(2, 2));
    expect(table.shown).toMatchObject({ slateSeat: 2, roundFirstSeat: 0 });
  });

  test('DOC-8.6: no choice is asked without the slate, or with nobody else aboard', () => {
    const quays = { 1: { ship: 'ship-3-1', porters: [2, 0, 0] } };
    expect(new Table({ quays }).play('sailor', place(1)).types()).not.toContain('payer-asked');
    const others = { 1: { ship: 'ship-3-1', porters: [1, 1, 0] } };
    expect(new Table({ quays: others, slate: 1 }).play('sailor', place(1)).types()).not.toContain(
      'payer-asked',
    );
    expect(new Table({ quays: others }).play('sailor', place(1)).phase).toBe('settling');
  });

  test('DOC-8.6: a commission of 0 is not asked for, and the slate stays', () => {
    const sailor = components.relationOf.get('relation-sailor');
    if (sailor === undefined) throw new Error('no sailor');
    const free = {
      ...components,
      relationOf: new Map([...components.relationOf, [sailor.kind, { ...sailor, commission: 0 }]]),
    };
    const table = new Table({ quays: { 1: { ship: 'ship-3-1', porters: [1, 1, 0] } } }, free);
    table.play('sailor', place(1));
    expect(table.types()).not.toContain('payer-asked');
    expect(table.types()).not.toContain('commission-paid');
    expect(table.shown).toMatchObject({ slateSeat: 0, slateUsedThisRound: false });
  });

  test('DOC-8.7: leaving the slate marks the round, paying oneself does not', () => {
    const quays = { 1: { ship: 'ship-3-1', porters: [1, 1, 0] } };
    const own = new Table({ quays }).play('sailor', place(1)).send(payBy(1, 0));
    expect(own.state.shown.slateUsedThisRound).toBe(false);
    expect(own.events('slate-moved')).toEqual([]);
    const left = new Table({ quays }).play('sailor', place(1)).send(payBy(1, 1));
    expect(left.state.shown.slateUsedThisRound).toBe(true);
  });
});
