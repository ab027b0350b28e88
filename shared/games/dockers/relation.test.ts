import { describe, expect, test } from '@jest/globals';
import { asking, heard, told, typesOf } from '../../testing/scenario.ts';
import { playerAt } from './state.ts';
import {
  accepted,
  allocate,
  components,
  game,
  move,
  payBy,
  place,
  play,
  portersAt,
  primesIn,
  recall,
  refusal,
  reservesIn,
  scenario,
} from './testing/scenario.ts';

describe('DOC-5: playing a relation', () => {
  test('DOC-5.1: every player has the same nine relations', () => {
    const state = scenario({ seats: 4 });
    for (const player of state.shown.players) expect(player.relationsInHand).toEqual(components.relations);
    expect(components.relations).toHaveLength(9);
  });

  test('DOC-5.2, DOC-5.3: a played card lies open and cannot be played again', () => {
    const done = accepted(scenario({ primes: [1, 1, 1] }), 0, play('sailor', place(1)));
    expect(playerAt(done.state, 0)).toMatchObject({ relationsPlayed: ['relation-sailor'] });
    expect(playerAt(done.state, 0).relationsInHand).not.toContain('relation-sailor');
    expect(told(done, 'relation-played')).toEqual({
      type: 'relation-played',
      seat: 0,
      relation: 'relation-sailor',
      commission: 1,
    });
    const again = scenario({ hands: { 0: ['relation-foreman'] } });
    expect(refusal(again, 0, play('sailor', place(1)))).toBe('relation-not-in-hand DOC-5.3');
  });

  test('DOC-5.4: EX-12 the last card brings all nine back, and its commission is owed all the same', () => {
    const state = scenario({
      slate: 1,
      primes: [9, 0, 0],
      hands: { 0: ['relation-governor'] },
      quays: { 1: { ship: 'ship-3-1', goods: 'goods-madras', porters: [0, 2, 0] } },
    });
    const done = accepted(state, 0, play('governor', place(1, 2, 3)));
    expect(typesOf(done).slice(0, 3)).toEqual(['relation-played', 'relations-taken-back', 'effect-applied']);
    expect(playerAt(done.state, 0)).toMatchObject({
      relationsInHand: components.relations,
      relationsPlayed: [],
    });
    expect(told(done, 'commission-paid')).toMatchObject({ due: 5, paid: 5, payerSeat: 0 });
    expect(primesIn(done.state)).toEqual([9 + 2 - 5, 4, 0]);
    const after = accepted(done.state, 0, allocate({ 1: 'goods-madras' })).state;
    expect(asking(after)).toEqual(['1 before-relation']);
  });

  test('DOC-5.5: effects apply in printed order, each after the one before', () => {
    const state = scenario();
    // The porter placed at 3 is the one moved to 4.
    const done = accepted(state, 0, play('pilot', place(3), move(3, 4)));
    expect(portersAt(done.state, 3)).toEqual([0, 0, 0]);
    expect(portersAt(done.state, 4)).toEqual([1, 0, 0]);
    expect(heard(done).filter((event) => event.type === 'effect-applied')).toEqual([
      { type: 'effect-applied', seat: 0, relation: 'relation-pilot', index: 0, target: place(3) },
      { type: 'effect-applied', seat: 0, relation: 'relation-pilot', index: 1, target: move(3, 4) },
    ]);
    expect(refusal(scenario(), 0, play('pilot', place(3)))).toBe('effect-count-mismatch DOC-5.5');
    expect(refusal(scenario(), 0, play('sailor', place(3), null))).toBe('effect-count-mismatch DOC-5.5');
  });

  test('DOC-5.6: EX-9 a mandatory effect that is playable must be played', () => {
    const state = scenario();
    expect(refusal(state, 0, play('sailor', null))).toBe('effect-required DOC-5.6');
    expect(playerAt(state, 0).relationsInHand).toContain('relation-sailor');
  });

  test('DOC-5.6: an optional effect may be declined', () => {
    const done = accepted(scenario({ primes: [1, 1, 1] }), 0, play('pilot', place(1), null));
    expect(told(done, 'effect-skipped')).toEqual({
      type: 'effect-skipped',
      seat: 0,
      relation: 'relation-pilot',
      index: 1,
      reason: 'declined',
    });
  });

  /** Every ship at quay has exactly one free place. */
  const nearlyFull = {
    1: { ship: 'ship-3-1', porters: [0, 2, 0] },
    2: { ship: 'ship-3-2', porters: [0, 2, 0] },
    3: { ship: 'ship-3-3', porters: [0, 0, 2] },
    4: { ship: 'ship-3-4', porters: [0, 0, 2] },
  };

  test('DOC-5.7, DOC-5.8: EX-8 an effect is never carried out in part', () => {
    const state = scenario({ primes: [1, 1, 1], quays: nearlyFull });
    expect(refusal(state, 0, play('foreman', place(1, 1)))).toBe('ship-full DOC-6.10');
    const done = accepted(state, 0, play('foreman', null));
    expect(playerAt(done.state, 0).relationsPlayed).toEqual(['relation-foreman']);
    expect(told(done, 'effect-skipped')).toMatchObject({ index: 0, reason: 'unplayable' });
    expect(reservesIn(done.state)[0]).toBe(10);
    expect(asking(done.state)).toEqual(['0 after-relation']);
  });

  test('DOC-5.8: EX-10 one effect that is not playable leaves the others', () => {
    const done = accepted(scenario({ primes: [1, 1, 1] }), 0, play('smuggler', null, place(3)));
    expect(told(done, 'effect-skipped')).toMatchObject({ index: 0, reason: 'unplayable' });
    expect(portersAt(done.state, 3)).toEqual([1, 0, 0]);
  });

  test('DOC-5.9: an earlier effect may make a later one playable, or unplayable', () => {
    // A porter placed at 1 can be moved to 2; one that fills the ship at 2 cannot be moved at all.
    const quays = { ...nearlyFull, 1: { ship: 'ship-4-1', porters: [0, 2, 0] } };
    const state = scenario({ slate: 1, quays });
    const moved = accepted(state, 0, play('pilot', place(1), move(1, 2)));
    expect(told(moved, 'ship-filled')).toMatchObject({ quay: 2 });
    const pilot = accepted(state, 0, play('pilot', place(2), null));
    expect(told(pilot, 'effect-skipped')).toMatchObject({ index: 1, reason: 'unplayable' });
    // Without the recall this porter would fill the ship.
    const smuggler = accepted(state, 0, play('smuggler', recall(2, 1), place(2)));
    expect(portersAt(smuggler.state, 2)).toEqual([1, 1, 0]);
    expect(typesOf(smuggler)).not.toContain('ship-filled');
  });

  test('DOC-5.10: playing a card without a departure costs nothing', () => {
    const { state } = accepted(scenario({ primes: [7, 7, 7] }), 0, play('governor', place(1, 2, 3)));
    expect(primesIn(state)).toEqual([7, 7, 7]);
  });

  test('DOC-5.6: legal plays of the Sailor and the Governor are counted by hand', () => {
    const state = scenario({ hands: { 0: ['relation-sailor'] } });
    expect(
      [...game.legal(state, 0)].map((command) => command.type === 'play-relation' && command.effects),
    ).toEqual([[place(1)], [place(2)], [place(3)], [place(4)]]);
    const governor = scenario({ hands: { 0: ['relation-governor'] } });
    expect([...game.legal(governor, 0)]).toHaveLength(4 * 3 * 2);
    const harbourmaster = scenario({ hands: { 0: ['relation-harbourmaster'] } });
    expect([...game.legal(harbourmaster, 0)]).toHaveLength(6);
  });

  test('DOC-5.6: all legal plays at the beginning', () => {
    // Sailor 4; Customs 4 × (1 + 4); Foreman 4; Pilot 4 places, each with the moves of that porter;
    // Innkeeper 4 (no swap); Smuggler 4 (no recall); Harbour Master 6; Shipowner 4; Governor 24.
    const state = scenario();
    const pilot = 4 + (1 + 2 + 2 + 1);
    expect([...game.legal(state, 0)]).toHaveLength(4 + 20 + 4 + pilot + 4 + 4 + 6 + 4 + 24);
  });

  test('DOC-5.6: paying follows only after the last effect', () => {
    const state = scenario({ quays: { 2: { ship: 'ship-3-1', porters: [0, 2, 0] } } });
    const done = accepted(state, 0, play('governor', place(2, 1, 3)));
    expect(typesOf(done)).toEqual([
      'relation-played',
      'effect-applied',
      'ship-filled',
      'primes-paid',
      'payer-asked',
    ]);
    const after = accepted(done.state, 0, payBy(2, 0)).state;
    expect(asking(after)).toEqual(['0 allocating']);
  });
});
