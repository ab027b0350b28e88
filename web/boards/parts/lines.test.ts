import { expect, test } from '@jest/globals';
import { reversed, travels } from './lines.ts';

test('what went a way goes back the same way', () => {
  const back = reversed({ from: 'seat-0', to: 'merchant-1' });
  expect(back).toEqual({ from: 'merchant-1', to: 'seat-0', piece: 'merchant-1' });
  expect(travels('merchant-1', back)).toBe(true);
  expect(travels('merchant-12', back)).toBe(false);
  expect(reversed({ from: 'slot-1', to: 'seat-0', piece: 'c' })).toMatchObject({
    from: 'seat-0',
    piece: 'c',
  });
});

test('a line leads each of several like pieces', () => {
  const line = { from: 'seat-1', to: 'porters-2-1' };
  expect(['porters-2-1/0', 'porters-2-1/1', 'porters-2-11/0'].map((id) => travels(id, line))).toEqual([
    true,
    true,
    false,
  ]);
});
