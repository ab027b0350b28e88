import { expect, test } from '@jest/globals';
import { atCell, lossesIn, movedIn, tracesOf } from './trace.ts';

test('a ship leaves a line along its way, from where it was', () => {
  const path = [
    { x: 1, y: 0 },
    { x: 2, y: 0 },
  ];
  const lines = tracesOf(
    [{ type: 'ship-advanced', seat: 0, shipId: 'a', path, cost: 2, bonusUsed: 0 }],
    [
      { id: 'a', x: 0, y: 0 },
      { id: 'b', x: 5, y: 5 },
    ],
  );
  expect(lines).toEqual([
    { from: atCell(0, 0), to: atCell(1, 0) },
    { from: atCell(1, 0), to: atCell(2, 0) },
  ]);
});

test('lost pieces are marked differently from moved ones', () => {
  const sunk = {
    type: 'ship-sunk',
    seat: 0,
    shipId: 'a',
    cause: 'attack',
    by: 'p',
    attacker: 1,
    reward: 30,
  } as const;
  expect([...lossesIn([sunk])]).toEqual(['a']);
  expect([...movedIn([sunk])]).toEqual(['p']);
});
