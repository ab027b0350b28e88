import { expect, test } from '@jest/globals';
import type { Picks } from '../parts/picking.ts';
import { bonusChoice, fitting, heldPiece, placementsIn, turnedOn } from './picking.ts';
import type { Command } from './pieces.ts';
import { sharesOf } from './shares.ts';

const picks = (values: Readonly<Record<string, unknown>> = {}, type: string | null = null): Picks => ({
  type,
  values: new Map(Object.entries(values)),
});
const advance = (shipId: string): Command => ({ type: 'advance', shipId });

test('the picked ship is selected; else the one that moved last, or the only one', () => {
  const both = [advance('a'), advance('b')];
  expect(heldPiece(both, picks({ shipId: 'b' }), 'a')).toBe('b');
  expect(heldPiece(both, picks(), 'a')).toBe('a');
  expect(heldPiece(both, picks(), 'gone')).toBeUndefined();
  expect(heldPiece([advance('a')], picks(), undefined)).toBe('a');
  const walk: Command = { type: 'move-sailor', sailorId: 's', x: 0, y: 0 };
  expect(heldPiece([advance('a'), walk], picks(), undefined)).toBe('a');
  expect(heldPiece([walk], picks(), undefined)).toBe('s');
  expect(heldPiece(both, picks({ kind: 'trade' }, 'buy-ship'), 'a')).toBeUndefined();
});

test('the places for a tile, with its orientations', () => {
  const place = (x: number, rotation: number): Command => ({ type: 'place-tile', x, y: 0, rotation });
  expect(placementsIn([place(1, 0), place(1, 2), place(2, 3), { type: 'end-turn' }])).toEqual([
    { type: 'place-tile', x: 1, y: 0, rotations: [0, 2] },
    { type: 'place-tile', x: 2, y: 0, rotations: [3] },
  ]);
});

test('a tile is turned clockwise to the next orientation that fits', () => {
  expect(turnedOn([0, 2], 0)).toBe(2);
  expect(turnedOn([0, 2], 2)).toBe(0);
  expect(turnedOn([3], 3)).toBe(3);
  expect(fitting([1, 3], 1)).toBe(1);
  expect(fitting([1, 3], 2)).toBe(3);
});

test('bonus moves are offered if there is a choice', () => {
  const paid: Command = { type: 'advance', shipId: 'a', bonus: 1 };
  expect(bonusChoice([advance('a'), paid, advance('b')], advance('a'))).toEqual([0, 1]);
  expect(bonusChoice([advance('a')], advance('a'))).toEqual([]);
});

test('some sums of a ransom, none twice', () => {
  expect(sharesOf(100)).toEqual([25, 50, 75, 100]);
  expect(sharesOf(2)).toEqual([1, 2]);
  expect(sharesOf(0)).toEqual([]);
});
