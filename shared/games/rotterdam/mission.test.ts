import { describe, expect, test } from '@jest/globals';
import { createDealer } from '../../kernel/dealer.ts';
import { reveal } from '../../kernel/reveal.ts';
import { conceal } from '../../kernel/secrecy.ts';
import { seedOf } from '../../testing/play.ts';
import { asking, told, typesOf } from '../../testing/scenario.ts';
import builtIn from './edition.json' with { type: 'json' };
import { tallyOf } from './hands.ts';
import { rotterdam } from './index.ts';
import { type Draft, missionsOf, productDeckOf, productsOf, type Tally } from './state.ts';
import { accepted, game, refusal, type Scenario, scenario } from './testing/scenario.ts';

function fulfilling(scene: Scenario): Draft {
  return scenario({ phase: 'missions', ...scene });
}

const plain = { mission: 'mission-01', jokers: [] };

describe('ROT-8: missions', () => {
  test('ROT-8.1: at most one mission, from the player’s own hand', () => {
    const state = fulfilling({
      missions: [['mission-01', 'mission-02'], ['mission-03']],
      products: [{ bread: 2, 'orange-juice': 1, jam: 1 }],
      navigation: [['nav-storm-1']],
    });
    expect(
      refusal(state, 0, { type: 'fulfil-mission', ...plain, mission: 'mission-03', keepTurn: false }),
    ).toBe('mission-not-in-hand ROT-8.1');
    expect(
      refusal(state, 0, { type: 'fulfil-mission', ...plain, mission: 'mission-99', keepTurn: false }),
    ).toBe('mission-not-in-hand ROT-8.1');
    const done = accepted(state, 0, { type: 'fulfil-mission', ...plain, keepTurn: true });
    expect(
      refusal(done.state, 0, { type: 'fulfil-mission', ...plain, mission: 'mission-02', keepTurn: false }),
    ).toBe('already-fulfilled ROT-8.1');
  });

  test('ROT-8.2, ROT-8.4, ROT-8.5, ROT-8.6: EX-16 a joker stands for the missing product', () => {
    const scene = {
      missions: [['mission-01']],
      products: [{ bread: 1 }, { plastic: 2 }],
      navigation: [['nav-joker-3']],
    };
    const state = fulfilling(scene);
    const joker = (as: string) => ({ mission: 'mission-01', jokers: [{ card: 'nav-joker-3', as }] });
    expect(refusal(state, 0, { type: 'fulfil-mission', ...joker('jam'), keepTurn: false })).toBe(
      'joker-mismatch ROT-8.3',
    );
    expect(refusal(state, 0, { type: 'fulfil-mission', ...plain, keepTurn: false })).toBe(
      'missing-products ROT-8.2',
    );
    const drawn = reveal(state.hidden.missionDeck).at(-1);
    const others = missionsOf(state, 0).filter((id) => id !== 'mission-01');
    const done = accepted(state, 0, { type: 'fulfil-mission', ...joker('orange-juice'), keepTurn: false });
    const all = {
      type: 'mission-fulfilled',
      seat: 0,
      mission: 'mission-01',
      products: ['bread'],
      jokers: [{ card: 'nav-joker-3', as: 'orange-juice' }],
      value: 3,
      missionPoints: 3,
    };
    expect(told(done, 'mission-fulfilled', 0)).toEqual({ ...all, drawn });
    expect(told(done, 'mission-fulfilled', 1)).toEqual(all);
    expect(told(done, 'mission-fulfilled')).toEqual(all);
    expect(tallyOf(productsOf(done.state, 0))).toEqual({});
    expect(productDeckOf(done.state, 'harbour-vulcaanhaven').filter((card) => card === 'bread')).toHaveLength(
      8,
    );
    expect(done.state.shown.navigationDiscard).toEqual(['nav-joker-3']);
    expect(done.state.shown.players[0]?.fulfilled).toEqual(['mission-01']);
    expect(missionsOf(done.state, 0)).toEqual([...others, drawn].sort());
  });

  test('ROT-8.3: any number of jokers, each for another product, also for one in hand', () => {
    const state = fulfilling({
      missions: [['mission-01']],
      products: [{ bread: 1, 'orange-juice': 1 }],
      navigation: [['nav-joker-1', 'nav-joker-2', 'nav-storm-1']],
    });
    const use = (...jokers: [card: string, as: string][]) =>
      refusal(state, 0, {
        type: 'fulfil-mission',
        mission: 'mission-01',
        jokers: jokers.map(([card, as]) => ({ card, as })),
        keepTurn: false,
      });
    expect(use(['nav-joker-3', 'bread'])).toBe('card-not-in-hand ROT-8.2');
    expect(use(['nav-joker-1', 'bread'], ['nav-joker-1', 'jam'])).toBe('duplicate-card ROT-8.3');
    expect(use(['nav-storm-1', 'bread'])).toBe('wrong-card-kind ROT-8.2');
    expect(use(['nav-joker-1', 'bread'], ['nav-joker-2', 'bread'])).toBe('joker-mismatch ROT-8.3');
    expect(use(['nav-joker-1', 'bread'])).toBe('accepted');
    const listed = [...game.legal(state, 0)].filter((command) =>
      JSON.stringify(command).includes('mission-01'),
    );
    expect(listed).toHaveLength(14);
    const done = accepted(state, 0, {
      type: 'fulfil-mission',
      mission: 'mission-01',
      jokers: [
        { card: 'nav-joker-2', as: 'orange-juice' },
        { card: 'nav-joker-1', as: 'bread' },
      ],
      keepTurn: false,
    });
    expect(tallyOf(productsOf(done.state, 0))).toEqual({ bread: 1, 'orange-juice': 1 });
    expect(told(done, 'mission-fulfilled').products).toEqual([]);
  });

  test('ROT-8.4: the points count at once', () => {
    const state = fulfilling({
      missions: [['mission-26']],
      fulfilled: [['mission-10']],
      products: [{ bread: 1, 'orange-juice': 1, petrol: 1 }, { jam: 2 }],
    });
    const done = accepted(state, 0, {
      type: 'fulfil-mission',
      mission: 'mission-26',
      jokers: [],
      keepTurn: false,
    });
    expect(told(done, 'mission-fulfilled')).toMatchObject({ value: 5, missionPoints: 9 });
    expect(asking(done.state)).toEqual(['1 mission']);
  });

  test('ROT-8.5: the decks that get cards back are shuffled, the others are not', () => {
    const orders = new Set<string>();
    for (let n = 0; n < 12; n++) {
      const state = fulfilling({
        missions: [['mission-01']],
        products: [{ bread: 1, 'orange-juice': 1 }, { jam: 2 }],
      });
      const seeded = { ...state, rng: conceal(createDealer(seedOf(n))) };
      const untouched = [...productDeckOf(state, 'harbour-botlek')];
      const done = accepted(seeded, 0, { type: 'fulfil-mission', ...plain, keepTurn: false });
      expect(productDeckOf(done.state, 'harbour-botlek')).toEqual(untouched);
      expect(productDeckOf(done.state, 'harbour-vulcaanhaven')).toHaveLength(16);
      orders.add(productDeckOf(done.state, 'harbour-vulcaanhaven').join(' '));
    }
    expect(orders.size).toBeGreaterThan(8);
  });

  test('ROT-11.5: open products: cards paid go under their deck in the printed order', () => {
    const scene = { options: { openProducts: true }, missions: [['mission-01']] };
    const state = fulfilling({
      ...scene,
      products: [{ bread: 1, 'orange-juice': 1 }, { jam: 2 }],
      tops: { 'harbour-vulcaanhaven': ['pasta', 'bread'] },
    });
    const before = [...productDeckOf(state, 'harbour-vulcaanhaven')];
    const done = accepted(state, 0, { type: 'fulfil-mission', ...plain, keepTurn: false });
    expect(productDeckOf(done.state, 'harbour-vulcaanhaven')).toEqual(['bread', ...before]);
    expect(typesOf(done)).not.toContain('top-product-changed');
    const empty = fulfilling({ ...scene, products: [{ bread: 8, pasta: 8, 'orange-juice': 1 }, { jam: 2 }] });
    const emptyDone = accepted(empty, 0, { type: 'fulfil-mission', ...plain, keepTurn: false });
    expect(told(emptyDone, 'top-product-changed')).toEqual({
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
      const state = fulfilling({ options, products: [vulcaanhaven, { jam: 2 }], missions: [['mission-01']] });
      const outcome = other.apply(state, 0, { type: 'fulfil-mission', ...plain, keepTurn: false });
      if (!outcome.ok) throw new Error(outcome.code);
      const deck = productDeckOf(outcome.state, 'harbour-vulcaanhaven');
      const turned = outcome.news.flatMap(({ all }) =>
        all.type === 'top-product-changed' ? [all.product] : [],
      );
      return { before: productDeckOf(state, 'harbour-vulcaanhaven'), deck, turned };
    };
    const some = pay({ bread: 1, pasta: 1 });
    expect(some).toMatchObject({ deck: ['bread', 'pasta', ...some.before], turned: [] });
    expect(pay({ bread: 8, pasta: 8 })).toMatchObject({ deck: ['bread', 'pasta'], turned: ['pasta'] });
  });

  test('ROT-8.6: with an empty mission deck nothing is drawn', () => {
    const state = fulfilling({
      missions: [['mission-01']],
      products: [{ bread: 1, 'orange-juice': 1 }, { jam: 2 }],
    });
    reveal(state.hidden.missionDeck).length = 0;
    const done = accepted(state, 0, { type: 'fulfil-mission', ...plain, keepTurn: false });
    expect(told(done, 'mission-fulfilled', 0)).toMatchObject({ drawn: null });
    expect(missionsOf(done.state, 0)).toHaveLength(2);
  });

  test('ROT-8.7: unused products stay in the hand; missions can be neither discarded nor exchanged', () => {
    const state = fulfilling({
      missions: [['mission-01']],
      products: [{ bread: 2, 'orange-juice': 1, carpet: 1 }, { jam: 2 }],
    });
    const types = new Set([...game.legal(state, 0)].map(({ type }) => type));
    expect([...types]).toEqual(['end-turn', 'fulfil-mission']);
    const done = accepted(state, 0, { type: 'fulfil-mission', ...plain, keepTurn: false });
    expect(tallyOf(productsOf(done.state, 0))).toEqual({ bread: 1, carpet: 1 });
  });
});
