// How much the sea is magnified: cells are well hit, and all that is asked about is in view, which matters more.
import { expect, test } from '@jest/globals';
import { boxOf, zoomFor } from './bounds.ts';

const view = { width: 320, height: 280 };

test('the box of some cells', () => {
  const cells = [
    { x: -2, y: 1 },
    { x: 3, y: 0 },
  ];
  expect(boxOf(cells)).toEqual({ x: 0.5, y: 0.5, columns: 6, rows: 2 });
});

test('magnified for fingers, as far as all are in view', () => {
  const near = [
    { x: 0, y: 0 },
    { x: 1, y: 1 },
  ];
  expect(zoomFor(near, 24, view, 44) * 24).toBeCloseTo(44);
  const far = [
    { x: -4, y: 0 },
    { x: 4, y: 0 },
  ];
  expect(zoomFor(far, 24, view, 44) * 24 * 9).toBeCloseTo(320);
  // Large cells are not magnified, and nothing is made smaller than the sea as a whole.
  expect(zoomFor(near, 60, view, 44)).toBe(1);
  expect(zoomFor([...far, { x: 20, y: 20 }], 24, view, 44)).toBe(1);
  // As the player set it, unless something would be out of view.
  expect(zoomFor(near, 24, view, 72)).toBe(3);
  expect(zoomFor(far, 24, view, 72) * 24 * 9).toBeCloseTo(320);
});
