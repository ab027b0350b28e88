import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { language } from '../../lib/language.ts';
import { tellPick } from './tell-pick.ts';

const first = language.peek();
beforeEach(() => {
  language.value = 'en';
});
afterEach(() => {
  language.value = first;
});

const named = {
  seat: String,
  component: (id: string) => `«${id}»`,
  phrase: (name: string, value: unknown) =>
    name === 'turned' ? 'upside down' : name === 'field-x' ? 'L' : String(Number(value) + 13),
  view: { board: [{ tileId: 'lighthouse-2', x: -1, y: -1, rotation: 0 }] },
};

test('a place is told as at the edges of the sea', () => {
  const tile = { type: 'place-tile', x: -1, y: -1, rotation: 2 };
  expect(tellPick('place-tile', '', tile, named)).toBe('Lay the tile at L12, turned upside down');
  expect(tellPick('place-tile', '', { ...tile, rotation: 0 }, named)).toBe('Lay the tile at L12');
  expect(tellPick('place-tile', '', { type: 'place-tile' }, named)).toBeUndefined();
  const walk = { type: 'move-sailor', sailorId: 's', x: -1, y: 0 };
  expect(tellPick('move-sailor', '', walk, named)).toBe('«s» to L13');
});

test('tiles of one name are told by where they lie', () => {
  expect(tellPick('buy-sailor', 'tileId', 'lighthouse-2', named)).toBe('«lighthouse-2», L12');
  expect(tellPick('buy-sailor', 'tileId', 'lighthouse-3', named)).toBeUndefined();
});

test('sums are in coins, and answers as on the board', () => {
  expect(tellPick('attack', 'ransom', 4, named)).toBe('4 coins');
  expect(tellPick('turn', 'bonus', 1, named)).toBe('1 bonus move');
  expect(tellPick('answer-berth', 'accept', true, named)).toBe('Grant the berth');
  expect(tellPick('answer-counter', 'accept', false, named)).toBe('Reject it and sink the ship');
  expect(tellPick('advance', 'acceptSinking', true, named)).toBe('yes, it sinks');
});
