import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { editionParser, repeated } from './edition.ts';
import { differences } from './pieces.ts';

const schema = z.strictObject({ name: z.string(), cards: z.array(z.string()) });
const parse = editionParser(
  schema,
  ({ cards }) => repeated('cards', cards),
  ({ name, cards }) => ({ name, cards: new Set(cards) }),
);

describe('an edition file', () => {
  test('becomes the components', () => {
    expect(parse({ name: 'a', cards: ['x', 'y'] })).toEqual({
      ok: true,
      value: { name: 'a', cards: new Set(['x', 'y']) },
    });
  });

  test('of the wrong form is rejected with the place and the reason of every error', () => {
    expect(parse({ name: 1, cards: ['x', 2] })).toEqual({
      ok: false,
      reasons: [expect.stringMatching(/^name: /), expect.stringMatching(/^cards\.1: /)],
    });
  });

  test('that is well-formed but unplayable is rejected too', () => {
    expect(parse({ name: 'a', cards: ['x', 'x'] })).toMatchObject({ ok: false });
    expect(parse({ name: 'a', cards: ['x', 'y', 'x', 'x'] })).toEqual({
      ok: false,
      reasons: ['cards: x is listed twice', 'cards: x is listed twice'],
    });
  });

  test('with very many errors is rejected with the first of them', () => {
    const rejected = parse({ name: 'a', cards: new Array(1_000).fill(0) });
    expect(rejected).toMatchObject({ ok: false });
    expect(rejected.ok ? [] : rejected.reasons).toHaveLength(20);
  });
});

test('differences: what is missing, surplus, or foreign; cards of one kind are counted', () => {
  const found = (...ids: string[]) => [...differences('cards', ids, ['x', 'x', 'y'])];
  expect(found('y', 'x', 'x')).toEqual([]);
  expect(found('x', 'y')).toEqual(['cards: x is lost']);
  expect(found('x', 'y', 'x', 'x')).toEqual(['cards: x is there too often, or not part of the game']);
  expect(found('x', 'y', 'x', 'z')).toEqual(['cards: z is there too often, or not part of the game']);
});
