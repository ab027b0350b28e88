import { describe, expect, test } from '@jest/globals';
import { reveal } from '../../kernel/reveal.ts';
import { asking, heard, told, toolsFor, typesOf } from '../../testing/scenario.ts';
import { primePerPorter } from './harbour.ts';
import { dockers } from './index.ts';
import { handOf } from './state.ts';
import {
  accepted,
  allocate,
  components,
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
  trade,
} from './testing/scenario.ts';

describe('DOC-7: departures', () => {
  test('DOC-7.4, DOC-7.5, DOC-8.6: EX-2 primes, automatic commission, a new ship', () => {
    const state = scenario({
      slate: 2,
      primes: [10, 4, 0],
      goodsPile: ['goods-spice', 'goods-madras'],
      shipPile: ['ship-6-1', 'ship-7-1'],
      quays: { 2: { ship: 'ship-4-1', goods: 'goods-rum', porters: [1, 2, 0] } },
    });
    const done = accepted(state, 0, play('sailor', place(2)));
    expect(primesIn(done.state)).toEqual([15, 10, 0]);
    expect(typesOf(done)).toEqual([
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
    expect(told(done, 'primes-paid')).toEqual({
      type: 'primes-paid',
      quay: 2,
      shipId: 'ship-4-1',
      primePerPorter: 3,
      amounts: [6, 6, 0],
      pirateSeat: null,
    });
    expect(told(done, 'commission-paid')).toEqual({
      type: 'commission-paid',
      quay: 2,
      relation: 'relation-sailor',
      due: 1,
      payerSeat: 0,
      paid: 1,
    });
    expect(told(done, 'ship-departed')).toEqual({
      type: 'ship-departed',
      quay: 2,
      shipId: 'ship-4-1',
      goods: 'goods-rum',
      eventId: null,
      cause: 'relation',
    });
    expect(told(done, 'ship-docked')).toEqual({
      type: 'ship-docked',
      quay: 2,
      shipId: 'ship-6-1',
      nextShipId: 'ship-7-1',
      shipPileCount: 1,
    });
    expect(handOf(done.state, 0)).toEqual(['goods-madras', 'goods-spice']);
    expect(done.state.hidden.goodsPile).toEqual(['goods-madras', 'goods-rum']);
    expect(done.state.shown.shipDiscard).toContain('ship-4-1');
    expect(asking(done.state)).toEqual(['0 allocating']);
  });

  test('DOC-7.1: a ship departs as soon as it is full, no matter whose porters they are', () => {
    const quays = {
      1: { ship: 'ship-3-1', porters: [0, 1, 1] },
      2: { ship: 'ship-5-1', porters: [1, 0, 0] },
    };
    const moved = accepted(scenario({ quays, slate: 1 }), 0, play('pilot', place(2), move(2, 1)));
    expect(told(moved, 'ship-departed')).toMatchObject({ quay: 1 });
    const short = accepted(scenario({ quays, slate: 1 }), 0, play('foreman', place(2, 2)));
    expect(typesOf(short)).not.toContain('ship-filled');
  });

  test('DOC-7.2: EX-11 a departing ship is out of reach for the rest of the card', () => {
    const quays = {
      1: { ship: 'ship-5-1', goods: 'goods-madras', porters: [0, 2, 0] },
      2: { ship: 'ship-4-2', goods: 'goods-spice', porters: [1, 2, 0] },
      3: { ship: 'ship-6-2', goods: 'goods-rum', porters: [2, 0, 1] },
      4: { ship: 'ship-7-1', goods: 'goods-madras', porters: [0, 0, 0] },
    };
    const state = scenario({ quays, slate: 1 });
    expect(refusal(state, 0, play('pilot', place(2), move(3, 2)))).toBe('ship-departing DOC-7.2');
    expect(refusal(state, 0, play('pilot', place(2), move(2, 3)))).toBe('ship-departing DOC-7.2');
    expect(refusal(state, 0, play('innkeeper', place(2), swap(3, 2, 1)))).toBe('ship-departing DOC-7.2');
    expect(refusal(state, 0, play('customs', place(2), trade(2)))).toBe('ship-departing DOC-7.2');
    const moved = accepted(state, 0, play('pilot', place(2), move(3, 4)));
    expect(portersAt(moved.state, 4)).toEqual([1, 0, 0]);
    const declined = accepted(state, 0, play('pilot', place(2), null));
    expect(typesOf(declined).filter((type) => type === 'ship-departed')).toHaveLength(1);
    const recalled = accepted(state, 0, play('smuggler', recall(2, 1), place(2)));
    expect(typesOf(recalled)).not.toContain('ship-filled');
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
    const { state } = accepted(scenario(twoShips), 0, play('harbourmaster', place(2, 1)));
    expect(asking(state)).toEqual(['0 settling']);
    expect(state.shown.turn.departQueue).toEqual([2, 1]);
    expect(primesIn(state)).toEqual([9, 3, 9, 3]);
    expect(refusal(state, 0, payBy(1, 1))).toBe('wrong-ship DOC-7.3');
    const done = accepted(state, 0, payBy(2, 0));
    expect(primesIn(done.state)).toEqual([10, 5, 9, 3]);
    expect(typesOf(done)).toEqual([
      'commission-paid',
      'porters-returned',
      'ship-departed',
      'primes-paid',
      'payer-asked',
    ]);
    const next = accepted(done.state, 0, payBy(1, 1));
    expect(primesIn(next.state)).toEqual([10, 2, 9, 3]);
    expect(next.state.shown.slateSeat).toBe(1);
    expect(
      heard(next)
        .filter((event) => event.type === 'ship-docked')
        .map(({ quay }) => quay),
    ).toEqual([1, 2]);
    expect(next.state.hidden.goodsPile).toEqual(['goods-rum', 'goods-madras']);
    expect(handOf(next.state, 0)).toHaveLength(3);
    expect(told(next, 'goods-drawn')).toEqual({ type: 'goods-drawn', seat: 0, count: 2 });
  });

  test('DOC-8.4, DOC-7.3: EX-6 the slate left for the first ship is gone for the second', () => {
    const { state } = accepted(scenario(twoShips), 0, play('harbourmaster', place(2, 1)));
    const done = accepted(state, 0, payBy(2, 2));
    expect(primesIn(done.state)).toEqual([10, 5, 6, 3]);
    expect(done.state.shown.slateSeat).toBe(2);
    expect(typesOf(done)).toEqual([
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
    expect(asking(done.state)).toEqual(['0 allocating']);
  });

  test('DOC-7.5, DOC-7.7: EX-7 three ships, three commissions, as far as the primes go', () => {
    const state = scenario({
      slate: 2,
      quays: {
        1: { ship: 'ship-3-2', goods: 'goods-madras', porters: [0, 2, 0] },
        2: { ship: 'ship-4-1', goods: 'goods-madras', porters: [0, 0, 3] },
        4: { ship: 'ship-3-4', goods: 'goods-rum', porters: [0, 1, 1] },
      },
    });
    const done = accepted(state, 0, play('governor', place(1, 2, 4)));
    expect(
      heard(done)
        .filter((event) => event.type === 'commission-paid')
        .map(({ due, paid }) => [due, paid]),
    ).toEqual([
      [5, 2],
      [5, 2],
      [5, 3],
    ]);
    expect(primesIn(done.state)).toEqual([0, 7, 9]);
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
    const state = scenario({
      slate: 1,
      primes: [5, 5, 5],
      quays: { 1: { ship: 'ship-3-1', goods: 'goods-madras', porters: [0, 2, 0], event } },
    });
    const done = accepted(state, 0, play('sailor', place(1)));
    expect(primesIn(done.state)).toEqual([4, 5, 11]);
    expect(told(done, 'commission-paid')).toMatchObject({ payerSeat: 0, paid: 1 });
  });

  test('DOC-7.8: EX-14 a ship that an event sends off owes no commission and no slate', () => {
    const state = scenario({
      primes: [1, 1, 1],
      tiles: { 0: ['event-shortage-1'] },
      quays: { 4: { ship: 'ship-8-1', goods: 'goods-vanilla', porters: [3, 1, 0] } },
    });
    const done = accepted(state, 0, lay('event-shortage-1', 4));
    expect(primesIn(done.state)).toEqual([16, 6, 1]);
    expect(typesOf(done)).toEqual([
      'event-played',
      'primes-paid',
      'porters-returned',
      'ship-departed',
      'ship-docked',
      'goods-drawn',
    ]);
    expect(done.state.shown.slateSeat).toBe(0);
    expect(asking(done.state)).toEqual(['0 allocating']);
    const after = accepted(done.state, 0, allocate({ 4: 'goods-madras' })).state;
    expect(asking(after)).toEqual(['0 before-relation']);
    expect(after.shown.eventDiscard).toEqual(['event-shortage-1']);
    expect(reveal(after.hidden.goodsPile).at(-1)).toBe('goods-vanilla');
  });

  test('DOC-7.9: porters go home, goods under the pile, event and ship to their discards', () => {
    const state = scenario({
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
    const done = accepted(state, 0, play('sailor', place(1)));
    expect(told(done, 'porters-returned')).toEqual({
      type: 'porters-returned',
      quay: 1,
      counts: [1, 2, 0],
      cause: 'departure',
    });
    expect(reservesIn(done.state)).toEqual([10, 10, 10]);
    expect(done.state.hidden.goodsPile).toEqual(['goods-spice', 'goods-vanilla']);
    expect(done.state.shown.eventDiscard).toEqual(['event-mutiny-2']);
    expect(done.state.shown.shipDiscard).toEqual(['ship-3-1']);
    expect(told(done, 'ship-departed')).toMatchObject({ eventId: 'event-mutiny-2' });
  });

  test('DOC-7.10: primes just gained pay the commission', () => {
    const state = scenario({
      slate: 1,
      quays: { 1: { ship: 'ship-5-1', goods: 'goods-spice', porters: [2, 0, 0] } },
    });
    const done = accepted(state, 0, play('shipowner', place(1, 1, 1)));
    expect(told(done, 'commission-paid')).toMatchObject({ due: 4, paid: 4 });
    expect(primesIn(done.state)).toEqual([16, 0, 0]);
  });
});

describe('DOC-8: the slate', () => {
  const spiceShip = {
    primes: [5, 6, 2],
    quays: { 3: { ship: 'ship-5-2', goods: 'goods-spice', porters: [0, 2, 1] } },
  };

  test('DOC-8.1, DOC-3.4: EX-3 a player aboard pays and takes the slate', () => {
    const done = accepted(scenario({ ...spiceShip, turnsPlayed: 2 }), 0, play('foreman', place(3, 3)));
    expect(primesIn(done.state)).toEqual([13, 14, 6]);
    expect(told(done, 'payer-asked')).toEqual({
      type: 'payer-asked',
      quay: 3,
      relation: 'relation-foreman',
      amount: 2,
      eligible: [1, 2],
    });
    const next = accepted(done.state, 0, payBy(3, 1));
    expect(primesIn(next.state)).toEqual([13, 12, 6]);
    expect(told(next, 'slate-moved')).toEqual({ type: 'slate-moved', fromSeat: 0, toSeat: 1, cause: 'left' });
    const after = accepted(next.state, 0, allocate({ 3: 'goods-madras' })).state;
    const later = accepted(after, 0, { type: 'end-turn' }).state;
    expect(later.shown).toMatchObject({ slateSeat: 1, activeSeat: 1, roundFirstSeat: 1 });
  });

  test('DOC-8.1: only a player aboard can be named', () => {
    const state = scenario({ quays: { 1: { ship: 'ship-3-1', porters: [1, 1, 0] } } });
    const done = accepted(state, 0, play('sailor', place(1)));
    expect(refusal(done.state, 0, payBy(1, 2))).toBe('payer-not-aboard DOC-8.1');
    expect(refusal(done.state, 0, payBy(1, 3))).toBe('payer-not-aboard DOC-8.1');
    expect(told(done, 'payer-asked')).toMatchObject({ eligible: [1] });
  });

  test('DOC-8.2: it does not matter who put the porter aboard, nor whether it earns', () => {
    const event = { id: 'event-pirates-1', seat: 0 };
    const quays = {
      1: { ship: 'ship-4-1', goods: 'goods-rum', porters: [2, 0, 0], event },
      2: { ship: 'ship-5-1', porters: [0, 1, 0] },
    };
    // A's Innkeeper brings B's porter aboard; B and C play elsewhere, and the slate comes to A.
    const state = scenario({ quays, primes: [3, 3, 0], slate: 2 });
    const after = playedThrough(
      state,
      play('innkeeper', place(3), swap(1, 2, 1)),
      play('sailor', place(3)),
      play('sailor', place(3)),
    ).state;
    expect(after.shown).toMatchObject({ slateSeat: 0, activeSeat: 0 });
    // A's Foreman fills the ship: all its primes go to A, yet B, who earns nothing, can be named.
    const done = playedThrough(after, play('foreman', place(1, 1)), payBy(1, 1));
    expect(told(done, 'commission-paid')).toMatchObject({ payerSeat: 1, paid: 2 });
    expect(primesIn(done.state)).toEqual([3 + 12, 1, 0]);
  });

  test('DOC-8.3, DOC-12.4: EX-4 what the named player cannot pay is waived', () => {
    const state = scenario({
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
    const done = accepted(state, 0, play('shipowner', place(1, 1, 1)));
    expect(told(done, 'primes-paid')).toMatchObject({ amounts: [18, 0, 0], pirateSeat: 0 });
    const next = accepted(done.state, 0, payBy(1, 2));
    expect(primesIn(next.state)).toEqual([20, 7, 0]);
    expect(told(next, 'commission-paid')).toMatchObject({ due: 4, payerSeat: 2, paid: 1 });
    expect(next.state.shown.slateSeat).toBe(2);
  });

  test('DOC-8.3: a player without primes pays nothing and still takes the slate', () => {
    const pirates = { id: 'event-pirates-1', seat: 0 };
    const state = scenario({ quays: { 1: { ship: 'ship-3-1', porters: [1, 0, 1], event: pirates } } });
    const done = playedThrough(state, play('sailor', place(1)), payBy(1, 2));
    expect(told(done, 'commission-paid')).toMatchObject({ payerSeat: 2, paid: 0 });
    expect(done.state.shown).toMatchObject({ slateSeat: 2, slateUsedThisRound: true });
  });

  test('DOC-8.5: the named player may leave the slate again in their own turn of the same round', () => {
    const state = scenario({
      quays: {
        1: { ship: 'ship-3-1', porters: [1, 1, 0] },
        2: { ship: 'ship-3-2', porters: [0, 1, 1] },
      },
    });
    const after = playedThrough(state, play('sailor', place(1)), payBy(1, 1)).state;
    const later = accepted(after, 0, allocate({ 1: 'goods-madras' })).state;
    expect(asking(later)).toEqual(['1 before-relation']);
    const end = playedThrough(later, play('sailor', place(2)), payBy(2, 2)).state;
    expect(end.shown).toMatchObject({ slateSeat: 2, roundFirstSeat: 0 });
  });

  test('DOC-8.6: no choice is asked without the slate, or with nobody else aboard', () => {
    const quays = { 1: { ship: 'ship-3-1', porters: [2, 0, 0] } };
    expect(typesOf(accepted(scenario({ quays }), 0, play('sailor', place(1))))).not.toContain('payer-asked');
    const others = { 1: { ship: 'ship-3-1', porters: [1, 1, 0] } };
    expect(
      typesOf(accepted(scenario({ quays: others, slate: 1 }), 0, play('sailor', place(1)))),
    ).not.toContain('payer-asked');
    expect(accepted(scenario({ quays: others }), 0, play('sailor', place(1))).state.shown.phase).toBe(
      'settling',
    );
  });

  test('DOC-8.6: a commission of 0 is not asked for, and the slate stays', () => {
    const sailor = components.relationOf.get('relation-sailor');
    if (sailor === undefined) throw new Error('no sailor');
    const free = {
      ...components,
      relationOf: new Map([...components.relationOf, [sailor.kind, { ...sailor, commission: 0 }]]),
    };
    const state = scenario({ quays: { 1: { ship: 'ship-3-1', porters: [1, 1, 0] } } }, free);
    const done = toolsFor(dockers.withEdition(free)).accepted(state, 0, play('sailor', place(1)));
    expect(typesOf(done)).not.toContain('payer-asked');
    expect(typesOf(done)).not.toContain('commission-paid');
    expect(done.state.shown).toMatchObject({ slateSeat: 0, slateUsedThisRound: false });
  });

  test('DOC-8.7: leaving the slate marks the round, paying oneself does not', () => {
    const quays = { 1: { ship: 'ship-3-1', porters: [1, 1, 0] } };
    const own = playedThrough(scenario({ quays }), play('sailor', place(1)), payBy(1, 0));
    expect(own.state.shown.slateUsedThisRound).toBe(false);
    expect(typesOf(own)).not.toContain('slate-moved');
    const left = playedThrough(scenario({ quays }), play('sailor', place(1)), payBy(1, 1)).state;
    expect(left.shown.slateUsedThisRound).toBe(true);
  });
});
