import { describe, expect, test } from '@jest/globals';
import { ask, closeDecision, nameDecision, type StateBase } from './decisions.ts';

function asked(): StateBase {
  const state: StateBase = { version: 5, open: [] };
  ask(state, 2, 'turn');
  ask(state, 0, 'reply', 'phase');
  ask(state, 1, 'reply', 'phase');
  return state;
}

test('a decision has version and seat, in the order asked, and an allotment only if there is one', () => {
  expect(asked().open).toStrictEqual([
    { id: 42, seat: 2, kind: 'turn' },
    { id: 40, seat: 0, kind: 'reply', allotment: 'phase' },
    { id: 41, seat: 1, kind: 'reply', allotment: 'phase' },
  ]);
});

test('closing takes the decision of this seat alone; a seat that is not asked has none', () => {
  const state = asked();
  closeDecision(state, 3);
  expect(state.open).toEqual(asked().open);
  closeDecision(state, 2);
  expect(state.open.map(({ seat }) => seat)).toEqual([0, 1]);
});

describe('the meaning of an id', () => {
  const named = (seat: number, id: number) => nameDecision({ ...asked(), version: 6 }, seat, id);

  test('of the decision that is open', () => expect(named(2, 42)).toBe('open'));
  test('of an earlier decision of this seat, or one of this version', () => {
    expect([named(2, 2), named(2, 34), named(2, 50)]).toEqual(Array(3).fill('stale-decision'));
    expect(named(7, 55)).toBe('stale-decision');
  });
  test('of a decision that has not been asked yet', () => {
    expect([named(2, 58), named(0, 56), named(2, 802)]).toEqual(Array(3).fill('not-your-turn'));
  });
  test('of another seat', () => {
    expect([named(2, 40), named(1, 42), named(1, 2)]).toEqual(Array(3).fill('not-your-turn'));
  });
});
