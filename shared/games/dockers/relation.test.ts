import { describe, expect, test } from '@jest/globals';
import { allocate, components, game, move, payBy, place, recall, Table } from './testing/scenario.ts';

describe('DOC-5: playing a relation', () => {
  test('DOC-5.1: every player has the same nine relations', () => {
    const { state } = new Table({ seats: 4 });
    for (const player of state.shown.players) expect(player.relationsInHand).toEqual(components.relations);
    expect(components.relations).toHaveLength(9);
  });

  test('DOC-5.2, DOC-5.3: a played card lies open and cannot be played again', () => {
    const table = new Table({ primes: [1, 1, 1] }).play('sailor', place(1));
    expect(table.player(0)).toMatchObject({ relationsPlayed: ['relation-sailor'] });
    expect(table.player(0).relationsInHand).not.toContain('relation-sailor');
    expect(table.events('relation-played')).toEqual([
      { type: 'relation-played', seat: 0, relation: 'relation-sailor', commission: 1 },
    ]);
    const again = new Table({ hands: { 0: ['relation-foreman'] } });
    expect(again.refusedPlay('sailor', place(1))).toBe('relation-not-in-hand DOC-5.3');
  });

  test('DOC-5.4: EX-12 the last card brings all nine back, and its commission is owed all the same', () => {
    const table = new Table({
      slate: 1,
      primes: [9, 0, 0],
      hands: { 0: ['relation-governor'] },
      quays: { 1: { ship: 'ship-3-1', goods: 'goods-madras', porters: [0, 2, 0] } },
    });
    table.play('governor', place(1, 2, 3));
    expect(table.types().slice(0, 3)).toEqual(['relation-played', 'relations-taken-back', 'effect-applied']);
    expect(table.player(0)).toMatchObject({ relationsInHand: components.relations, relationsPlayed: [] });
    expect(table.events('commission-paid')).toMatchObject([{ due: 5, paid: 5, payerSeat: 0 }]);
    expect(table.primes).toEqual([9 + 2 - 5, 4, 0]);
    table.send(allocate({ 1: 'goods-madras' }));
    expect(table.actor).toBe(1);
  });

  test('DOC-5.5: effects apply in printed order, each after the one before', () => {
    const table = new Table({});
    // The porter placed at 3 is the one moved to 4.
    table.play('pilot', place(3), move(3, 4));
    expect(table.quay(3).porters).toEqual([0, 0, 0]);
    expect(table.quay(4).porters).toEqual([1, 0, 0]);
    expect(table.events('effect-applied')).toEqual([
      { type: 'effect-applied', seat: 0, relation: 'relation-pilot', index: 0, target: place(3) },
      { type: 'effect-applied', seat: 0, relation: 'relation-pilot', index: 1, target: move(3, 4) },
    ]);
    expect(new Table({}).refusedPlay('pilot', place(3))).toBe('effect-count-mismatch DOC-5.5');
    expect(new Table({}).refusedPlay('sailor', place(3), null)).toBe('effect-count-mismatch DOC-5.5');
  });

  test('DOC-5.6: EX-9 a mandatory effect that is playable must be played', () => {
    const table = new Table({});
    expect(table.refusedPlay('sailor', null)).toBe('effect-required DOC-5.6');
    expect(table.player(0).relationsInHand).toContain('relation-sailor');
  });

  test('DOC-5.6: an optional effect may be declined', () => {
    const table = new Table({ primes: [1, 1, 1] }).play('pilot', place(1), null);
    expect(table.events('effect-skipped')).toEqual([
      { type: 'effect-skipped', seat: 0, relation: 'relation-pilot', index: 1, reason: 'declined' },
    ]);
  });

  /** Every ship at quay has exactly one free place. */
  const nearlyFull = {
    1: { ship: 'ship-3-1', porters: [0, 2, 0] },
    2: { ship: 'ship-3-2', porters: [0, 2, 0] },
    3: { ship: 'ship-3-3', porters: [0, 0, 2] },
    4: { ship: 'ship-3-4', porters: [0, 0, 2] },
  };

  test('DOC-5.7, DOC-5.8: EX-8 an effect is never carried out in part', () => {
    const table = new Table({ primes: [1, 1, 1], quays: nearlyFull });
    expect(table.refusedPlay('foreman', place(1, 1))).toBe('ship-full DOC-6.10');
    table.play('foreman', null);
    expect(table.player(0).relationsPlayed).toEqual(['relation-foreman']);
    expect(table.events('effect-skipped')).toMatchObject([{ index: 0, reason: 'unplayable' }]);
    expect(table.reserves[0]).toBe(10);
    expect(table.phase).toBe('after-relation');
  });

  test('DOC-5.8: EX-10 one effect that is not playable leaves the others', () => {
    const table = new Table({ primes: [1, 1, 1] }).play('smuggler', null, place(3));
    expect(table.events('effect-skipped')).toMatchObject([{ index: 0, reason: 'unplayable' }]);
    expect(table.quay(3).porters).toEqual([1, 0, 0]);
  });

  test('DOC-5.9: an earlier effect may make a later one playable, or unplayable', () => {
    // A porter placed at 1 can be moved to 2; one that fills the ship at 2 cannot be moved at all.
    const quays = { ...nearlyFull, 1: { ship: 'ship-4-1', porters: [0, 2, 0] } };
    const table = () => new Table({ slate: 1, quays });
    expect(table().play('pilot', place(1), move(1, 2)).events('ship-filled')).toMatchObject([{ quay: 2 }]);
    const pilot = table().play('pilot', place(2), null);
    expect(pilot.events('effect-skipped')).toMatchObject([{ index: 1, reason: 'unplayable' }]);
    // Without the recall this porter would fill the ship.
    const smuggler = table().play('smuggler', recall(2, 1), place(2));
    expect(smuggler.quay(2).porters).toEqual([1, 1, 0]);
    expect(smuggler.types()).not.toContain('ship-filled');
  });

  test('DOC-5.10: playing a card without a departure costs nothing', () => {
    const table = new Table({ primes: [7, 7, 7] }).play('governor', place(1, 2, 3));
    expect(table.primes).toEqual([7, 7, 7]);
  });

  test('DOC-5.6: legal plays of the Sailor and the Governor are counted by hand', () => {
    const { state } = new Table({ hands: { 0: ['relation-sailor'] } });
    expect(
      [...game.legal(state, 0)].map((command) => command.type === 'play-relation' && command.effects),
    ).toEqual([[place(1)], [place(2)], [place(3)], [place(4)]]);
    const governor = new Table({ hands: { 0: ['relation-governor'] } }).state;
    expect([...game.legal(governor, 0)]).toHaveLength(4 * 3 * 2);
    const harbourmaster = new Table({ hands: { 0: ['relation-harbourmaster'] } }).state;
    expect([...game.legal(harbourmaster, 0)]).toHaveLength(6);
  });

  test('DOC-5.6: all legal plays at the beginning', () => {
    // Sailor 4; Customs 4 × (1 + 4); Foreman 4; Pilot 4 places, each with the moves of that porter;
    // Innkeeper 4 (no swap); Smuggler 4 (no recall); Harbour Master 6; Shipowner 4; Governor 24.
    const { state } = new Table({});
    const pilot = 4 + (1 + 2 + 2 + 1);
    expect([...game.legal(state, 0)]).toHaveLength(4 + 20 + 4 + pilot + 4 + 4 + 6 + 4 + 24);
  });

  test('DOC-5.6: paying follows only after the last effect', () => {
    const table = new Table({ quays: { 2: { ship: 'ship-3-1', porters: [0, 2, 0] } } });
    table.play('governor', place(2, 1, 3));
    expect(table.types()).toEqual([
      'relation-played',
      'effect-applied',
      'ship-filled',
      'primes-paid',
      'payer-asked',
    ]);
    table.send(payBy(2, 0));
    expect(table.phase).toBe('allocating');
  });
});
