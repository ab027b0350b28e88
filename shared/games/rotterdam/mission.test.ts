import { describe, expect, test } from '@jest/globals';
import { reveal } from '../../kernel/reveal.ts';
import builtIn from './edition.json' with { type: 'json' };
import { rotterdam } from './index.ts';
import { productDeckOf, type Tally } from './state.ts';
import { type Scenario, Table } from './testing/scenario.ts';

function fulfilling(scene: Scenario): Table {
  return new Table({ phase: 'missions', ...scene });
}

const plain = { mission: 'mission-01', jokers: [] };

describe('phase 6: missions', () => {
  test('ROT-8.1: one mission at most, from the own hand', () => {
    const table = fulfilling({
      missions: [['mission-01', 'mission-02'], ['mission-03']],
      products: [{ bread: 2, 'orange-juice': 1, jam: 1 }],
      navigation: [['nav-storm-1']],
    });
    expect(table.refusal(0, 'fulfil-mission', { ...plain, mission: 'mission-03' })).toBe(
      'mission-not-in-hand ROT-8.1',
    );
    expect(table.refusal(0, 'fulfil-mission', { ...plain, mission: 'mission-99' })).toBe(
      'mission-not-in-hand ROT-8.1',
    );
    table.send(0, 'fulfil-mission', { ...plain, keepTurn: true });
    expect(table.refusal(0, 'fulfil-mission', { ...plain, mission: 'mission-02' })).toBe(
      'already-fulfilled ROT-8.1',
    );
  });

  test('ROT-8.2, ROT-8.4, ROT-8.5, ROT-8.6: EX-16 a joker stands for the missing product', () => {
    const scene = {
      missions: [['mission-01']],
      products: [{ bread: 1 }, { plastic: 2 }],
      navigation: [['nav-joker-3']],
    };
    const table = fulfilling(scene);
    const joker = (as: string) => ({ mission: 'mission-01', jokers: [{ card: 'nav-joker-3', as }] });
    expect(table.refusal(0, 'fulfil-mission', joker('jam'))).toBe('joker-mismatch ROT-8.3');
    expect(table.refusal(0, 'fulfil-mission', plain)).toBe('missing-products ROT-8.2');
    const drawn = table.missionDeck().at(-1);
    const others = table.missions(0).filter((id) => id !== 'mission-01');
    table.send(0, 'fulfil-mission', joker('orange-juice'));
    const told = {
      type: 'mission-fulfilled',
      seat: 0,
      mission: 'mission-01',
      products: ['bread'],
      jokers: [{ card: 'nav-joker-3', as: 'orange-juice' }],
      value: 3,
      missionPoints: 3,
    };
    expect(table.told('mission-fulfilled', 0)).toEqual({ ...told, drawn });
    expect(table.told('mission-fulfilled', 1)).toEqual(told);
    expect(table.told('mission-fulfilled')).toEqual(told);
    expect(table.products(0)).toEqual({});
    expect(table.deck('harbour-vulcaanhaven').filter((card) => card === 'bread')).toHaveLength(8);
    expect(table.state.shown.navigationDiscard).toEqual(['nav-joker-3']);
    expect(table.state.shown.players[0]?.fulfilled).toEqual(['mission-01']);
    expect(table.missions(0)).toEqual([...others, drawn].sort());
  });

  test('ROT-8.3: any number of jokers, each for another product, also for one in hand', () => {
    const table = fulfilling({
      missions: [['mission-01']],
      products: [{ bread: 1, 'orange-juice': 1 }],
      navigation: [['nav-joker-1', 'nav-joker-2', 'nav-storm-1']],
    });
    const use = (...jokers: [card: string, as: string][]) =>
      table.refusal(0, 'fulfil-mission', {
        mission: 'mission-01',
        jokers: jokers.map(([card, as]) => ({ card, as })),
      });
    expect(use(['nav-joker-3', 'bread'])).toBe('card-not-in-hand ROT-8.2');
    expect(use(['nav-joker-1', 'bread'], ['nav-joker-1', 'jam'])).toBe('duplicate-card ROT-8.3');
    expect(use(['nav-storm-1', 'bread'])).toBe('wrong-card-kind ROT-8.2');
    expect(use(['nav-joker-1', 'bread'], ['nav-joker-2', 'bread'])).toBe('joker-mismatch ROT-8.3');
    expect(use(['nav-joker-1', 'bread'])).toBe('accepted');
    const listed = table.legal(0).filter((command) => JSON.stringify(command).includes('mission-01'));
    expect(listed).toHaveLength(14);
    table.send(0, 'fulfil-mission', {
      mission: 'mission-01',
      jokers: [
        { card: 'nav-joker-2', as: 'orange-juice' },
        { card: 'nav-joker-1', as: 'bread' },
      ],
    });
    expect(table.products(0)).toEqual({ bread: 1, 'orange-juice': 1 });
    expect(table.told('mission-fulfilled').products).toEqual([]);
  });

  test('ROT-8.4: the points count at once', () => {
    const table = fulfilling({
      missions: [['mission-26']],
      fulfilled: [['mission-10']],
      products: [{ bread: 1, 'orange-juice': 1, petrol: 1 }, { jam: 2 }],
    });
    table.send(0, 'fulfil-mission', { mission: 'mission-26', jokers: [] });
    expect(table.told('mission-fulfilled')).toMatchObject({ value: 5, missionPoints: 9 });
    expect(table.asked()).toEqual(['1 mission']);
  });

  test('ROT-8.5: the decks that get cards back are shuffled, the others are not', () => {
    const orders = new Set<string>();
    for (let spins = 0; spins < 12; spins++) {
      const table = fulfilling({
        missions: [['mission-01']],
        products: [{ bread: 1, 'orange-juice': 1 }, { jam: 2 }],
      });
      reveal(table.state.rng).drawn += spins;
      const untouched = [...table.deck('harbour-botlek')];
      table.send(0, 'fulfil-mission', plain);
      expect(table.deck('harbour-botlek')).toEqual(untouched);
      expect(table.deck('harbour-vulcaanhaven')).toHaveLength(16);
      orders.add(table.deck('harbour-vulcaanhaven').join(' '));
    }
    expect(orders.size).toBeGreaterThan(8);
  });

  test('ROT-11.5: open products: cards paid go under their deck in the printed order', () => {
    const scene = { options: { openProducts: true }, missions: [['mission-01']] };
    const table = fulfilling({
      ...scene,
      products: [{ bread: 1, 'orange-juice': 1 }, { jam: 2 }],
      tops: { 'harbour-vulcaanhaven': ['pasta', 'bread'] },
    });
    const before = [...table.deck('harbour-vulcaanhaven')];
    table.send(0, 'fulfil-mission', plain);
    expect(table.deck('harbour-vulcaanhaven')).toEqual(['bread', ...before]);
    expect(table.types()).not.toContain('top-product-changed');
    const empty = fulfilling({ ...scene, products: [{ bread: 8, pasta: 8, 'orange-juice': 1 }, { jam: 2 }] });
    empty.send(0, 'fulfil-mission', plain);
    expect(empty.told('top-product-changed')).toEqual({
      type: 'top-product-changed',
      harbour: 'harbour-vulcaanhaven',
      product: 'bread',
    });
  });

  test('ROT-11.5: of several cards for one deck the first printed lies above the others, face up if it was empty', () => {
    // The missions of the built-in edition want at most one product of a harbour.
    const printed = structuredClone(builtIn);
    Object.assign(printed.missions[0] ?? {}, { products: ['pasta', 'bread'] });
    const parsed = rotterdam.parseEdition(printed);
    if (!parsed.ok) throw new Error(parsed.reasons.join('; '));
    const other = rotterdam.withEdition(parsed.value);
    const pay = (vulcaanhaven: Tally) => {
      const options = { openProducts: true };
      const table = fulfilling({ options, products: [vulcaanhaven, { jam: 2 }], missions: [['mission-01']] });
      const outcome = other.apply(table.state, 0, { type: 'fulfil-mission', ...plain, keepTurn: false });
      if (!outcome.ok) throw new Error(outcome.code);
      const deck = productDeckOf(outcome.state, 'harbour-vulcaanhaven');
      const turned = outcome.news.flatMap(({ all }) =>
        all.type === 'top-product-changed' ? [all.product] : [],
      );
      return { before: table.deck('harbour-vulcaanhaven'), deck, turned };
    };
    const some = pay({ bread: 1, pasta: 1 });
    expect(some).toMatchObject({ deck: ['bread', 'pasta', ...some.before], turned: [] });
    expect(pay({ bread: 8, pasta: 8 })).toMatchObject({ deck: ['bread', 'pasta'], turned: ['pasta'] });
  });

  test('ROT-8.6: with an empty mission deck nothing is drawn', () => {
    const table = fulfilling({
      missions: [['mission-01']],
      products: [{ bread: 1, 'orange-juice': 1 }, { jam: 2 }],
    });
    table.missionDeck().length = 0;
    table.send(0, 'fulfil-mission', plain);
    expect(table.told('mission-fulfilled', 0)).toMatchObject({ drawn: null });
    expect(table.missions(0)).toHaveLength(2);
  });

  test('ROT-8.7: unused products stay in the hand; missions can be neither discarded nor exchanged', () => {
    const table = fulfilling({
      missions: [['mission-01']],
      products: [{ bread: 2, 'orange-juice': 1, carpet: 1 }, { jam: 2 }],
    });
    const types = new Set(table.legal(0).map(({ type }) => type));
    expect([...types]).toEqual(['end-turn', 'fulfil-mission']);
    table.send(0, 'fulfil-mission', plain);
    expect(table.products(0)).toEqual({ bread: 1, carpet: 1 });
  });
});
