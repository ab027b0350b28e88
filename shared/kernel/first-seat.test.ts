import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { createDealer } from './dealer.ts';
import { drawFirstSeat, firstSeat, refuseFirstSeat } from './first-seat.ts';

test.each([
  ['random', true],
  [0, true],
  [8, true],
  [-1, true],
  [0.5, false],
  ['oldest', false],
])('%j may be asked for: %s', (chosen, isWellFormed) => {
  expect(firstSeat.safeParse(chosen).success).toBe(isWellFormed);
});

test('its schema names the least seat, and that the number of seats bounds it', () => {
  expect(z.toJSONSchema(firstSeat)).toMatchObject({
    anyOf: [{ const: 'random' }, { minimum: 0, description: expect.stringContaining('number of seats') }],
  });
});

test('a seat that the table does not have is refused with the rule of the game', () => {
  expect(refuseFirstSeat('random', 3, 'SAL-1.1')).toBeUndefined();
  expect(refuseFirstSeat(2, 3, 'SAL-1.1')).toBeUndefined();
  for (const seat of [3, 100, -1])
    expect(refuseFirstSeat(seat, 3, 'SAL-1.1')).toEqual({
      ok: false,
      code: 'option-not-allowed',
      rule: 'SAL-1.1',
      detail: 'firstSeat: no such seat at this table',
    });
});

test('a chosen seat takes nothing from the generator; a random one is drawn from it', () => {
  const seed = '0123456789abcdef0123456789abcdef';
  const dealer = createDealer(seed);
  expect(drawFirstSeat(2, 4, dealer)).toBe(2);
  expect(dealer).toEqual(createDealer(seed));
  const drawn = new Set(Array.from({ length: 60 }, () => drawFirstSeat('random', 4, dealer)));
  expect([...drawn].sort()).toEqual([0, 1, 2, 3]);
});
