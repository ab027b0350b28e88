import { describe, expect, test } from '@jest/globals';
import type { Picks } from '../parts/picking.ts';
import { companyMeaning, handType, heldIn, merchantMeaning } from './picking.ts';
import type { Command } from './pieces.ts';

const picks = (values: Readonly<Record<string, unknown>> = {}, type: string | null = null): Picks => ({
  type,
  values: new Map(Object.entries(values)),
});

const attack = (attacker: string, defender: string): Command => ({
  type: 'attack',
  attacker,
  defender,
  cards: ['x'],
});
const transfer = (merchant: string, to: string): Command => ({ type: 'transfer-merchant', merchant, to });

/** Ours are `a` and `b`; `c` stands above `a`, `d` above both. */
const PHASE_2: readonly Command[] = [
  { type: 'skip-company' },
  transfer('a', 'red'),
  transfer('b', 'red'),
  attack('a', 'c'),
  attack('a', 'd'),
  attack('b', 'd'),
];

describe('a merchant', () => {
  test('of ours is held first, to leave or to attack', () => {
    expect(merchantMeaning(PHASE_2, picks(), 'a')).toEqual({ fields: { merchant: 'a' } });
    expect(heldIn(picks({ merchant: 'a' }))).toBe('a');
    expect(heldIn(picks({ attacker: 'a' }))).toBe('a');
  });
  test('above the held one is attacked by it', () => {
    const meaning = { type: 'attack', fields: { attacker: 'a', defender: 'd' } };
    expect(merchantMeaning(PHASE_2, picks({ merchant: 'a' }), 'd')).toEqual(meaning);
  });
  test('of others, chosen first, is attacked; by whom is asked only if several can', () => {
    expect(merchantMeaning(PHASE_2, picks(), 'c')).toEqual({
      type: 'attack',
      fields: { defender: 'c', attacker: 'a' },
    });
    expect(merchantMeaning(PHASE_2, picks(), 'd')).toEqual({ type: 'attack', fields: { defender: 'd' } });
    expect(merchantMeaning(PHASE_2, picks({ defender: 'd' }, 'attack'), 'b')).toEqual({
      type: 'attack',
      fields: { attacker: 'b' },
    });
  });
  test('once «attack» was chosen, ours is the attacker', () => {
    expect(merchantMeaning(PHASE_2, picks({}, 'attack'), 'b')).toEqual({
      type: 'attack',
      fields: { attacker: 'b' },
    });
  });
  test('without a legal command has no meaning', () => {
    expect(merchantMeaning(PHASE_2, picks(), 'e')).toBeUndefined();
    expect(merchantMeaning([], picks({ merchant: 'a' }), 'd')).toBeUndefined();
  });
  test('that attacks stands for its place, which the beaten one may take', () => {
    const retreat: readonly Command[] = [{ type: 'choose-retreat', to: 'swap' }];
    expect(merchantMeaning(retreat, picks(), 'x', 'x')).toEqual({ fields: { to: 'swap' } });
    expect(merchantMeaning(retreat, picks(), 'y', 'x')).toBeUndefined();
  });
});

describe('a company', () => {
  test('is where a merchant is placed', () => {
    expect(companyMeaning([{ type: 'place-merchant', company: 'red' }], picks(), 'red')).toEqual({
      fields: { company: 'red' },
    });
  });
  test('is where the held merchant moves, unless it attacks', () => {
    expect(companyMeaning(PHASE_2, picks(), 'red')).toBeUndefined();
    expect(companyMeaning(PHASE_2, picks({ merchant: 'a' }), 'red')).toEqual({
      fields: { merchant: 'a', to: 'red' },
    });
    expect(companyMeaning(PHASE_2, picks({ merchant: 'a' }), 'blue')).toBeUndefined();
    expect(companyMeaning(PHASE_2, picks({ attacker: 'a', defender: 'd' }), 'red')).toBeUndefined();
  });
  test('is where a beaten merchant withdraws', () => {
    expect(companyMeaning([{ type: 'choose-retreat', to: 'blue' }], picks(), 'blue')).toEqual({
      fields: { to: 'blue' },
    });
  });
});

test('cards in hand are picked for an attack once its target is known', () => {
  expect(handType('company', picks())).toBeUndefined();
  expect(handType('company', picks({ defender: 'd' }, 'attack'))).toBe('attack');
  expect(handType('defence', picks())).toBe('defend');
  expect(handType('discard', picks())).toBe('discard-excess');
  expect(handType('shipment', picks())).toBeUndefined();
  expect(handType(null, picks())).toBeUndefined();
});
