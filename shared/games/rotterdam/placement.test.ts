import { describe, expect, test } from '@jest/globals';
import { asking, told } from '../../testing/scenario.ts';
import { shipOf } from './ships.ts';
import { accepted, choose, game, refusal, scenario } from './testing/scenario.ts';

/** All fruit is afloat. */
const noFruit = {
  'ship-yellow-1': ['pos-a1', 'fruit'],
  'ship-yellow-2': ['pos-b1', 'fruit'],
  'ship-yellow-3': ['pos-c1', 'fruit'],
  'ship-yellow-4': ['pos-d1', 'fruit'],
  'ship-yellow-5': ['pos-e1', 'fruit'],
} as const;

describe('ROT-3: placing and loading', () => {
  test('ROT-3.1: a ship goes from the supply to a free start, loaded from the stock', () => {
    const done = accepted(scenario({}), 0, {
      type: 'place-ship',
      start: 'start-3',
      material: 'textile',
      keepTurn: false,
    });
    expect(told(done, 'ship-placed')).toEqual({
      type: 'ship-placed',
      seat: 0,
      ship: 'ship-red-1',
      start: 'start-3',
      material: 'textile',
      by: 'placement',
    });
    expect(shipOf(done.state, 'ship-red-1').position).toBe('start-3');
    expect(done.state.shown.stock).toEqual({ grain: 7, fruit: 5, textile: 4, oil: 7 });
    expect(asking(done.state)).toEqual(['1 placement']);
    expect(
      refusal(done.state, 1, { type: 'place-ship', start: 'pos-a1', material: null, keepTurn: false }),
    ).toBe('not-a-start ROT-3.1');
    expect(
      refusal(done.state, 1, { type: 'place-ship', start: 'atlantis', material: null, keepTurn: false }),
    ).toBe('not-a-start ROT-3.1');
    expect(
      refusal(done.state, 1, { type: 'place-ship', start: 'start-1', material: 'gold', keepTurn: false }),
    ).toBe('unknown-material ROT-3.1');
  });

  test('ROT-3.2: a ship may be placed without cargo', () => {
    const done = accepted(scenario({}), 0, {
      type: 'place-ship',
      start: 'start-3',
      material: null,
      keepTurn: false,
    });
    expect(shipOf(done.state, 'ship-red-1').cargo).toBeNull();
    expect(done.state.shown.stock).toEqual({ grain: 7, fruit: 5, textile: 5, oil: 7 });
  });

  test('ROT-3.3, ROT-3.5: EX-21 no fruit in stock, and two ships in one round by a card', () => {
    const state = scenario({ ships: noFruit, navigation: [['nav-extra-cargo-2']] });
    expect(
      refusal(state, 0, { type: 'place-ship', start: 'start-2', material: 'fruit', keepTurn: false }),
    ).toBe('material-out-of-stock ROT-3.3');
    let done = accepted(state, 0, {
      type: 'play-extra-cargo',
      card: 'nav-extra-cargo-2',
      start: 'start-2',
      material: 'textile',
    });
    done = accepted(done.state, 0, { type: 'place-ship', start: 'start-1', material: null, keepTurn: false });
    expect([shipOf(done.state, 'ship-red-1').position, shipOf(done.state, 'ship-red-1').cargo]).toEqual([
      'start-2',
      'textile',
    ]);
    expect([shipOf(done.state, 'ship-red-2').position, shipOf(done.state, 'ship-red-2').cargo]).toEqual([
      'start-1',
      null,
    ]);
  });

  test('ROT-3.4: without a ship in the supply or a free start nothing can be placed', () => {
    const state = scenario({ turn: 1, ships: noFruit, navigation: [[], ['nav-joker-1']] });
    expect(refusal(state, 1, { type: 'place-ship', start: 'start-1', material: null, keepTurn: false })).toBe(
      'no-ship-available ROT-3.4',
    );
    const starts = {
      'ship-red-1': 'start-1',
      'ship-red-2': 'start-2',
      'ship-red-3': 'start-3',
      'ship-yellow-1': 'start-4',
    };
    const full = scenario({ ships: starts, navigation: [['nav-joker-1']] });
    expect(refusal(full, 0, { type: 'place-ship', start: 'start-4', material: null, keepTurn: false })).toBe(
      'position-occupied ROT-1.2',
    );
    expect([...game.legal(full, 0)]).toEqual([{ type: 'end-turn' }]);
  });

  test('ROT-3.5: one ship a round by the main action', () => {
    const state = scenario({ navigation: [['nav-joker-1']] });
    const done = accepted(state, 0, { type: 'place-ship', start: 'start-1', material: null, keepTurn: true });
    expect(
      refusal(done.state, 0, { type: 'place-ship', start: 'start-2', material: null, keepTurn: false }),
    ).toBe('already-placed ROT-3.5');
  });

  test('ROT-3.6: a start is free as soon as its ship has left it, and blocked until then', () => {
    const state = scenario({ phase: 'sailing', turn: 1, ships: { 'ship-red-1': 'start-1' } });
    const done = accepted(state, 1, choose('green'));
    expect(done.state.shown.round).toBe(2);
    expect(
      refusal(done.state, 1, { type: 'place-ship', start: 'start-1', material: null, keepTurn: false }),
    ).toBe('position-occupied ROT-1.2');
    const left = scenario({ phase: 'sailing', turn: 1, ships: { 'ship-red-1': 'start-1' } });
    const leftDone = accepted(left, 1, choose('red'));
    expect(
      refusal(leftDone.state, 1, { type: 'place-ship', start: 'start-1', material: null, keepTurn: false }),
    ).toBe('accepted');
  });

  test('ROT-3.1, ROT-3.4: obstacles are named in the order of the rules', () => {
    const nothing = { start: 'atlantis', material: 'gold' };
    const state = scenario({ turn: 1, ships: noFruit, navigation: [[], ['nav-joker-1']] });
    expect(refusal(state, 1, { type: 'place-ship', ...nothing, keepTurn: false })).toBe(
      'no-ship-available ROT-3.4',
    );
    const free = scenario({ ships: { 'ship-red-2': 'start-1' } });
    expect(refusal(free, 0, { type: 'place-ship', ...nothing, keepTurn: false })).toBe('not-a-start ROT-3.1');
    expect(
      refusal(free, 0, { type: 'place-ship', start: 'start-1', material: 'gold', keepTurn: false }),
    ).toBe('position-occupied ROT-1.2');
  });
});
