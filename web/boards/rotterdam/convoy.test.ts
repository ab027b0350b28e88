import { expect, test } from '@jest/globals';
import type { Picks } from '../parts/picking.ts';
import type { Command } from './atlas.ts';
import { channelMeaning, legsIn, nextLegs, picksFrom, shipMeaning, steered } from './convoy.ts';

const picks = (values: Readonly<Record<string, unknown>> = {}): Picks => ({
  type: 'move-ships',
  values: new Map(Object.entries(values)),
});
const sail = (...moves: (readonly [string, string])[]): Command => ({
  type: 'move-ships',
  moves: moves.map(([ship, channel]) => ({ ship, channel })),
});

/** `a` has a fork, of which `b` bars one arm if it sails first. */
const PLANS = [sail(['a', '1'], ['b', '3']), sail(['a', '2'], ['b', '3']), sail(['b', '3'], ['a', '2'])];

test('a ship with one way sails, one with a fork is steered first (ROT-4.6)', () => {
  expect(shipMeaning(PLANS, picks(), 'b')?.fields).toEqual({ 'moves.0.ship': 'b', 'moves.0.channel': '3' });
  expect(shipMeaning(PLANS, picks(), 'a')?.fields).toEqual({ 'moves.0.ship': 'a' });
  expect(shipMeaning(PLANS, picks(), 'c')).toBeUndefined();
});

test('what comes next depends on what sailed before (ROT-4.11)', () => {
  const first = picks({ 'moves.0.ship': 'b', 'moves.0.channel': '3' });
  expect(legsIn(first)).toEqual([{ ship: 'b', channel: '3' }]);
  expect(nextLegs(PLANS, legsIn(first))).toEqual([{ ship: 'a', channel: '2' }]);
});

test('the target belongs to the steered ship, or to the only one that can reach it', () => {
  const held = picks({ 'moves.0.ship': 'a' });
  expect(steered(held)).toBe('a');
  const fields = { 'moves.0.ship': 'a', 'moves.0.channel': '1' };
  expect(channelMeaning(PLANS, held, ['1'])?.fields).toEqual(fields);
  expect(channelMeaning(PLANS, picks(), ['1'])?.fields).toEqual(fields);
  expect(channelMeaning(PLANS, held, ['3'])).toBeUndefined();
  // Both could go there.
  expect(channelMeaning(PLANS, picks(), ['1', '3'])).toBeUndefined();
});

test('a ship that sailed is taken back with those after it', () => {
  const all = picks({
    'moves.0.ship': 'a',
    'moves.0.channel': '2',
    'moves.1.ship': 'b',
    'moves.1.channel': '3',
  });
  expect(picksFrom(all, 'b').map(([path]) => path)).toEqual(['moves.1.ship', 'moves.1.channel']);
  expect(picksFrom(all, 'a')).toHaveLength(4);
  expect(picksFrom(all, 'c')).toEqual([]);
});
