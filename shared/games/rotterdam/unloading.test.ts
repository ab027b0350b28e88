import { describe, expect, test } from '@jest/globals';
import { asking, heard, told, typesOf } from '../../testing/scenario.ts';
import { tallyOf } from './hands.ts';
import { shipOf } from './ships.ts';
import { type Draft, productDeckOf, productsOf } from './state.ts';
import { accepted, scenario } from './testing/scenario.ts';

const unloading = { phase: 'unloading', navigation: [['nav-joker-1']] } as const;

describe('ROT-6: unloading', () => {
  test('ROT-6.1: without a ship in a harbour the phase is skipped', () => {
    const state = scenario({ phase: 'navigation', turn: 1, navigation: [[], ['nav-joker-1']] });
    const done = accepted(state, 1, { type: 'end-turn' });
    expect(heard(done)).toContainEqual({ type: 'phase-skipped', phase: 'unloading' });
    const one = scenario({
      phase: 'navigation',
      turn: 1,
      navigation: [[], ['nav-joker-1']],
      ships: { 'ship-red-1': 'harbour-botlek' },
    });
    const oneDone = accepted(one, 1, { type: 'end-turn' });
    expect(heard(oneDone)).toContainEqual({ type: 'phase-started', phase: 'unloading' });
  });

  test('ROT-6.2: harbours in edition order, in a harbour in order of arrival, at the end of the window', () => {
    const state = scenario({
      ...unloading,
      ships: {
        'ship-red-5': 'harbour-botlek',
        'ship-red-1': 'harbour-botlek',
        'ship-yellow-1': 'harbour-merwehaven',
        'ship-red-4': 'harbour-merwehaven',
        'ship-red-2': 'harbour-merwehaven',
        'ship-red-3': 'harbour-vulcaanhaven',
      },
    });
    const done = accepted(state, 0, { type: 'end-turn' });
    const order = heard(done).flatMap((event) => (event.type === 'ship-unloaded' ? [event.ship] : []));
    expect(order).toEqual([
      'ship-red-3',
      'ship-red-4',
      'ship-red-2',
      'ship-red-5',
      'ship-red-1',
      'ship-yellow-1',
    ]);
    expect(typesOf(done).indexOf('turn-ended')).toBe(5);
  });

  test('ROT-6.2, ROT-6.3, ROT-6.4: EX-13 wrong and right cargo in Botlek', () => {
    const state = scenario({
      ...unloading,
      ships: { 'ship-red-1': ['harbour-botlek', 'grain'], 'ship-red-2': ['harbour-botlek', 'oil'] },
      tops: { 'harbour-botlek': ['plastic'] },
    });
    expect(state.shown.stock).toMatchObject({ grain: 6, oil: 6 });
    const done = accepted(state, 0, { type: 'end-turn' });
    expect(done.state.shown.stock).toMatchObject({ grain: 7, oil: 7 });
    expect(tallyOf(productsOf(done.state, 0))).toEqual({ plastic: 1 });
    expect(productDeckOf(done.state, 'harbour-botlek')).toHaveLength(15);
    for (const ship of ['ship-red-1', 'ship-red-2']) {
      expect([shipOf(done.state, ship).position, shipOf(done.state, ship).cargo]).toEqual([null, null]);
    }
    expect(done.state.shown.harbourQueues['harbour-botlek']).toEqual([]);
    const unloaded = (seat: number | null) =>
      heard(done, seat).filter(({ type }) => type === 'ship-unloaded');
    const first = {
      type: 'ship-unloaded',
      seat: 0,
      ship: 'ship-red-1',
      harbour: 'harbour-botlek',
      material: 'grain',
    };
    const second = { ...first, ship: 'ship-red-2', material: 'oil' };
    expect(unloaded(0)).toEqual([
      { ...first, result: 'wrong-cargo', product: null },
      { ...second, result: 'product', product: 'plastic' },
    ]);
    expect(unloaded(1)).toEqual([
      { ...first, result: 'wrong-cargo' },
      { ...second, result: 'product' },
    ]);
    expect(unloaded(null)).toEqual(unloaded(1));
  });

  test('ROT-6.4: without cargo the ship returns and there is no card', () => {
    const done = accepted(scenario({ ...unloading, ships: { 'ship-red-1': 'harbour-botlek' } }), 0, {
      type: 'end-turn',
    });
    expect(told(done, 'ship-unloaded')).toMatchObject({ material: null, result: 'no-cargo' });
    expect(tallyOf(productsOf(done.state, 0))).toEqual({});
    expect(shipOf(done.state, 'ship-red-1').position).toBeNull();
  });

  test('ROT-6.5: an empty deck gives no card, and no claim for later', () => {
    const state = scenario({
      ...unloading,
      ships: { 'ship-red-1': ['harbour-botlek', 'oil'] },
      products: [{}, { petrol: 8, plastic: 8 }],
    });
    const done = accepted(state, 0, { type: 'end-turn' });
    expect(told(done, 'ship-unloaded')).toMatchObject({ material: 'oil', result: 'deck-empty' });
    expect(tallyOf(productsOf(done.state, 0))).toEqual({});
    expect(done.state.shown.stock['oil']).toBe(7);
  });

  test('ROT-6.6: what is returned can be used at once', () => {
    const fruit = Object.fromEntries(
      ['pos-a1', 'pos-b1', 'pos-c1', 'pos-d1'].map((at, index) => [
        `ship-yellow-${index + 2}`,
        [at, 'fruit'] as const,
      ]),
    );
    const state = scenario({
      phase: 'unloading',
      captain: 1,
      ships: { ...fruit, 'ship-yellow-1': ['harbour-botlek', 'fruit'], 'ship-red-1': 'harbour-waalhaven' },
      navigation: [['nav-extra-cargo-1', 'nav-extra-cargo-2'], ['nav-joker-1']],
    });
    expect(state.shown.stock['fruit']).toBe(0);
    let done = accepted(state, 1, { type: 'end-turn' });
    done = accepted(done.state, 0, {
      type: 'play-extra-cargo',
      card: 'nav-extra-cargo-1',
      start: 'start-1',
      material: 'fruit',
    });
    expect([shipOf(done.state, 'ship-red-2').position, shipOf(done.state, 'ship-red-2').cargo]).toEqual([
      'start-1',
      'fruit',
    ]);
    done = accepted(done.state, 0, { type: 'end-turn' });
    done = accepted(done.state, 1, { type: 'end-turn' });
    expect(asking(done.state)).toEqual(['0 mission']);
    done = accepted(done.state, 0, {
      type: 'play-extra-cargo',
      card: 'nav-extra-cargo-2',
      start: 'start-2',
      material: 'oil',
    });
    expect([shipOf(done.state, 'ship-red-1').position, shipOf(done.state, 'ship-red-1').cargo]).toEqual([
      'start-2',
      'oil',
    ]);
  });

  test('ROT-6.7: only the situation at the moment of unloading counts', () => {
    const state = scenario({
      phase: 'unloading',
      ships: { 'ship-red-1': ['harbour-botlek', 'grain'], 'ship-yellow-1': ['pos-c4', 'oil'] },
      navigation: [['nav-fortune-turns-1']],
    });
    const done = accepted(state, 0, {
      type: 'play-fortune-turns',
      card: 'nav-fortune-turns-1',
      shipA: 'ship-yellow-1',
      shipB: 'ship-red-1',
    });
    expect(told(done, 'ship-unloaded')).toMatchObject({
      ship: 'ship-red-1',
      material: 'oil',
      result: 'product',
    });
  });

  test('ROT-6.8: a hand of products has no limit', () => {
    const products = { bread: 8, pasta: 8, jam: 7, carpet: 7, plastic: 8 };
    const state = scenario({
      ...unloading,
      products: [products],
      ships: { 'ship-red-1': ['harbour-botlek', 'oil'] },
    });
    const done = accepted(state, 0, { type: 'end-turn' });
    expect(handSize(done.state)).toBe(39);
  });

  const open = { options: { openProducts: true } } as const;

  test('ROT-11.3: open products: right cargo takes the face-up card and the next is turned up', () => {
    const state = scenario({
      ...unloading,
      ...open,
      ships: { 'ship-red-1': ['harbour-merwehaven', 'fruit'] },
      tops: { 'harbour-merwehaven': ['jam', 'orange-juice'] },
    });
    const done = accepted(state, 0, { type: 'end-turn' });
    expect(told(done, 'ship-unloaded')).toMatchObject({ result: 'product', product: 'jam' });
    expect(told(done, 'top-product-changed')).toEqual({
      type: 'top-product-changed',
      harbour: 'harbour-merwehaven',
      product: 'orange-juice',
    });
    const closed = scenario({ ...unloading, ships: { 'ship-red-1': ['harbour-merwehaven', 'fruit'] } });
    const closedDone = accepted(closed, 0, { type: 'end-turn' });
    expect(typesOf(closedDone)).not.toContain('top-product-changed');
  });

  test('ROT-11.4: EX-22 open products: wrong cargo buries the face-up card', () => {
    const state = scenario({
      ...unloading,
      ...open,
      ships: {
        'ship-red-1': ['harbour-merwehaven', 'grain'],
        'ship-yellow-1': ['harbour-merwehaven', 'fruit'],
      },
      tops: { 'harbour-merwehaven': ['jam', 'orange-juice'] },
    });
    const done = accepted(state, 0, { type: 'end-turn' });
    expect(productDeckOf(done.state, 'harbour-merwehaven')[0]).toBe('jam');
    const unloaded = heard(done).filter(({ type }) => type === 'ship-unloaded');
    expect(unloaded).toMatchObject([
      { seat: 0, result: 'wrong-cargo', product: null },
      { seat: 1, result: 'product', product: 'orange-juice' },
    ]);
    expect(tallyOf(productsOf(done.state, 1))).toEqual({ 'orange-juice': 1 });
  });

  test('ROT-11.4: a single card left is turned up again, an empty deck stays empty', () => {
    const scene = { ...unloading, ...open, ships: { 'ship-red-1': 'harbour-botlek' } };
    const single = accepted(scenario({ ...scene, products: [{}, { petrol: 8, plastic: 7 }] }), 0, {
      type: 'end-turn',
    });
    expect(told(single, 'top-product-changed').product).toBe('plastic');
    expect(productDeckOf(single.state, 'harbour-botlek')).toEqual(['plastic']);
    const empty = accepted(scenario({ ...scene, products: [{}, { petrol: 8, plastic: 8 }] }), 0, {
      type: 'end-turn',
    });
    expect(typesOf(empty)).not.toContain('top-product-changed');
    expect(productDeckOf(empty.state, 'harbour-botlek')).toEqual([]);
  });
});

function handSize(state: Draft): number {
  return Object.values(tallyOf(productsOf(state, 0))).reduce((sum, number) => sum + number, 0);
}
