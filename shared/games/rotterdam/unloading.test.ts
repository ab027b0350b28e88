import { describe, expect, test } from '@jest/globals';
import { Table } from './testing/scenario.ts';

const unloading = { phase: 'unloading', navigation: [['nav-joker-1']] } as const;

describe('phase 4: unloading', () => {
  test('ROT-6.1: without a ship in a harbour the phase is skipped', () => {
    const table = new Table({ phase: 'navigation', turn: 1, navigation: [[], ['nav-joker-1']] });
    table.send(1, 'end-turn');
    expect(table.heard()).toContainEqual({ type: 'phase-skipped', phase: 'unloading' });
    const one = new Table({
      phase: 'navigation',
      turn: 1,
      navigation: [[], ['nav-joker-1']],
      ships: { 'ship-red-1': 'harbour-botlek' },
    });
    expect(one.send(1, 'end-turn').heard()).toContainEqual({ type: 'phase-started', phase: 'unloading' });
  });

  test('ROT-6.2: harbours in edition order, in a harbour in order of arrival, at the end of the window', () => {
    const table = new Table({
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
    table.send(0, 'end-turn');
    const order = table.heard().flatMap((event) => (event.type === 'ship-unloaded' ? [event.ship] : []));
    expect(order).toEqual([
      'ship-red-3',
      'ship-red-4',
      'ship-red-2',
      'ship-red-5',
      'ship-red-1',
      'ship-yellow-1',
    ]);
    expect(table.types().indexOf('turn-ended')).toBe(5);
  });

  test('ROT-6.2, ROT-6.3, ROT-6.4: EX-13 wrong and right cargo in Botlek', () => {
    const table = new Table({
      ...unloading,
      ships: { 'ship-red-1': ['harbour-botlek', 'grain'], 'ship-red-2': ['harbour-botlek', 'oil'] },
      tops: { 'harbour-botlek': ['plastic'] },
    });
    expect(table.state.shown.stock).toMatchObject({ grain: 6, oil: 6 });
    table.send(0, 'end-turn');
    expect(table.state.shown.stock).toMatchObject({ grain: 7, oil: 7 });
    expect(table.products(0)).toEqual({ plastic: 1 });
    expect(table.deck('harbour-botlek')).toHaveLength(15);
    for (const ship of ['ship-red-1', 'ship-red-2']) {
      expect([table.at(ship), table.cargo(ship)]).toEqual([null, null]);
    }
    expect(table.state.shown.harbourQueues['harbour-botlek']).toEqual([]);
    const unloaded = (seat: number | null) =>
      table.heard(seat).filter(({ type }) => type === 'ship-unloaded');
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
    const table = new Table({ ...unloading, ships: { 'ship-red-1': 'harbour-botlek' } }).send(0, 'end-turn');
    expect(table.told('ship-unloaded')).toMatchObject({ material: null, result: 'no-cargo' });
    expect(table.products(0)).toEqual({});
    expect(table.at('ship-red-1')).toBeNull();
  });

  test('ROT-6.5: an empty deck gives no card, and no claim for later', () => {
    const table = new Table({
      ...unloading,
      ships: { 'ship-red-1': ['harbour-botlek', 'oil'] },
      products: [{}, { petrol: 8, plastic: 8 }],
    });
    table.send(0, 'end-turn');
    expect(table.told('ship-unloaded')).toMatchObject({ material: 'oil', result: 'deck-empty' });
    expect(table.products(0)).toEqual({});
    expect(table.state.shown.stock['oil']).toBe(7);
  });

  test('ROT-6.6: what is returned can be used at once', () => {
    const fruit = Object.fromEntries(
      ['pos-a1', 'pos-b1', 'pos-c1', 'pos-d1'].map((at, index) => [
        `ship-yellow-${index + 2}`,
        [at, 'fruit'] as const,
      ]),
    );
    const table = new Table({
      phase: 'unloading',
      captain: 1,
      ships: { ...fruit, 'ship-yellow-1': ['harbour-botlek', 'fruit'], 'ship-red-1': 'harbour-waalhaven' },
      navigation: [['nav-extra-cargo-1', 'nav-extra-cargo-2'], ['nav-joker-1']],
    });
    expect(table.state.shown.stock['fruit']).toBe(0);
    table.send(1, 'end-turn');
    table.send(0, 'play-extra-cargo', { card: 'nav-extra-cargo-1', start: 'start-1', material: 'fruit' });
    expect([table.at('ship-red-2'), table.cargo('ship-red-2')]).toEqual(['start-1', 'fruit']);
    table.send(0, 'end-turn').send(1, 'end-turn');
    expect(table.asked()).toEqual(['0 mission']);
    table.send(0, 'play-extra-cargo', { card: 'nav-extra-cargo-2', start: 'start-2', material: 'oil' });
    expect([table.at('ship-red-1'), table.cargo('ship-red-1')]).toEqual(['start-2', 'oil']);
  });

  test('ROT-6.7: only the situation at the moment of unloading counts', () => {
    const table = new Table({
      phase: 'unloading',
      ships: { 'ship-red-1': ['harbour-botlek', 'grain'], 'ship-yellow-1': ['pos-c4', 'oil'] },
      navigation: [['nav-fortune-turns-1']],
    });
    table.send(0, 'play-fortune-turns', {
      card: 'nav-fortune-turns-1',
      shipA: 'ship-yellow-1',
      shipB: 'ship-red-1',
    });
    expect(table.told('ship-unloaded')).toMatchObject({
      ship: 'ship-red-1',
      material: 'oil',
      result: 'product',
    });
  });

  test('ROT-6.8: a hand of products has no limit', () => {
    const products = { bread: 8, pasta: 8, jam: 7, carpet: 7, plastic: 8 };
    const table = new Table({
      ...unloading,
      products: [products],
      ships: { 'ship-red-1': ['harbour-botlek', 'oil'] },
    });
    table.send(0, 'end-turn');
    expect(handSize(table)).toBe(39);
  });

  const open = { options: { openProducts: true } } as const;

  test('ROT-11.3: open products: right cargo takes the face-up card and the next is turned up', () => {
    const table = new Table({
      ...unloading,
      ...open,
      ships: { 'ship-red-1': ['harbour-merwehaven', 'fruit'] },
      tops: { 'harbour-merwehaven': ['jam', 'orange-juice'] },
    });
    table.send(0, 'end-turn');
    expect(table.told('ship-unloaded')).toMatchObject({ result: 'product', product: 'jam' });
    expect(table.told('top-product-changed')).toEqual({
      type: 'top-product-changed',
      harbour: 'harbour-merwehaven',
      product: 'orange-juice',
    });
    const closed = new Table({ ...unloading, ships: { 'ship-red-1': ['harbour-merwehaven', 'fruit'] } });
    expect(closed.send(0, 'end-turn').types()).not.toContain('top-product-changed');
  });

  test('ROT-11.4: EX-22 open products: wrong cargo buries the face-up card', () => {
    const table = new Table({
      ...unloading,
      ...open,
      ships: {
        'ship-red-1': ['harbour-merwehaven', 'grain'],
        'ship-yellow-1': ['harbour-merwehaven', 'fruit'],
      },
      tops: { 'harbour-merwehaven': ['jam', 'orange-juice'] },
    });
    table.send(0, 'end-turn');
    expect(table.deck('harbour-merwehaven')[0]).toBe('jam');
    const unloaded = table.heard().filter(({ type }) => type === 'ship-unloaded');
    expect(unloaded).toMatchObject([
      { seat: 0, result: 'wrong-cargo', product: null },
      { seat: 1, result: 'product', product: 'orange-juice' },
    ]);
    expect(table.products(1)).toEqual({ 'orange-juice': 1 });
  });

  test('ROT-11.4: a single card left is turned up again, an empty deck stays empty', () => {
    const scene = { ...unloading, ...open, ships: { 'ship-red-1': 'harbour-botlek' } };
    const single = new Table({ ...scene, products: [{}, { petrol: 8, plastic: 7 }] }).send(0, 'end-turn');
    expect(single.told('top-product-changed').product).toBe('plastic');
    expect(single.deck('harbour-botlek')).toEqual(['plastic']);
    const empty = new Table({ ...scene, products: [{}, { petrol: 8, plastic: 8 }] }).send(0, 'end-turn');
    expect(empty.types()).not.toContain('top-product-changed');
    expect(empty.deck('harbour-botlek')).toEqual([]);
  });
});

function handSize(table: Table): number {
  return Object.values(table.products(0)).reduce((sum, number) => sum + number, 0);
}
