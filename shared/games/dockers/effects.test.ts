import { describe, expect, test } from '@jest/globals';
import { heard, told, typesOf } from '../../testing/scenario.ts';
import { berthAt, handOf } from './state.ts';
import {
  accepted,
  allocate,
  components,
  move,
  place,
  play,
  portersAt,
  recall,
  refusal,
  reservesIn,
  scenario,
  swap,
  trade,
} from './testing/scenario.ts';

describe('DOC-6: effects and their targets', () => {
  test('DOC-6.1: place on one ship', () => {
    const { state } = accepted(scenario(), 0, play('shipowner', place(4, 4, 4)));
    expect(portersAt(state, 4)).toEqual([3, 0, 0]);
    expect(reservesIn(state)).toEqual([7, 10, 10]);
    expect(refusal(scenario(), 0, play('shipowner', place(4, 4, 3)))).toBe('bad-spread DOC-6.1');
    expect(refusal(scenario(), 0, play('shipowner', place(4, 4)))).toBe('bad-target DOC-6.1');
    expect(refusal(scenario(), 0, play('shipowner', move(1, 2)))).toBe('bad-target DOC-6.1');
  });

  test('DOC-6.2: place on two neighbours', () => {
    const { state } = accepted(scenario(), 0, play('harbourmaster', place(3, 2)));
    expect([portersAt(state, 2), portersAt(state, 3)]).toEqual([
      [1, 0, 0],
      [1, 0, 0],
    ]);
    for (const quays of [
      [1, 1],
      [1, 3],
      [4, 1],
    ]) {
      expect(refusal(scenario(), 0, play('harbourmaster', place(...quays)))).toBe('bad-spread DOC-6.2');
    }
    expect(refusal(scenario(), 0, play('harbourmaster', place(1, 2, 3)))).toBe('bad-target DOC-6.2');
  });

  test('DOC-6.3: place on different ships', () => {
    const { state } = accepted(scenario(), 0, play('governor', place(4, 1, 2)));
    expect(state.shown.quays.map((berth) => berth.porters[0])).toEqual([1, 1, 0, 1]);
    expect(refusal(scenario(), 0, play('governor', place(1, 2, 1)))).toBe('bad-spread DOC-6.3');
    expect(refusal(scenario(), 0, play('governor', null))).toBe('effect-required DOC-5.6');
  });

  test('DOC-6.4: the reserve must hold all the porters', () => {
    const quays = {
      1: { ship: 'ship-8-1', porters: [6, 0, 0] },
      2: { ship: 'ship-7-1', porters: [2, 0, 0] },
    };
    expect(refusal(scenario({ quays }), 0, play('governor', place(2, 3, 4)))).toBe(
      'not-enough-porters DOC-6.4',
    );
    const done = accepted(scenario({ quays }), 0, play('governor', null));
    expect(told(done, 'effect-skipped')).toMatchObject({ reason: 'unplayable' });
    expect(reservesIn(accepted(scenario({ quays }), 0, play('foreman', place(3, 3))).state)[0]).toBe(0);
  });

  test('DOC-6.5: move one of the player’s porters to a neighbouring ship with a free place', () => {
    const quays = {
      1: { ship: 'ship-3-1', porters: [0, 2, 0] },
      2: { ship: 'ship-5-1', porters: [1, 0, 0] },
      4: { ship: 'ship-3-2', porters: [0, 1, 1] },
    };
    const done = accepted(scenario({ quays, slate: 1 }), 0, play('pilot', place(3), move(2, 1)));
    expect(told(done, 'ship-filled')).toEqual({ type: 'ship-filled', quay: 1, shipId: 'ship-3-1' });
    const refused = (from: number, to: number) =>
      refusal(scenario({ quays }), 0, play('pilot', place(3), move(from, to)));
    expect(refused(2, 4)).toBe('not-adjacent DOC-6.9');
    // Filled by the porter just placed, it departs.
    expect(refusal(scenario({ quays }), 0, play('pilot', place(1), move(2, 1)))).toBe(
      'ship-departing DOC-7.2',
    );
    expect(refused(1, 2)).toBe('no-such-porter DOC-6.5');
    expect(refusal(scenario({ quays }), 0, play('pilot', place(3), place(3)))).toBe('bad-target DOC-6.5');
  });

  test('DOC-6.6: swap one of the player’s porters with an opponent’s on the neighbouring ship, full or not', () => {
    const quays = {
      2: { ship: 'ship-5-1', porters: [2, 2, 0] },
      3: { ship: 'ship-3-1', porters: [0, 1, 1] },
    };
    const { state } = accepted(scenario({ quays }), 0, play('innkeeper', place(1), swap(2, 3, 2)));
    expect(portersAt(state, 2)).toEqual([1, 2, 1]);
    expect(portersAt(state, 3)).toEqual([1, 1, 0]);
    expect(reservesIn(state)).toEqual([7, 7, 9]);
    const refused = (own: number, other: number, seat: number) =>
      refusal(scenario({ quays }), 0, play('innkeeper', place(1), swap(own, other, seat)));
    expect(refused(2, 3, 0)).toBe('bad-target DOC-6.6');
    expect(refused(2, 4, 1)).toBe('not-adjacent DOC-6.9');
    expect(refused(3, 2, 1)).toBe('no-such-porter DOC-6.6');
    expect(refused(2, 1, 2)).toBe('no-such-porter DOC-6.6');
    expect(refused(2, 3, 3)).toBe('no-such-porter DOC-6.6');
  });

  test('DOC-6.6: a swap on ships that are one porter short fills neither', () => {
    const quays = {
      2: { ship: 'ship-3-2', porters: [1, 1, 0] },
      3: { ship: 'ship-3-1', porters: [0, 1, 1] },
    };
    const done = accepted(scenario({ quays }), 0, play('innkeeper', place(1), swap(2, 3, 2)));
    expect(typesOf(done)).not.toContain('ship-filled');
  });

  test('DOC-6.7: recall an opponent’s porter to its owner’s reserve', () => {
    const quays = { 2: { ship: 'ship-5-1', porters: [1, 2, 0] } };
    const done = accepted(scenario({ quays }), 0, play('smuggler', recall(2, 1), place(2)));
    expect(portersAt(done.state, 2)).toEqual([2, 1, 0]);
    expect(reservesIn(done.state)).toEqual([8, 9, 10]);
    expect(told(done, 'porters-returned')).toEqual({
      type: 'porters-returned',
      quay: 2,
      counts: [0, 1, 0],
      cause: 'recall',
    });
    const refused = (quay: number, seat: number) =>
      refusal(scenario({ quays }), 0, play('smuggler', recall(quay, seat), place(1)));
    expect(refused(2, 0)).toBe('bad-target DOC-6.7');
    expect(refused(2, 2)).toBe('no-such-porter DOC-6.7');
    expect(refused(2, 3)).toBe('no-such-porter DOC-6.7');
    expect(refusal(scenario({ quays }), 0, play('smuggler', null, place(1)))).toBe('effect-required DOC-5.6');
  });

  test('DOC-6.8: EX-20 trading goods leaves the event with the ship', () => {
    const state = scenario({
      goods: { 0: 'goods-vanilla' },
      quays: {
        3: {
          ship: 'ship-7-1',
          goods: 'goods-madras',
          porters: [3, 0, 0],
          event: { id: 'event-poor-quality-1', seat: 1 },
        },
      },
    });
    const done = accepted(state, 0, play('customs', place(3), trade(3)));
    expect(berthAt(done.state.shown, 3)).toMatchObject({
      goods: 'goods-vanilla',
      event: { id: 'event-poor-quality-1' },
    });
    expect(told(done, 'goods-traded')).toEqual({
      type: 'goods-traded',
      seat: 0,
      quay: 3,
      laid: 'goods-vanilla',
      taken: 'goods-madras',
    });
    expect(handOf(done.state, 0)).toEqual(['goods-madras']);
  });

  test('DOC-6.8: a trade finds its ship, or is refused', () => {
    const quays = { 4: null };
    const setting = { quays, shipPile: [] };
    expect(refusal(scenario(setting), 0, play('customs', place(1), trade(4)))).toBe('quay-empty DOC-6.12');
    expect(refusal(scenario(setting), 0, play('customs', place(1), recall(1, 1)))).toBe('bad-target DOC-6.8');
  });

  test('DOC-6.9: quays 1 and 4 are no neighbours, nor are 1 and 3 beside an empty quay', () => {
    const quays = { 1: { ship: 'ship-8-1', porters: [1, 0, 0] }, 2: null };
    const state = scenario({ quays, shipPile: [] });
    expect(refusal(state, 0, play('pilot', place(1), move(1, 4)))).toBe('not-adjacent DOC-6.9');
    expect(refusal(state, 0, play('pilot', place(1), move(1, 3)))).toBe('not-adjacent DOC-6.9');
    expect(refusal(state, 0, play('pilot', place(1), move(1, 2)))).toBe('quay-empty DOC-6.12');
    const done = accepted(state, 0, play('pilot', place(1), null));
    expect(told(done, 'effect-skipped')).toMatchObject({ reason: 'unplayable' });
  });

  test('DOC-6.10: no ship takes more porters than its value', () => {
    const quays = { 1: { ship: 'ship-4-1', porters: [0, 2, 0] } };
    expect(refusal(scenario({ quays }), 0, play('shipowner', place(1, 1, 1)))).toBe('ship-full DOC-6.10');
    const done = accepted(scenario({ quays, slate: 1 }), 0, play('foreman', place(1, 1)));
    expect(typesOf(done).filter((type) => type === 'ship-filled')).toHaveLength(1);
  });

  test('DOC-6.11: the order of the porters fixes the order of departures', () => {
    const quays = {
      1: { ship: 'ship-3-1', porters: [0, 2, 0] },
      2: { ship: 'ship-3-2', porters: [0, 2, 0] },
      3: { ship: 'ship-3-3', porters: [0, 2, 0] },
    };
    const done = accepted(scenario({ quays, slate: 1 }), 0, play('governor', place(3, 1, 2)));
    expect(
      heard(done)
        .filter((event) => event.type === 'ship-filled')
        .map(({ quay }) => quay),
    ).toEqual([3, 1, 2]);
    expect(
      heard(done)
        .filter((event) => event.type === 'ship-departed')
        .map(({ quay }) => quay),
    ).toEqual([3, 1, 2]);
    expect(
      heard(done)
        .filter((event) => event.type === 'ship-docked')
        .map(({ quay }) => quay),
    ).toEqual([1, 2, 3]);
    accepted(done.state, 0, allocate({ 1: 'goods-madras', 2: 'goods-rum', 3: 'goods-rum' }));
  });

  test('DOC-6.12: every quay named holds a ship', () => {
    const setting = { quays: { 2: null }, shipPile: [] };
    expect(refusal(scenario(setting), 0, play('sailor', place(2)))).toBe('quay-empty DOC-6.12');
    expect(refusal(scenario(setting), 0, play('harbourmaster', place(1, 2)))).toBe('quay-empty DOC-6.12');
    expect(refusal(scenario(setting), 0, play('smuggler', recall(2, 1), place(1)))).toBe(
      'quay-empty DOC-6.12',
    );
    expect(refusal(scenario(setting), 0, play('innkeeper', place(1), swap(1, 2, 1)))).toBe(
      'quay-empty DOC-6.12',
    );
  });

  test('DOC-6.1: the first quay that fails decides the code', () => {
    const quays = {
      1: { ship: 'ship-3-1', porters: [0, 0, 0], event: { id: 'event-exclusivity-1', seat: 1 } },
      2: null,
    };
    const state = scenario({ quays, shipPile: [] });
    expect(refusal(state, 0, play('governor', place(1, 2, 3)))).toBe('ship-exclusive DOC-12.3');
    expect(refusal(state, 0, play('governor', place(2, 1, 3)))).toBe('quay-empty DOC-6.12');
  });

  test('DOC-6.8: the Customs Officer alone trades goods', () => {
    const traders = components.relations.filter((kind) =>
      components.relationOf.get(kind)?.effects.some((effect) => effect.type === 'trade-goods'),
    );
    expect(traders).toEqual(['relation-customs']);
  });
});
