import { expect, test } from '@jest/globals';
import { curve } from './lines.ts';
import { type Box, isArrow, nearest } from './nearest.ts';

const box = (left: number, top: number): Box => ({ left, top, width: 10, height: 10 });

test('an arrow key leads to the nearest in its direction', () => {
  const boxes = [box(0, 0), box(20, 0), box(40, 0), box(20, 30)];
  const from = box(20, 0);
  const others = [boxes[0], boxes[2], boxes[3]].flatMap((one) => one ?? []);
  expect(nearest(others, from, 'ArrowLeft')).toBe(0);
  expect(nearest(others, from, 'ArrowRight')).toBe(1);
  expect(nearest(others, from, 'ArrowDown')).toBe(2);
  expect(nearest(others, from, 'ArrowUp')).toBeUndefined();
});

test('a box straight ahead is nearer than one to the side', () => {
  expect(nearest([box(40, 30), box(60, 0)], box(20, 0), 'ArrowRight')).toBe(1);
});

test('arrow keys are distinguished from others', () => {
  expect(isArrow('ArrowUp')).toBe(true);
  expect(isArrow('Enter')).toBe(false);
});

test('a line ends before its point and is left out if it would have no length', () => {
  expect(curve({ x: 0, y: 0 }, { x: 60, y: 0 })).toBe('M0 0Q30 10 50 0');
  expect(curve({ x: 5, y: 5 }, { x: 5, y: 5 })).toBe('');
});
