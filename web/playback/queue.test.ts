// Moves wait in order, each once, and are shown faster the longer the queue.
import { expect, test } from '@jest/globals';
import { advanced, caughtUp, dwellOf, EMPTY, MOST_WAITING, type Queue, withItem } from './queue.ts';

interface Item {
  readonly version: number;
}

const of = (...versions: number[]): Queue<Item> =>
  versions.reduce<Queue<Item>>((queue, version) => withItem(queue, { version }), EMPTY);
const versionsOf = ({ shown, waiting }: Queue<Item>) => [
  shown?.version,
  waiting.map(({ version }) => version),
];

test('they wait in order, each once, and nothing goes back', () => {
  const queue = of(3, 1, 2, 3, 2);
  expect(versionsOf(queue)).toEqual([undefined, [1, 2, 3]]);
  const after = advanced(advanced(queue, true), false);
  expect(versionsOf(after)).toEqual([2, [3]]);
  expect(withItem(after, { version: 1 })).toBe(after);
  expect(withItem(after, { version: 2 })).toBe(after);
});

test('missing moves are waited for, unless they cannot be loaded', () => {
  const queue = withItem(advanced(of(4), true), { version: 7 });
  expect(advanced(queue, false)).toBe(queue);
  expect(advanced(of(4), false)).toEqual(of(4));
  expect(versionsOf(advanced(queue, true))).toEqual([7, []]);
  expect(versionsOf(advanced(withItem(queue, { version: 5 }), false))).toEqual([5, [7]]);
});

test('to the present: the newest is shown, and nothing waits', () => {
  expect(versionsOf(caughtUp(of(1, 2, 3)))).toEqual([3, []]);
  expect(caughtUp(caughtUp(of(1)))).toEqual(caughtUp(of(1)));
  expect(advanced(EMPTY, true)).toBe(EMPTY);
});

test('of very many only the newest wait', () => {
  const { waiting } = of(...Array.from({ length: MOST_WAITING + 5 }, (_, version) => version));
  expect(waiting.length).toBe(MOST_WAITING);
  expect(waiting[0]?.version).toBe(5);
});

test('the pace is the player’s; long moves and long queues are shown faster', () => {
  const told = { letters: 50, sentences: 1, waiting: 0, isAsked: false };
  const usual = dwellOf('normal', told);
  expect(dwellOf('instant', told)).toBe(0);
  expect(dwellOf('fast', told)).toBeLessThan(usual);
  expect(dwellOf('slow', told)).toBeGreaterThan(usual);
  expect(dwellOf('normal', { ...told, letters: 20 })).toBeLessThan(usual);
  expect(dwellOf('normal', { ...told, waiting: 3 })).toBe(usual);
  expect(dwellOf('normal', { ...told, waiting: 30 })).toBeCloseTo(usual / 10);
  expect(10 * dwellOf('normal', { ...told, sentences: 10 })).toBeLessThanOrEqual(4_500);
  expect(dwellOf('normal', { ...told, waiting: 1, isAsked: true })).toBeLessThan(usual);
  expect(dwellOf('normal', { ...told, isAsked: true })).toBe(usual);
  expect(dwellOf('fast', { letters: 1, sentences: 100, waiting: 60, isAsked: true })).toBeGreaterThan(50);
});
