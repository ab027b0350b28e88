// Moves wait in order, each once; what matters is shown for longer, and many for no longer than few.
import { expect, test } from '@jest/globals';
import type { Weight } from '../boards/board.ts';
import type { Pace } from '../lib/preferences.ts';
import {
  ASKED_LAG_MS,
  advanced,
  caughtUp,
  dwellOf,
  EMPTY,
  LAG_MS,
  MOST_WAITING,
  type Queue,
  wishOf,
  withItem,
} from './queue.ts';

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

const LETTERS = 60;
/** How long each of these stays, one after the other. */
function shown(weights: readonly Weight[], pace: Pace = 'normal', isAsked = false): number[] {
  let spent = 0;
  return weights.map((_, n) => {
    const wishes = weights.slice(n).map((weight) => wishOf(weight, LETTERS));
    const dwell = dwellOf(pace, { wishes, isAsked, spent });
    spent += dwell;
    return dwell;
  });
}
const sum = (times: readonly number[]) => times.reduce((total, time) => total + time, 0);

test('money and fights have time, empty sentences none; the pace is the player’s', () => {
  const [none = 0, short = 0, usual = 0, long = 0] = (['none', 'short', 'usual', 'long'] as const).map(
    (weight) => shown([weight])[0],
  );
  expect(none).toBe(0);
  expect(short).toBeLessThan(usual);
  expect(long).toBeGreaterThan(2 * short);
  expect(long).toBeGreaterThan(2_000);
  expect(shown(['long'], 'instant')).toEqual([0]);
  expect(shown(['long'], 'fast')[0]).toBeLessThan(long);
  expect(shown(['long'], 'slow')[0]).toBeGreaterThan(long);
  expect(dwellOf('normal', { wishes: [wishOf('usual', 0)], isAsked: false, spent: 0 })).toBe(0);
});

test('many moves are not shown for longer, and what matters keeps its time', () => {
  const crowd = Array.from({ length: 40 }, (_, n): Weight => (n % 20 === 0 ? 'long' : 'usual'));
  const times = shown(crowd);
  expect(sum(times)).toBeLessThanOrEqual(LAG_MS);
  const [long = 0] = shown(['long']);
  expect([times[0], times[20]]).toEqual([0.6, 0.6].map((share) => expect.closeTo(long * share, -2)));
  // The others are left out rather than flicker.
  expect(times.every((time) => time === 0 || time > 500)).toBe(true);
});

test('once the player is asked, what is shown is soon the present', () => {
  for (const pace of ['fast', 'normal', 'slow'] as const) {
    const times = shown(Array<Weight>(30).fill('long'), pace, true);
    const bound = ASKED_LAG_MS * { fast: 0.45, normal: 1, slow: 1.9 }[pace];
    expect(sum(times)).toBeLessThanOrEqual(bound);
    expect(sum(times)).toBeGreaterThan(bound / 2);
  }
  // The latest are the ones that stay.
  expect(shown(Array<Weight>(30).fill('long'), 'normal', true).at(-1)).toBeGreaterThan(0);
});
