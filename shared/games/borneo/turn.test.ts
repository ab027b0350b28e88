import { describe, expect, test } from '@jest/globals';
import { reveal } from '../../kernel/reveal.ts';
import { seedOf } from '../../testing/play.ts';
import { asking, heard, told, typesOf } from '../../testing/scenario.ts';
import type { Command } from './commands.ts';
import { accepted, game, refusal, type Scenario, scenario } from './testing/scenario.ts';

const HAND = ['ship-rb-pepper', 'ship-rb-cloves'];
const SIX = [...HAND, 'ship-ry-cloves', 'ship-rg-cloves', 'ship-gb-cloves', 'ship-gb-pepper'];
const SLOTS: Scenario['slots'] = [['harbour-01'], ['harbour-02'], ['harbour-03']];
const play: Command = { type: 'play-shipment', card: 'ship-rb-pepper', slot: 0 };
const discard = (...cards: string[]): Command => ({ type: 'discard-excess', cards });

const asked = (more: Partial<Scenario> = {}) =>
  scenario({ kind: 'shipment', hands: { 0: HAND }, slots: SLOTS, ...more });

describe('BOR-11: drawing cards', () => {
  test('BOR-11.1: two cards, told in full to the seat that drew them', () => {
    const state = asked();
    const deck = reveal(state.hidden.deck);
    const drawn = [deck.at(-1) ?? '', deck.at(-2) ?? ''];
    const done = accepted(state, 0, play);
    expect(told(done, 'cards-drawn')).toEqual({ type: 'cards-drawn', seat: 0, count: 2 });
    expect(told(done, 'cards-drawn', 1)).toEqual({ type: 'cards-drawn', seat: 0, count: 2 });
    expect(told(done, 'cards-drawn', 0)).toEqual({ type: 'cards-drawn', seat: 0, count: 2, cards: drawn });
    expect(game.seatView(done.state, 0).hand).toEqual(['ship-rb-cloves', ...drawn]);
    expect(typesOf(done)).toEqual(['shipment-played', 'cards-drawn', 'turn-started', 'mission-skipped']);
  });

  const DISCARDED = [
    'ship-gy-nutmeg',
    'ship-gr-nutmeg',
    'ship-gb-nutmeg',
    'ship-by-nutmeg',
    'ship-bg-nutmeg',
  ];

  test('BOR-11.2: E20 the discard pile is shuffled in the middle of a draw', () => {
    const done = accepted(asked({ deckCount: 1, discard: DISCARDED }), 0, play);
    expect(typesOf(done).slice(1, 3)).toEqual(['deck-reshuffled', 'cards-drawn']);
    expect(told(done, 'deck-reshuffled').count).toBe(5);
    expect(told(done, 'cards-drawn').count).toBe(2);
    expect(done.state.shown.deckCount).toBe(4);
    expect(done.state.shown.discard).toEqual([]);
    expect(DISCARDED).toContain(game.seatView(done.state, 0).hand.at(-1));
  });

  test('BOR-11.2: the new pile is shuffled', () => {
    const orders = Array.from({ length: 60 }, (_, n) => {
      const { state } = accepted(asked({ seed: seedOf(n), deckCount: 1, discard: DISCARDED }), 0, play);
      const order = [...reveal(state.hidden.deck), game.seatView(state, 0).hand.at(-1) ?? ''];
      expect([...order].sort()).toEqual([...DISCARDED].sort());
      return order;
    });
    for (const place of [0, 4]) expect(new Set(orders.map((order) => order[place])).size).toBe(5);
    expect(new Set(orders.map((order) => order.join())).size).toBeGreaterThan(30);
  });

  test('BOR-11.2: E20 but not before a card is needed', () => {
    const done = accepted(asked({ deckCount: 2, discard: DISCARDED }), 0, play);
    expect(typesOf(done)).not.toContain('deck-reshuffled');
    expect(done.state.shown.deckCount).toBe(0);
    expect(done.state.shown.discard).toEqual(DISCARDED);
  });

  test('BOR-11.3, BOR-12.2: the second card cannot be drawn', () => {
    const done = accepted(asked({ deckCount: 1 }), 0, play);
    expect(typesOf(done).slice(0, 3)).toEqual(['shipment-played', 'cards-drawn', 'end-triggered']);
    expect(told(done, 'cards-drawn').count).toBe(1);
    expect(told(done, 'end-triggered')).toEqual({
      type: 'end-triggered',
      reason: 'shipments',
      lastActive: 0,
      harbours: ['harbour-01', 'harbour-02', 'harbour-03'],
    });
  });

  test('BOR-11.3: nor the first, and then nothing is told of a draw', () => {
    const done = accepted(asked({ deckCount: 0 }), 0, play);
    expect(typesOf(done).slice(0, 2)).toEqual(['shipment-played', 'end-triggered']);
  });

  test('BOR-11.4: E22 down to exactly six cards', () => {
    const { state } = accepted(asked({ hands: { 0: SIX } }), 0, play);
    expect(asking(state)).toEqual(['0 discard']);
    const hand = game.seatView(state, 0).hand;
    expect(hand).toHaveLength(7);
    expect(refusal(state, 0, discard(...hand.slice(0, 2)))).toBe('wrong-count BOR-11.4');
    expect(refusal(state, 0, discard())).toBe('wrong-count BOR-11.4');
    expect(refusal(state, 0, discard('ship-rb-pepper'))).toBe('card-not-in-hand BOR-11.4');
    expect([...game.legal(state, 0)]).toEqual(hand.map((card) => discard(card)));

    const done = accepted(state, 0, discard('ship-gb-cloves'));
    expect(heard(done)[0]).toEqual({
      type: 'cards-discarded',
      seat: 0,
      cards: ['ship-gb-cloves'],
      reason: 'excess',
    });
    expect(done.state.shown.discard).toEqual(['ship-gb-cloves']);
    expect(typesOf(done).slice(1)).toEqual(['turn-started', 'mission-skipped']);
    expect(asking(done.state)).toEqual(['1 company']);
  });

  test('BOR-11.4: each card that is discarded must be in the hand', () => {
    const eight = scenario({ kind: 'discard', hands: { 0: [...SIX, 'ship-by-cloves', 'ship-bg-cloves'] } });
    expect(refusal(eight, 0, discard('ship-by-cloves', 'harbour-01'))).toBe('card-not-in-hand BOR-11.4');
    expect(refusal(eight, 0, discard('ship-by-cloves', 'ship-bg-cloves'))).toBe('accepted');
  });

  test('BOR-11.4: a card cannot be discarded twice', () => {
    const eight = scenario({ kind: 'discard', hands: { 0: [...SIX, 'ship-by-cloves', 'ship-bg-cloves'] } });
    expect(refusal(eight, 0, discard('ship-gb-cloves', 'ship-gb-cloves'))).toBe('duplicate-card BOR-11.4');
    expect(refusal(eight, 0, discard('ship-gb-cloves', 'ship-bg-cloves'))).toBe('accepted');
  });

  test('BOR-11.4, BOR-11.5: six cards are not too many, and nobody else is checked', () => {
    const five = SIX.slice(0, 5);
    const seven = [...DISCARDED, 'ship-yr-nutmeg', 'ship-yb-nutmeg'];
    const done = accepted(asked({ hands: { 0: five, 2: seven } }), 0, play);
    expect(asking(done.state)).toEqual(['1 company']);
    expect(game.seatView(done.state, 0).hand).toHaveLength(6);
  });

  test('BOR-15.1, BOR-15.8: a time-out discards the oldest card, which nobody is told before', () => {
    const { state } = accepted(asked({ hands: { 0: SIX } }), 0, play);
    expect(game.fallback(state, 0)).toEqual(discard('ship-rb-cloves'));
    expect(JSON.stringify(game.publicView(state))).not.toContain('ship-rb-cloves');
    expect(Object.keys(game.publicView(state).decisions[0] ?? {}).sort()).toEqual(['id', 'kind', 'seat']);
  });
});
