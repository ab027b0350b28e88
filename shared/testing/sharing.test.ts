// The guards against forgotten copies find what they should.
import { expect, test } from '@jest/globals';
import { fits, freezeAll, sharedPaths } from './sharing.ts';

test('the outermost shared objects and lists are found, at any depth, and nothing else', () => {
  const options = { deck: [1] };
  const before = { version: 1, shown: { options, players: [{ hand: [1] }, { hand: [2] }] } };
  const [first, second] = before.shown.players;
  const copy = { version: 1, shown: { options, players: [{ hand: [1] }, { hand: second?.hand }] } };
  expect([...sharedPaths(before, copy)]).toEqual(['shown.options', 'shown.players.1.hand']);
  expect([...sharedPaths(before, { ...copy, shown: { players: [first] } })]).toEqual(['shown.players.0']);
  expect([...sharedPaths(before, structuredClone(before))]).toEqual([]);
});

test('a pattern fits paths of its length, with any key for a star', () => {
  expect(fits('shown.players.1.hand', 'shown.players.*.hand')).toBe(true);
  expect(fits('shown.players.1', 'shown.players.*.hand')).toBe(false);
  expect(fits('shown.players.1.hand.0', 'shown.players.*.hand')).toBe(false);
  expect(fits('shown.players.1.cards', 'shown.players.*.hand')).toBe(false);
});

test('a frozen state refuses every change', () => {
  const state = { shown: { players: [{ hand: ['a'] }] } };
  freezeAll(state);
  expect(() => state.shown.players[0]?.hand.push('b')).toThrow(TypeError);
  expect(() => Object.assign(state.shown, { more: 1 })).toThrow(TypeError);
});
