// Which commands agree with a wish.
import { expect, test } from '@jest/globals';
import { agrees } from './wish.ts';

const offer = { type: 'offer', to: 2, give: { pepper: 1, silk: 2 }, cards: ['a', 'b'], note: null };

test.each<[object]>([
  [{}],
  [{ to: 2 }],
  [{ give: {} }],
  [{ give: { silk: 2 } }],
  [{ give: { silk: 2, tea: null } }],
  [{ cards: ['a', 'b'], note: null }],
  [{ missing: null }],
  [{ cards: { 0: 'a' } }],
  [{ cards: { 0: 'a', 1: 'b', 2: null } }],
  [{ cards: { b: true, c: null } }],
  [{ cards: {} }],
])('%j agrees', (given) => {
  expect(agrees(offer, given)).toBe(true);
});

test.each<[object]>([
  [{ to: '2' }],
  [{ to: null }],
  [{ give: null }],
  [{ give: { silk: 1 } }],
  [{ give: { silk: null } }],
  [{ give: { tea: 1 } }],
  [{ give: [] }],
  [{ cards: ['b', 'a'] }],
  [{ cards: ['a', 'c'] }],
  [{ cards: ['a'] }],
  [{ cards: { 0: 'b' } }],
  [{ cards: { 1: null } }],
  [{ cards: { a: null } }],
  [{ cards: { c: true } }],
  [{ cards: { a: 'a' } }],
  [{ cards: { length: 2 } }],
  [{ note: {} }],
  [{ constructor: {} }],
])('%j does not agree', (given) => {
  expect(agrees(offer, given)).toBe(false);
});
