// What the kernel's previews say of themselves is what clients are promised.
import { expect, test } from '@jest/globals';
import { reveal } from '../kernel/reveal.ts';
import { below } from '../kernel/rng.ts';
import { sealedGenerator, stopOf, Watch } from '../kernel/sealed.ts';
import { conceal } from '../kernel/secrecy.ts';
import { previewAnswer } from './legal.ts';

test('a preview names what it stops at, or null', () => {
  const { card } = new Watch().seal({ card: conceal('a') });
  const stops = [
    stopOf(() => reveal(card)),
    stopOf(() => below(reveal(sealedGenerator()), 6)),
    stopOf(() => undefined),
  ];
  expect(stops).toEqual(['hidden', 'chance', null]);
  const { stop } = previewAnswer.shape;
  for (const named of stops) expect(stop.parse(named)).toBe(named);
  expect(stop.safeParse('').success).toBe(false);
});
