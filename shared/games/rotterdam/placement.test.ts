import { describe, expect, test } from '@jest/globals';
import { Table } from './testing/scenario.ts';

/** All fruit is afloat. */
const noFruit = {
  'ship-yellow-1': ['pos-a1', 'fruit'],
  'ship-yellow-2': ['pos-b1', 'fruit'],
  'ship-yellow-3': ['pos-c1', 'fruit'],
  'ship-yellow-4': ['pos-d1', 'fruit'],
  'ship-yellow-5': ['pos-e1', 'fruit'],
} as const;

describe('phase 1: placing and loading', () => {
  test('ROT-3.1: a ship goes from the supply to a free start, loaded from the stock', () => {
    const table = new Table({}).send(0, 'place-ship', { start: 'start-3', material: 'textile' });
    expect(table.told('ship-placed')).toEqual({
      type: 'ship-placed',
      seat: 0,
      ship: 'ship-red-1',
      start: 'start-3',
      material: 'textile',
      by: 'placement',
    });
    expect(table.at('ship-red-1')).toBe('start-3');
    expect(table.state.shown.stock).toEqual({ grain: 7, fruit: 5, textile: 4, oil: 7 });
    expect(table.asked()).toEqual(['1 placement']);
    expect(table.refusal(1, 'place-ship', { start: 'pos-a1', material: null })).toBe('not-a-start ROT-3.1');
    expect(table.refusal(1, 'place-ship', { start: 'atlantis', material: null })).toBe('not-a-start ROT-3.1');
    expect(table.refusal(1, 'place-ship', { start: 'start-1', material: 'gold' })).toBe(
      'unknown-material ROT-3.1',
    );
  });

  test('ROT-3.2: a ship may be placed without cargo', () => {
    const table = new Table({}).send(0, 'place-ship', { start: 'start-3', material: null });
    expect(table.cargo('ship-red-1')).toBeNull();
    expect(table.state.shown.stock).toEqual({ grain: 7, fruit: 5, textile: 5, oil: 7 });
  });

  test('ROT-3.3, ROT-3.5: EX-21 no fruit in stock, and two ships in one round by a card', () => {
    const table = new Table({ ships: noFruit, navigation: [['nav-extra-cargo-2']] });
    expect(table.refusal(0, 'place-ship', { start: 'start-2', material: 'fruit' })).toBe(
      'material-out-of-stock ROT-3.3',
    );
    table.send(0, 'play-extra-cargo', { card: 'nav-extra-cargo-2', start: 'start-2', material: 'textile' });
    table.send(0, 'place-ship', { start: 'start-1', material: null });
    expect([table.at('ship-red-1'), table.cargo('ship-red-1')]).toEqual(['start-2', 'textile']);
    expect([table.at('ship-red-2'), table.cargo('ship-red-2')]).toEqual(['start-1', null]);
  });

  test('ROT-3.4: without a ship in the supply or a free start nothing can be placed', () => {
    const table = new Table({ turn: 1, ships: noFruit, navigation: [[], ['nav-joker-1']] });
    expect(table.refusal(1, 'place-ship', { start: 'start-1', material: null })).toBe(
      'no-ship-available ROT-3.4',
    );
    const starts = {
      'ship-red-1': 'start-1',
      'ship-red-2': 'start-2',
      'ship-red-3': 'start-3',
      'ship-yellow-1': 'start-4',
    };
    const full = new Table({ ships: starts, navigation: [['nav-joker-1']] });
    expect(full.refusal(0, 'place-ship', { start: 'start-4', material: null })).toBe(
      'position-occupied ROT-1.2',
    );
    expect(full.legal(0)).toEqual([{ type: 'end-turn' }]);
  });

  test('ROT-3.5: one ship a round by the main action', () => {
    const table = new Table({ navigation: [['nav-joker-1']] });
    table.send(0, 'place-ship', { start: 'start-1', material: null, keepTurn: true });
    expect(table.refusal(0, 'place-ship', { start: 'start-2', material: null })).toBe(
      'already-placed ROT-3.5',
    );
  });

  test('ROT-3.6: a start is free as soon as its ship has left it, and blocked until then', () => {
    const table = new Table({ phase: 'sailing', turn: 1, ships: { 'ship-red-1': 'start-1' } });
    table.send(1, 'choose-colour', { colour: 'green' });
    expect(table.state.shown.round).toBe(2);
    expect(table.refusal(1, 'place-ship', { start: 'start-1', material: null })).toBe(
      'position-occupied ROT-1.2',
    );
    const left = new Table({ phase: 'sailing', turn: 1, ships: { 'ship-red-1': 'start-1' } });
    left.send(1, 'choose-colour', { colour: 'red' });
    expect(left.refusal(1, 'place-ship', { start: 'start-1', material: null })).toBe('accepted');
  });

  test('ROT-3.1, ROT-3.4: obstacles are named in the order of the rules', () => {
    const nothing = { start: 'atlantis', material: 'gold' };
    const table = new Table({ turn: 1, ships: noFruit, navigation: [[], ['nav-joker-1']] });
    expect(table.refusal(1, 'place-ship', nothing)).toBe('no-ship-available ROT-3.4');
    const free = new Table({ ships: { 'ship-red-2': 'start-1' } });
    expect(free.refusal(0, 'place-ship', nothing)).toBe('not-a-start ROT-3.1');
    expect(free.refusal(0, 'place-ship', { start: 'start-1', material: 'gold' })).toBe(
      'position-occupied ROT-1.2',
    );
  });
});
